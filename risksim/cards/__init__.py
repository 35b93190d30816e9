"""The turn-in economy: when sets come, what they bring, and what trading policies do to both."""
