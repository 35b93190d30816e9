"""What a simulation can be asked for at most; known without loading what runs it."""

MAX_SEED = 2**63 - 1
MAX_TRIALS = 10**15
MOST_WORKERS = 1024
