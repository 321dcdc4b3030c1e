"""The layouts: geometry only, in pixels, without Pillow and without text."""
