"""The packages that come with Orrery are found like installed ones."""
import importlib.util
import os
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

import ament_index_python
import orrery_interfaces
import rosidl_runtime_py
from ament_index_python import own_packages
from orrery_interfaces import own_prefix
from ament_index_python.packages import (
    PackageNotFoundError, get_package_prefix, get_package_share_directory, get_packages_with_prefixes)


class OwnPackages(unittest.TestCase):
    """Each test has a home of its own, in which nothing has been written yet."""

    def setUp(self):
        home = tempfile.TemporaryDirectory()
        self.addCleanup(home.cleanup)
        self.home = home.name
        patch = mock.patch.dict(os.environ, {'HOME': self.home, 'AMENT_PREFIX_PATH': ''})
        patch.start()
        self.addCleanup(patch.stop)
        for function in (own_prefix.own_prefix, own_packages.complete):
            function.cache_clear()
            self.addCleanup(function.cache_clear)
        own_prefix.announce()

    def test_every_package_has_a_share_with_a_manifest(self):
        names = get_packages_with_prefixes()
        for package in ('rclpy', 'launch_ros', 'tf2_ros', 'std_msgs', 'ros2topic', 'nav2_common'):
            self.assertIn(package, names)
        for package, prefix in names.items():
            self.assertEqual(get_package_prefix(package), prefix)
            manifest = os.path.join(get_package_share_directory(package), 'package.xml')
            with open(manifest, encoding='utf-8') as file:
                self.assertIn(f'<name>{package}</name>', file.read())
        for package in ('orrery_guest', 'yaml', 'nav2_bringup'):
            with self.assertRaises(PackageNotFoundError):
                get_package_prefix(package)

    def test_every_package_can_be_imported(self):
        orrery_interfaces.install()
        for package in get_packages_with_prefixes():
            self.assertIsNotNone(importlib.util.find_spec(package), package)

    def test_every_built_in_interface_is_in_the_index_and_in_its_share(self):
        built_in = orrery_interfaces.registry()
        resources = ament_index_python.get_resources('rosidl_interfaces')
        self.assertEqual(sorted(resources), built_in.packages())
        self.assertEqual(resources, rosidl_runtime_py.get_interface_packages())
        for package in resources:
            listed, _ = ament_index_python.get_resource('rosidl_interfaces', package)
            for name in built_in.interfaces(package):
                self.assertIn(f'{name.kind}/{name.name}.idl', listed.split('\n'))
                file = os.path.join(
                    get_package_share_directory(package), name.kind, f'{name.name}.{name.kind}')
                self.assertEqual(rosidl_runtime_py.get_interface_path(name.full), file)
                with open(file, encoding='utf-8', newline='') as handle:
                    self.assertEqual(handle.read(), built_in.find(name).text)

    def test_telling_a_program_loads_nothing(self):
        code = ('import sys, orrery_interfaces\nbefore = set(sys.modules)\n'
                'from orrery_interfaces.own_prefix import announce\nannounce()\n'
                'print(*sorted(set(sys.modules) - before))')
        done = subprocess.run([sys.executable, '-c', code], stdout=subprocess.PIPE, text=True, check=True)
        self.assertEqual(done.stdout, 'orrery_interfaces.own_prefix\n')

    def test_nothing_is_written_before_somebody_asks(self):
        self.assertEqual(os.listdir(self.home), [])

    def test_what_was_damaged_or_is_of_an_older_version_is_written_again(self):
        stamp = os.path.join(own_prefix.own_prefix(), '.complete')
        get_package_prefix('rclpy')
        with open(stamp, 'w', encoding='utf-8') as file:
            file.write('older')
        manifest = os.path.join(get_package_share_directory('rclpy'), 'package.xml')
        os.remove(manifest)
        own_packages.complete.cache_clear()
        get_package_prefix('rclpy')
        self.assertTrue(os.path.exists(manifest))

    def test_what_cannot_be_written_is_reported_and_leaves_nothing_behind(self):
        with mock.patch('os.replace', side_effect=OSError(28, 'No space left on device')):
            with self.assertWarnsRegex(RuntimeWarning, 'No space left on device'):
                with self.assertRaises(PackageNotFoundError):
                    get_package_prefix('rclpy')
        self.assertEqual([names for _, _, names in os.walk(self.home) if names], [])

    def test_a_program_that_sets_other_prefixes_sees_only_those(self):
        with tempfile.TemporaryDirectory() as prefix:
            with mock.patch.dict(os.environ, {'AMENT_PREFIX_PATH': prefix}):
                self.assertEqual(get_packages_with_prefixes(), {})
                self.assertEqual(ament_index_python.get_search_paths(), [prefix])

    def test_sources_come_before_what_comes_with_orrery(self):
        with tempfile.TemporaryDirectory() as folder:
            package = os.path.join(folder, 'std_msgs')
            os.makedirs(os.path.join(package, 'msg'))
            with open(os.path.join(package, 'package.xml'), 'w', encoding='utf-8') as file:
                file.write('<package><name>std_msgs</name></package>')
            with open(os.path.join(package, 'msg', 'Own.msg'), 'w', encoding='utf-8') as file:
                file.write('int8 x')
            with mock.patch.dict(os.environ, {'ORRERY_PACKAGES': folder}):
                self.assertEqual(get_package_share_directory('std_msgs'), package)
                self.assertEqual(ament_index_python.get_resource('rosidl_interfaces', 'std_msgs'),
                                 ('msg/Own.idl\nmsg/Own.msg', package))


if __name__ == '__main__':
    unittest.main()
