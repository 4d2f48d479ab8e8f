"""The lecture's demonstrations with Pac-Man.

Each scene is played by searches and kept as a value that any front end can replay.
"""
