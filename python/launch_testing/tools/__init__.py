"""What tests of processes use: expected output, and processes that are waited for."""
from .output import basic_output_filter, expect_output, expected_output_from_file
from .process import ProcessProxy, launch_process

__all__ = ['ProcessProxy', 'basic_output_filter', 'expect_output', 'expected_output_from_file',
           'launch_process']
