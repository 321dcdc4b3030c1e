"""Words of records: measures, periods, achievements, what a match did to ratings."""
