"""Packages in source trees look as if they were installed: shares, the index, versions and entry points."""

import contextlib
import os
import tempfile
import textwrap
import threading
import unittest
from importlib.metadata import entry_points, version
from unittest import mock

import orrery_interfaces
from ament_index_python import (
    get_package_share_directory, get_resource, get_resources, installed_files, source_packages, source_shares)
from ament_index_python.constants import SOURCES_VARIABLE

SETUP = '''
    import os
    from glob import glob
    from setuptools import find_packages, setup

    package_name = 'robot'
    models = [('share/robot/models', glob('models/**/*.sdf', recursive=True))]
    for unknown in os.walk('more'):
        models.append(unknown)

    setup(
        name=package_name,
        packages=find_packages(),
        data_files=[
            ('share/ament_index/resource_index/packages', ['resource/' + package_name]),
            ('share/ament_index/resource_index/tools', ['resource/hammer']),
            ('share/' + package_name, ['package.xml']),
            (os.path.join('share', package_name), glob('urdf/*')),
            (os.path.join('share', package_name, 'launch'), glob('launch/*.launch.py')),
            (f'share/{package_name}/deep/er', ['urdf/arm.urdf']),
            (what_nobody_knows(), ['urdf/arm.urdf']),
        ] + models,
        entry_points={
            'console_scripts': ['talker = robot.talker:main'],
            'robot.plugins': ['arm = robot.arm:Arm', 'leg=robot.leg:Leg'],
        },
    )
'''
CMAKE = '''
    project(base)
    install(PROGRAMS scripts/drive.py DESTINATION lib/${PROJECT_NAME} RENAME drive)
    install(DIRECTORY launch params/ DESTINATION share/${PROJECT_NAME}) # all of them
    install(FILES "worlds/a.sdf" worlds/b.sdf
      DESTINATION share/${PROJECT_NAME}/maps)
    install(FILES worlds/a.sdf DESTINATION share/base RENAME first.sdf)
    install(FILES ${OTHERS} DESTINATION share/base)
'''
FILES = {
    'robot/setup.py': SETUP, 'robot/resource/robot': '', 'robot/resource/hammer': 'a hammer',
    'robot/urdf/arm.urdf': 'arm', 'robot/launch/a.launch.py': '', 'robot/models/x/y/z.sdf': 'model',
    'base/CMakeLists.txt': CMAKE, 'base/launch/b.launch.py': '', 'base/params/p.yaml': 'p',
    'base/worlds/a.sdf': 'a', 'base/worlds/b.sdf': 'b', 'base/scripts/drive.py': '',
    'plain/setup.cfg': '[options.entry_points]\nplain.ways =\n  one = plain:one\n[develop]\nx = y\n',
    'plain/launch/c.launch.py': '',
}


class SourcePackagesTest(unittest.TestCase):
    def setUp(self):
        orrery_interfaces.install()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        manifests = {f'{name}/package.xml': f'<package><name>{name}</name><version>1.2.{len(name)}</version></package>'
                     for name in ('robot', 'base', 'plain')}
        for name, text in {**FILES, **manifests}.items():
            path = os.path.join(self.folder, 'src', name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, 'w', encoding='utf-8') as file:
                file.write(textwrap.dedent(text))
        for patch in (mock.patch.dict(os.environ, {SOURCES_VARIABLE: os.path.join(self.folder, 'src')}),
                      mock.patch.object(source_shares, 'own_prefix', lambda: os.path.join(self.folder, 'c', 'jazzy'))):
            patch.start()
            self.addCleanup(patch.stop)
        self.forget()
        self.addCleanup(self.forget)

    @staticmethod
    def forget():
        for cached in (source_packages._read, installed_files.installed_files, source_shares.share_of):
            cached.cache_clear()

    def read(self, package, *path):
        with open(os.path.join(get_package_share_directory(package), *path), encoding='utf-8') as file:
            return file.read()

    def test_files_are_where_setup_installs_them(self):
        for path in (['arm.urdf'], ['deep', 'er', 'arm.urdf'], ['urdf', 'arm.urdf']):
            self.assertEqual(self.read('robot', *path), 'arm')
        self.assertEqual(self.read('robot', 'models', 'z.sdf'), 'model')
        self.assertEqual(self.read('robot', 'models', 'x', 'y', 'z.sdf'), 'model')
        self.assertIn('robot', self.read('robot', 'package.xml'))

    def test_files_are_where_cmake_installs_them(self):
        for path, text in ((['p.yaml'], 'p'), (['maps', 'a.sdf'], 'a'), (['maps', 'b.sdf'], 'b'),
                           (['first.sdf'], 'a'), (['launch', 'b.launch.py'], '')):
            self.assertEqual(self.read('base', *path), text)

    def test_a_package_that_moves_nothing_is_its_own_share(self):
        self.assertEqual(get_package_share_directory('plain'), os.path.join(self.folder, 'src', 'plain'))

    def test_what_is_gone_from_the_sources_is_gone_from_the_share(self):
        share = get_package_share_directory('robot')
        os.rename(os.path.join(self.folder, 'src', 'robot', 'urdf', 'arm.urdf'),
                  os.path.join(self.folder, 'src', 'robot', 'urdf', 'leg.urdf'))
        self.forget()
        self.assertEqual(get_package_share_directory('robot'), share)
        self.assertEqual(self.read('robot', 'leg.urdf'), 'arm')
        self.assertNotIn('arm.urdf', os.listdir(share))

    def test_programs_that_begin_at_once_have_one_share(self):
        folder = os.path.join(self.folder, 'src', 'robot')
        share = get_package_share_directory('robot')
        failed = []

        def fill():
            try:
                for _ in range(40):
                    for stale in ('old.urdf', 'arm.urdf', 'deep/old'):
                        with contextlib.suppress(FileExistsError):
                            os.symlink(folder, os.path.join(share, stale))
                    source_shares.share_of.cache_clear()
                    if source_shares.share_of(folder, 'robot') != share:
                        failed.append('the share is the source folder')
            except OSError as error:
                failed.append(error)
        threads = [threading.Thread(target=fill) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failed, [])
        self.assertEqual(self.read('robot', 'arm.urdf'), 'arm')
        self.assertEqual([name for name in os.listdir(share) if name[-1].isdigit()], [])

    def test_resources_that_a_package_installs_are_in_the_index(self):
        folder = os.path.join(self.folder, 'src', 'robot')
        self.assertEqual(get_resources('tools'), {'hammer': folder})
        self.assertEqual(get_resource('tools', 'hammer'), ('a hammer', folder))

    def test_versions_and_entry_points_are_known(self):
        self.assertEqual((version('robot'), version('plain')), ('1.2.5', '1.2.5'))
        found = {each.name: each.value for each in entry_points(group='robot.plugins')}
        self.assertEqual(found, {'arm': 'robot.arm:Arm', 'leg': 'robot.leg:Leg'})
        self.assertEqual([each.value for each in entry_points(group='plain.ways')], ['plain:one'])


if __name__ == '__main__':
    unittest.main()
