"""The rules: state and kernels, games, observations, notation, records, editions, positions, boards."""
