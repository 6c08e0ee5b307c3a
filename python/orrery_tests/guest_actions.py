"""Actions of rclpy, run as a guest."""

import time
import unittest
import uuid

import rclpy
from action_msgs.msg import GoalStatus
from action_msgs.srv import CancelGoal
from rclpy.action import (
    ActionClient,
    ActionServer,
    CancelResponse,
    GoalResponse,
    get_action_names_and_types,
)
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.exceptions import InvalidHandle
from rclpy.executors import MultiThreadedExecutor, SingleThreadedExecutor
from test_msgs.action import Fibonacci
from unique_identifier_msgs.msg import UUID


class ServerProbe:
    """The parts of an action client, each for itself."""

    def __init__(self, node):
        self.reset()
        self.goal_srv = node.create_client(
            Fibonacci.Impl.SendGoalService, '/fibonacci/_action/send_goal'
        )
        self.cancel_srv = node.create_client(
            Fibonacci.Impl.CancelGoalService, '/fibonacci/_action/cancel_goal'
        )
        self.result_srv = node.create_client(
            Fibonacci.Impl.GetResultService, '/fibonacci/_action/get_result'
        )
        self.feedback_sub = node.create_subscription(
            Fibonacci.Impl.FeedbackMessage, '/fibonacci/_action/feedback', self.fb, 1
        )
        self.status_sub = node.create_subscription(
            Fibonacci.Impl.GoalStatusMessage, '/fibonacci/_action/status', self.st, 1
        )

    def reset(self):
        self.feedback_msg = None
        self.status_msg = None

    def fb(self, m):
        self.feedback_msg = m

    def st(self, m):
        self.status_msg = m

    def send_goal(self, g):
        return self.goal_srv.call_async(g)

    def cancel_goal(self, m):
        return self.cancel_srv.call_async(m)

    def get_result(self, goal_uuid):
        r = Fibonacci.Impl.GetResultService.Request()
        r.goal_id = goal_uuid
        return self.result_srv.call_async(r)


class ActionTest(unittest.TestCase):
    def setUp(self):
        self.context = rclpy.context.Context()
        rclpy.init(context=self.context)
        self.executor = SingleThreadedExecutor(context=self.context)
        self.node = rclpy.create_node('TestActionServer', context=self.context)
        self.m = ServerProbe(self.node)

    def tearDown(self):
        self.node.destroy_node()
        rclpy.shutdown(context=self.context)

    def timed_spin(self, duration):
        start = time.monotonic()
        while time.monotonic() - start < duration:
            rclpy.spin_once(self.node, executor=self.executor, timeout_sec=0.1)

    def execute(self, gh):
        gh.succeed()
        return Fibonacci.Result()

    def goal(self):
        g = Fibonacci.Impl.SendGoalService.Request()
        g.goal_id = UUID(uuid=list(uuid.uuid4().bytes))
        return g

    def test_accept(self):
        def acc(gh):
            self.assertEqual(gh.status, GoalStatus.STATUS_ACCEPTED)
            self.assertEqual(gh.goal_id, g.goal_id)
            self.assertEqual(gh.request, g.goal)

        s = ActionServer(
            self.node,
            Fibonacci,
            'fibonacci',
            execute_callback=self.execute,
            handle_accepted_callback=acc,
        )
        g = self.goal()
        g.goal.order = 10
        f = self.m.send_goal(g)
        rclpy.spin_until_future_complete(self.node, f, self.executor)
        self.assertTrue(f.result().accepted)
        s.destroy()

    def test_reject(self):
        s = ActionServer(
            self.node,
            Fibonacci,
            'fibonacci',
            execute_callback=self.execute,
            goal_callback=lambda r: GoalResponse.REJECT,
        )
        f = self.m.send_goal(self.goal())
        rclpy.spin_until_future_complete(self.node, f, self.executor)
        self.assertFalse(f.result().accepted)
        s.destroy()

    def test_cancel(self):
        server_goal = None

        def acc(gh):
            nonlocal server_goal
            server_goal = gh

        s = ActionServer(
            self.node,
            Fibonacci,
            'fibonacci',
            execute_callback=self.execute,
            handle_accepted_callback=acc,
            cancel_callback=lambda r: CancelResponse.ACCEPT,
        )
        g = self.goal()
        f = self.m.send_goal(g)
        rclpy.spin_until_future_complete(self.node, f, self.executor)
        c = CancelGoal.Request()
        c.goal_info.goal_id = g.goal_id
        f = self.m.cancel_goal(c)
        rclpy.spin_until_future_complete(self.node, f, self.executor)
        r = f.result()
        self.assertEqual(len(r.goals_canceling), 1)
        self.assertEqual(list(r.goals_canceling[0].goal_id.uuid), list(g.goal_id.uuid))
        self.assertEqual(server_goal.status, GoalStatus.STATUS_CANCELING)
        server_goal.canceled()
        self.assertEqual(server_goal.status, GoalStatus.STATUS_CANCELED)
        s.destroy()

    def test_cancel_reject_unknown(self):
        s = ActionServer(
            self.node,
            Fibonacci,
            'fibonacci',
            execute_callback=self.execute,
            handle_accepted_callback=lambda gh: None,
        )
        g = self.goal()
        f = self.m.send_goal(g)
        rclpy.spin_until_future_complete(self.node, f, self.executor)
        c = CancelGoal.Request()
        c.goal_info.goal_id = g.goal_id
        f = self.m.cancel_goal(c)
        rclpy.spin_until_future_complete(self.node, f, self.executor)
        self.assertEqual(f.result().return_code, CancelGoal.Response.ERROR_REJECTED)
        c = CancelGoal.Request()
        c.goal_info.goal_id = UUID(uuid=list(uuid.uuid4().bytes))
        f = self.m.cancel_goal(c)
        rclpy.spin_until_future_complete(self.node, f, self.executor)
        self.assertEqual(f.result().return_code, CancelGoal.Response.ERROR_UNKNOWN_GOAL_ID)
        s.destroy()

    def test_multi(self):
        ex = MultiThreadedExecutor(context=self.context)
        s = ActionServer(
            self.node,
            Fibonacci,
            'fibonacci',
            callback_group=ReentrantCallbackGroup(),
            execute_callback=self.execute,
            handle_accepted_callback=lambda gh: None,
            cancel_callback=lambda r: CancelResponse.ACCEPT,
        )
        fs = [self.m.send_goal(self.goal()) for _ in range(3)]
        for f in fs:
            rclpy.spin_until_future_complete(self.node, f, ex)
            self.assertTrue(f.result().accepted)
        f = self.m.cancel_goal(CancelGoal.Request())
        rclpy.spin_until_future_complete(self.node, f, ex)
        self.assertEqual(len(f.result().goals_canceling), 3)
        s.destroy()
        ex.shutdown()

    def test_result(self):
        def ex(gh):
            self.assertEqual(gh.status, GoalStatus.STATUS_EXECUTING)
            r = Fibonacci.Result()
            r.sequence.extend([1, 1, 2, 3, 5])
            gh.succeed()
            return r

        s = ActionServer(self.node, Fibonacci, 'fibonacci', execute_callback=ex)
        g = self.goal()
        f = self.m.send_goal(g)
        rclpy.spin_until_future_complete(self.node, f, self.executor)
        f = self.m.get_result(g.goal_id)
        rclpy.spin_until_future_complete(self.node, f, self.executor)
        self.assertEqual(f.result().status, GoalStatus.STATUS_SUCCEEDED)
        self.assertEqual(f.result().result.sequence.tolist(), [1, 1, 2, 3, 5])
        s.destroy()

    def test_no_state_and_raise(self):
        for cb in (lambda gh: Fibonacci.Result(), lambda gh: 1 / 0):
            s = ActionServer(self.node, Fibonacci, 'fibonacci', execute_callback=cb)
            g = self.goal()
            f = self.m.send_goal(g)
            rclpy.spin_until_future_complete(self.node, f, self.executor)
            f = self.m.get_result(g.goal_id)
            rclpy.spin_until_future_complete(self.node, f, self.executor)
            self.assertEqual(f.result().status, GoalStatus.STATUS_ABORTED)
            s.destroy()

    def test_expire(self):
        s = ActionServer(
            self.node, Fibonacci, 'fibonacci', execute_callback=self.execute, result_timeout=1
        )
        f = self.m.send_goal(self.goal())
        rclpy.spin_until_future_complete(self.node, f, self.executor)
        self.assertEqual(1, len(s._goal_handles))
        self.timed_spin(2)
        self.assertEqual(0, len(s._goal_handles))
        s.destroy()

    def test_feedback(self):
        def ex(gh):
            fb = Fibonacci.Feedback()
            fb.sequence = [1, 1, 2, 3]
            gh.publish_feedback(fb)
            gh.succeed()
            return Fibonacci.Result()

        s = ActionServer(self.node, Fibonacci, 'fibonacci', execute_callback=ex)
        g = self.goal()
        f = self.m.send_goal(g)
        rclpy.spin_until_future_complete(self.node, f, self.executor)
        self.timed_spin(0.5)
        self.assertEqual([1, 1, 2, 3], self.m.feedback_msg.feedback.sequence.tolist())
        with self.assertRaises(TypeError):
            ActionServer(self.node, Fibonacci, 'other', execute_callback='not callable')
        s.destroy()

    def test_client_side(self):
        s = ActionServer(self.node, Fibonacci, 'fibonacci', execute_callback=self.execute)
        c = ActionClient(self.node, Fibonacci, 'fibonacci')
        self.assertTrue(c.wait_for_server(1.0))
        f = c.send_goal_async(Fibonacci.Goal())
        rclpy.spin_until_future_complete(self.node, f, self.executor)
        gh = f.result()
        self.assertTrue(gh.accepted)
        f = gh.get_result_async()
        rclpy.spin_until_future_complete(self.node, f, self.executor)
        self.assertEqual(gh.status, GoalStatus.STATUS_SUCCEEDED)
        self.assertEqual(
            get_action_names_and_types(self.node), [('/fibonacci', ['test_msgs/action/Fibonacci'])]
        )
        with self.assertRaises(TypeError):
            c.send_goal('different goal type')
        with self.assertRaises(TypeError):
            c.send_goal_async('different goal type')
        c.destroy()
        s.destroy()
        with self.assertRaises(InvalidHandle):
            c.server_is_ready()

    def test_destroy(self):
        sub = self.node.create_subscription(Fibonacci.Impl.FeedbackMessage, 's', lambda m: None, 0)
        with sub.handle:
            self.node.destroy_subscription(sub)
            with sub.handle:
                pass
        with self.assertRaises(InvalidHandle):
            with sub.handle:
                pass


if __name__ == '__main__':
    unittest.main()
