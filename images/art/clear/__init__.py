"""The clear face: the same deck for whoever sees little or knows it little.

A band on top tells the month's number and the kind, below it one large shape on a flat ground.
"""
