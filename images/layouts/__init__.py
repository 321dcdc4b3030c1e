"""Where everything lies: geometry only, in pixels, without Pillow and without text."""
