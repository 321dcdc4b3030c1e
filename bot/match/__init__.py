"""One match, without a process around it: values and pure steps from one to the next; nothing waits here."""
