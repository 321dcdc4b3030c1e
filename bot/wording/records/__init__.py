"""Words of records: leaderboards, achievements, what a match did to ratings."""
