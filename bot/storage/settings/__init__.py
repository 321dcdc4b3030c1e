"""The settings of servers and people, and those that hold for somebody who practises there."""
