"""The lecture's demonstrations with Pac-Man: each scene is played by searches, kept as a value, and shown by whoever likes to."""
