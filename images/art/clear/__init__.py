"""The clear face: the same deck for people who see little or know it little.

A band on top tells the month's number and the kind, below it one large shape on a flat ground.
"""
