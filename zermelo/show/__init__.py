"""What a search did, for people.

Everything here replays a recorded trace; nothing here searches.
"""
