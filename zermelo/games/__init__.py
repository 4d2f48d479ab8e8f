"""The games, one file each, found by being there."""
