"""`interactive_markers` in a run: a server, and a client as RViz is one."""

import unittest

from geometry_msgs.msg import Point, Pose
from interactive_markers import InteractiveMarkerServer, MenuHandler
from node_case import NodeCase
from rclpy.executors import SingleThreadedExecutor
from std_msgs.msg import Header
from visualization_msgs.msg import (
    InteractiveMarker, InteractiveMarkerFeedback, InteractiveMarkerUpdate, MenuEntry)
from visualization_msgs.srv import GetInteractiveMarkers

MOVED, SELECTED = InteractiveMarkerFeedback.POSE_UPDATE, InteractiveMarkerFeedback.MENU_SELECT


def marker(name, frame='map'):
    return InteractiveMarker(name=name, header=Header(frame_id=frame))


def pose(x):
    return Pose(position=Point(x=float(x)))


class MarkersCase(NodeCase):
    """A server in namespace `m` with the markers a and b, and what a client hears of it."""

    def setUp(self):
        super().setUp()
        self.executor = SingleThreadedExecutor(context=self.context)
        self.executor.add_node(self.node)
        self.updates = []
        self.node.create_subscription(InteractiveMarkerUpdate, 'm/update', self.updates.append, 10)
        self.feedback = self.node.create_publisher(InteractiveMarkerFeedback, 'm/feedback', 10)
        self.server = InteractiveMarkerServer(self.node, 'm')
        for name in 'ab':
            self.server.insert(marker(name))
        self.server.applyChanges()

    def tearDown(self):
        self.server.shutdown()
        super().tearDown()

    def spin(self, seconds=0.1):
        end = self.node.get_clock().now().nanoseconds + seconds * 1e9
        while self.node.get_clock().now().nanoseconds < end:
            self.executor.spin_once(timeout_sec=0.05)

    def heard(self):
        """What clients have been told since the last question: number, markers, poses, erased."""
        self.spin()
        found = [(each.seq_num, [one.name for one in each.markers],
                  [(one.name, one.pose.position.x, one.header.frame_id) for one in each.poses], list(each.erases))
                 for each in self.updates]
        self.updates.clear()
        return found

    def does(self, client='rviz', name='a', kind=MOVED, x=0, **fields):
        """Feedback of a client that has been at rest for more than a second."""
        self.spin(1.1)
        self.now(client, name, kind, x, **fields)

    def now(self, client, name='a', kind=MOVED, x=0, **fields):
        self.feedback.publish(InteractiveMarkerFeedback(
            client_id=client, marker_name=name, event_type=kind, pose=pose(x), **fields))
        self.spin()


class ServerTest(MarkersCase):
    def test_changes_are_told_when_they_are_applied(self):
        self.assertEqual(self.heard(), [(1, ['a', 'b'], [], [])])
        self.server.insert(marker('c'))
        self.assertTrue(self.server.setPose('a', pose(1)))
        self.assertTrue(self.server.erase('b'))
        self.assertEqual((len(self.server), self.server.size(), self.heard()), (2, 2, []))
        self.server.applyChanges()
        self.assertEqual(self.heard(), [(2, ['c'], [('a', 1.0, 'map')], ['b'])])
        self.server.applyChanges()
        self.assertEqual(self.heard(), [])
        self.server.clear()
        self.server.applyChanges()
        self.assertEqual((self.heard(), self.server.empty()), ([(3, [], [], ['a', 'c'])], True))

    def test_what_is_asked_of_a_marker_considers_what_is_not_applied(self):
        self.server.setPose('a', pose(2), Header(frame_id='odom'))
        self.assertEqual(self.server.get('a').pose.position.x, 2.0)
        self.server.erase('b')
        self.assertIsNone(self.server.get('b'))
        self.server.insert(marker('c'))
        self.assertEqual(self.server.get('c').name, 'c')
        self.assertFalse(self.server.setPose('c', pose(3)))
        self.server.applyChanges()
        self.assertEqual(self.server.get('a').header.frame_id, 'odom')

    def test_of_a_marker_that_is_not_there_nothing_changes(self):
        self.assertEqual((self.server.setPose('x', pose(1)), self.server.erase('x'), self.server.get('x'),
                          self.server.setCallback('x', print)), (False, False, None, False))

    def test_a_client_asks_for_all(self):
        client = self.node.create_client(GetInteractiveMarkers, 'm/get_interactive_markers')
        future = client.call_async(GetInteractiveMarkers.Request())
        self.executor.spin_until_future_complete(future)
        self.assertEqual((future.result().sequence_number, [each.name for each in future.result().markers]),
                         (1, ['a', 'b']))

    def test_feedback_moves_a_marker_and_calls_what_its_type_has(self):
        called = []
        self.server.setCallback('a', lambda feedback: called.append(('any', feedback.pose.position.x)))
        self.server.setCallback('a', lambda feedback: called.append('menu'), SELECTED)
        self.heard()
        self.does(x=4)
        self.assertEqual((called, self.heard()), ([('any', 4.0)], [(2, [], [('a', 4.0, 'map')], [])]))
        self.does(kind=SELECTED)
        self.server.setCallback('a', None, SELECTED)
        self.does(kind=SELECTED, x=5)
        self.does(name='x')
        self.assertEqual((called[1:], self.heard()), (['menu', ('any', 5.0)], []))

    def test_a_marker_with_a_time_takes_the_header_of_the_feedback(self):
        stamped = marker('t')
        stamped.header.stamp.sec = 5
        self.server.insert(stamped)
        self.server.applyChanges()
        self.heard()
        self.does(name='t', x=1, header=Header(frame_id='camera'))
        self.assertEqual(self.heard(), [(3, [], [('t', 1.0, 'camera')], [])])

    def test_of_two_clients_one_has_a_marker_for_a_second(self):
        self.does('first', x=1)
        self.now('second', x=2)
        self.now('first', x=3)
        self.assertEqual(self.server.get('a').pose.position.x, 3.0)
        self.does('second', x=4)
        self.assertEqual(self.server.get('a').pose.position.x, 4.0)

    def test_the_end_erases_all(self):
        self.heard()
        self.server.shutdown()
        self.assertEqual(self.heard(), [(2, [], [], ['a', 'b'])])
        self.assertEqual(self.node.count_publishers('m/update'), 0)


class MenuTest(MarkersCase):
    def setUp(self):
        super().setUp()
        self.menu, self.selected = MenuHandler(), []

        def select(feedback):
            self.selected.append(feedback.menu_entry_id)
        self.speed = self.menu.insert('Speed')
        self.fast = self.menu.insert('fast', parent=self.speed, callback=select)
        self.stop = self.menu.insert('Stop', command_type=MenuEntry.ROSRUN, command='stop', callback=select)

    def entries(self, name):
        return [(each.id, each.parent_id, each.title) for each in self.server.get(name).menu_entries]

    def test_entries_of_a_marker(self):
        self.assertTrue(self.menu.apply(self.server, 'a'))
        self.assertEqual(self.entries('a'), [(1, 0, 'Speed'), (2, 1, 'fast'), (3, 0, 'Stop')])
        last = self.server.get('a').menu_entries[2]
        self.assertEqual((last.command_type, last.command), (MenuEntry.ROSRUN, 'stop'))

    def test_boxes_and_what_is_hidden(self):
        for name in 'ba':
            self.menu.apply(self.server, name)
        self.menu.setCheckState(self.fast, MenuHandler.CHECKED)
        self.menu.setCheckState(self.stop, MenuHandler.UNCHECKED)
        self.assertTrue(self.menu.reApply(self.server))
        self.assertEqual([title for *_, title in self.entries('b')], ['Speed', '[x] fast', '[ ] Stop'])
        self.menu.setVisible(self.speed, False)
        self.menu.reApply(self.server)
        self.assertEqual([title for *_, title in self.entries('a')], ['[ ] Stop'])
        self.heard()
        self.server.applyChanges()
        self.assertEqual(self.heard(), [(2, ['b', 'a'], [], [])])

    def test_what_is_not_there(self):
        menu = self.menu
        self.assertEqual(
            (menu.insert('x', parent=99), menu.setVisible(99, True), menu.setCheckState(99, 1), menu.getCheckState(99),
             menu.getTitle(99), menu.apply(self.server, 'x')), (None, False, False, None, None, False))
        self.assertEqual((menu.getTitle(self.fast), menu.getCheckState(self.fast)), ('fast', MenuHandler.NO_CHECKBOX))
        menu.apply(self.server, 'a')
        self.server.erase('a')
        self.assertFalse(menu.reApply(self.server))
        self.assertTrue(menu.reApply(self.server))

    def test_a_selection_calls_the_entry(self):
        self.menu.apply(self.server, 'a')
        self.server.applyChanges()
        for entry in (self.fast, self.speed, 99, self.stop):
            self.does(kind=SELECTED, menu_entry_id=entry)
        self.assertEqual(self.selected, [self.fast, self.stop])


if __name__ == '__main__':
    unittest.main()
