"""Runs a program as a guest: ``python3 -m orrery_guest FILE ARGS``."""

from .run_program import main

main()
