"""What a running bot keeps an eye on: the time that passes, storage trouble, damage."""
