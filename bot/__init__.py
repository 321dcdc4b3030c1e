"""The process around the engine: matches in progress, storage, clocks, CPU players, configuration."""
