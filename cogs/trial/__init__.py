"""The live trial: questions that the documents leave open, put to the real Discord in a test channel."""
