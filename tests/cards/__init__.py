"""The turn-in economy."""
