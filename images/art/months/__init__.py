"""The cards, month by month: one function a card, its parts placed from the bottom upwards."""
