"""What stands on several cards or is large: plants, heroes, ribbon, scenery."""
