"""What a server and a person have set, and what holds for somebody who practises there."""
