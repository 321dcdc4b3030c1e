"""The process around the game: matches in progress, storage, clocks, CPU players, configuration."""
