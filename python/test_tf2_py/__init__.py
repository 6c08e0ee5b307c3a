"""`tf2_py` under the name by which upstream's own tests know it."""
