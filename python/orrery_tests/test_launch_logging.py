"""Logs of launches: where they go, and how they look."""

import contextlib
import io
import logging
import os
import re
import tempfile
import unittest
from unittest import mock

import launch.logging
from launch.logging import handlers, launch_config

#: By configuration: the destinations of stdout and of stderr, and whether a file has both.
_OUTPUTS = {
    'screen': ({'screen'}, {'screen'}, False),
    'log': ({'log'}, {'log', 'screen'}, False),
    'both': ({'log', 'screen'}, {'log', 'screen'}, False),
    'own_log': ({'own_log'}, {'own_log'}, True),
    'full': ({'log', 'own_log', 'screen'}, {'log', 'own_log', 'screen'}, True),
}


class LaunchLoggingTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        names = ('OVERRIDE_LAUNCH_SCREEN_FORMAT', 'OVERRIDE_LAUNCH_LOG_FORMAT', 'ROS_LOG_DIR',
                 'ROS_HOME')
        kept = {key: value for key, value in os.environ.items() if key not in names}
        environment = mock.patch.dict(os.environ, kept, clear=True)
        environment.start()
        self.addCleanup(environment.stop)
        self.addCleanup(launch.logging.reset)
        launch.logging.reset()
        launch_config.log_dir = folder.name
        self.folder = folder.name

    def lines(self, file):
        path = launch_config.get_log_file_path(file)
        if not os.path.exists(path):
            return []
        with open(path, encoding='utf-8') as stream:
            return stream.read().splitlines()

    def test_what_is_not_valid_is_refused(self):
        launch.logging.reset()
        with self.assertRaises(ValueError):
            launch_config.log_dir = os.path.join(self.folder, 'nowhere')
        with self.assertRaises(ValueError):
            launch_config.set_screen_format('default_with_timestamp', screen_style='%')
        with self.assertRaises(ValueError):
            launch_config.set_log_format('default', log_style='$')
        for config in ('console', {'stdin': 'log'}, {'stdout': {'paper'}}, 7):
            with self.assertRaises(ValueError):
                launch.logging.get_output_loggers('talker', config)

    def test_outputs_of_a_process_go_where_its_configuration_says(self):
        for config, (out, err, is_shared) in _OUTPUTS.items():
            with self.subTest(config):
                launch.logging.reset()
                name = f'talker_{config}'
                launch_config.log_dir = self.folder
                launch_config.log_file_name = f'{config}.log'
                with contextlib.redirect_stdout(io.StringIO()) as printed:
                    loggers = launch.logging.get_output_loggers(name, config, f'{config}.log')
                    for logger, text in zip(loggers, ('one', 'two')):
                        logger.info(text)
                wanted = [(out, 'one', 'stdout'), (err, 'two', 'stderr')]
                self.assertEqual(printed.getvalue().split(),
                                 [text for to, text, _ in wanted if 'screen' in to])
                self.assertEqual([line.split()[1] for line in self.lines(f'{config}.log')],
                                 [text for to, text, _ in wanted if 'log' in to])
                for to, text, source in wanted:
                    self.assertEqual(self.lines(f'{name}-{source}.log'),
                                     [text] if 'own_log' in to else [])
                self.assertEqual(self.lines(f'{name}.log'), ['one', 'two'] if is_shared else [])

    def test_formats_of_the_screen_and_of_files(self):
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            launch.logging.get_logger('planner').warning('no way')
            launch_config.set_screen_format('default_with_timestamp')
            launch.logging.get_logger('planner').error('{braces}')
            launch.logging.get_logger('planner').debug('below the level')
        first, second = printed.getvalue().splitlines()
        self.assertEqual(first, '[WARNING] [planner]: no way')
        self.assertRegex(second, r'^\d+\.\d{7} \[ERROR\] \[planner\]: {braces}$')
        self.assertEqual([re.sub(r'^\d+\.\d{7} ', '', line) for line in self.lines('launch.log')],
                         ['[WARNING] [planner]: no way', '[ERROR] [planner]: {braces}'])

    def test_the_environment_decides_on_formats(self):
        os.environ['OVERRIDE_LAUNCH_SCREEN_FORMAT'] = r'{name}\t{message}'
        launch.logging.reset()
        launch_config.log_dir = self.folder
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            launch.logging.get_logger('planner').info('here')
        self.assertEqual(printed.getvalue(), 'planner\there\n')

    def test_a_factory_makes_the_handlers_of_files(self):
        made = {}

        def factory(path, encoding=None):
            made[path] = handlers.MemoryHandler(100, flushLevel=logging.CRITICAL)
            return made[path]

        launch_config.log_handler_factory = factory
        with contextlib.redirect_stdout(io.StringIO()):
            launch.logging.get_logger('planner').info('kept')
        kept = made[launch_config.get_log_file_path()].buffer
        self.assertEqual([record.getMessage() for record in kept], ['kept'])

    def test_the_folder_of_logs_follows_the_environment(self):
        home = os.path.expanduser('~')
        with mock.patch('launch.logging._make_unique_log_dir', lambda *, base_path: base_path):
            for name, value, folder in (
                    ('ROS_LOG_DIR', '', f'{home}/.ros/log'), ('ROS_LOG_DIR', '/a/b', '/a/b'),
                    ('ROS_LOG_DIR', '~/b', f'{home}/b'), ('ROS_HOME', '/c', '/c/log')):
                with self.subTest(name, value=value), mock.patch.dict(os.environ, {name: value}):
                    launch_config.log_dir = None
                    self.assertEqual(launch_config.log_dir, folder)

    def test_a_folder_is_made_once_and_linked_as_the_latest(self):
        os.environ['ROS_LOG_DIR'] = self.folder
        launch_config.log_dir = None
        folder = launch_config.log_dir
        self.assertTrue(os.path.isdir(folder))
        self.assertEqual(launch_config.log_dir, folder)
        self.assertEqual(os.readlink(os.path.join(self.folder, 'latest')), folder)

    def test_handlers_format_by_logger(self):
        handler = handlers.StreamHandler(io.StringIO())
        logger = logging.getLogger('orrery_handlers')
        handler.setFormatterFor(logger, logging.Formatter('own {message}', style='{'))
        record = logger.makeRecord('orrery_handlers', logging.INFO, '', 0, 'text', (), None)
        self.assertEqual(handler.format(record), 'own text')
        handler.unsetFormatterFor('orrery_handlers')
        self.assertEqual(handler.format(record), 'text')
        with self.assertRaises(AttributeError):
            handlers.NoSuchHandler


if __name__ == '__main__':
    unittest.main()
