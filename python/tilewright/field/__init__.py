"""Helpers that op tests import by name from a checkout. Served where the user's own tree does not have them."""
