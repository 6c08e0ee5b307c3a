"""Type stubs for editors and type checkers, which see neither messages nor Orrery's packages."""
from .interface_stubs import write_interface_stubs
from .package_stubs import write_package_stubs

__all__ = ['write_interface_stubs', 'write_package_stubs']
