"""The motifs that stand on several cards or are large: plants, heroes, ribbon, scenery."""
