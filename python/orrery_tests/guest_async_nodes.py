"""Nodes in a loop of asyncio, run as a guest."""

import asyncio
import sys
import time
import unittest

import rclpy
from rcl_interfaces.msg import ParameterEvent
from rcl_interfaces.srv import GetParameters
from rclpy.clock_type import ClockType
from rclpy.exceptions import TimeSourceChangedError
from rclpy.parameter import Parameter
from rclpy.time import Time
from std_msgs.msg import Int32
from std_srvs.srv import Trigger

HAS_GROUPS_OF_TASKS = sys.version_info >= (3, 11)
if HAS_GROUPS_OF_TASKS:
    from rclpy.experimental import AsyncNode, AsyncTimer

SIMULATED = [Parameter('use_sim_time', value=True)]


def at(seconds):
    return Time(seconds=seconds, clock_type=ClockType.ROS_TIME)


class AsyncCase(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        rclpy.init()
        self.addCleanup(rclpy.try_shutdown)
        self.heard = []

    async def hear(self, message):
        self.heard.append(message.data)

    def assert_gone(self, node):
        for create in (lambda: node.create_publisher(Int32, 'numbers', 1),
                       lambda: node.create_subscription(Int32, 'numbers', self.hear, 1),
                       lambda: node.create_client(Trigger, 'do'),
                       lambda: node.create_timer(1.0, lambda: None)):
            self.assertRaises(RuntimeError, create)


@unittest.skipUnless(HAS_GROUPS_OF_TASKS, 'asyncio has no groups of tasks')
class AsyncNodeTest(AsyncCase):
    def test_the_modules_have_the_names_of_rolling_too(self):
        import rclpy.experimental.asyncio as package
        from rclpy.experimental.asyncio.async_timer import AsyncTimer as timer

        self.assertIs(timer, AsyncTimer)
        for name in package.__all__:
            self.assertIs(getattr(package, name), getattr(rclpy.experimental, name))

    async def test_what_is_created_before_the_node_runs_is_served_when_it_does(self):
        node = AsyncNode('early')
        publisher = node.create_publisher(Int32, 'numbers', 5)
        node.create_subscription(Int32, 'numbers', self.hear, 5)
        publisher.publish(Int32(data=1))
        async with node:
            publisher.publish(Int32(data=2))
            await asyncio.sleep(0.1)
            with self.assertRaises(RuntimeError):
                await node.run()
        self.assertEqual(self.heard, [1, 2])
        self.assertRaises(RuntimeError, publisher.publish, Int32())
        self.assert_gone(node)

    async def test_a_slow_callback_leaves_messages_in_the_queue_of_its_subscription(self):
        async def slow(message):
            await self.hear(message)
            await asyncio.sleep(1.0)

        async with AsyncNode('slow') as node:
            publisher = node.create_publisher(Int32, 'numbers', 2)
            node.create_subscription(Int32, 'numbers', slow, 2)
            for number in range(6):
                publisher.publish(Int32(data=number))
                await asyncio.sleep(0.1)
            await asyncio.sleep(5.0)
            self.assertEqual(self.heard, [0, 4, 5])
            node.create_subscription(Int32, 'others', slow, 5, concurrent=True)
            others = node.create_publisher(Int32, 'others', 5)
            for number in range(3):
                others.publish(Int32(data=number))
            await asyncio.sleep(0.1)
        self.assertEqual(self.heard[3:], [0, 1, 2])

    async def test_calls(self):
        gate = asyncio.Event()

        async def answer(request, response):
            await gate.wait()
            response.message = 'open'
            return response

        async with AsyncNode('server') as server, AsyncNode('caller') as caller:
            server.create_service(Trigger, 'do', answer, concurrent=True)
            client = caller.create_client(Trigger, 'do')
            await client.wait_for_service()
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(client.call(Trigger.Request()), 0.5)
            calls = [asyncio.create_task(client.call(Trigger.Request())) for _ in range(3)]
            await asyncio.sleep(0.1)
            gate.set()
            self.assertEqual({each.message for each in await asyncio.gather(*calls)}, {'open'})
            gate.clear()
            call = asyncio.create_task(client.call(Trigger.Request()))
            await asyncio.sleep(0.1)
            client.destroy()
            with self.assertRaises(asyncio.CancelledError):
                await call
            with self.assertRaises(RuntimeError):
                await client.call(Trigger.Request())

    async def test_parameters_are_served_and_told_of(self):
        changed = []
        async with AsyncNode('owner') as owner, AsyncNode('asker') as asker:
            asker.create_subscription(
                ParameterEvent, '/parameter_events',
                lambda event: changed.extend(each.name for each in event.new_parameters), 10)
            owner.declare_parameter('speed', 3)
            client = asker.create_client(GetParameters, '/owner/get_parameters')
            response = await client.call(GetParameters.Request(names=['speed']))
            self.assertEqual(response.values[0].integer_value, 3)
            await asker.wait_for_node('owner')
            self.assertEqual(owner.get_action_names_and_types(), [])
        self.assertEqual(changed, ['speed'])

    async def test_what_a_callback_raises_ends_the_node(self):
        for concurrent in (False, True):
            def fail(message):
                raise ValueError(message.data)

            node = AsyncNode('failing')
            publisher = node.create_publisher(Int32, 'numbers', 1)
            node.create_subscription(Int32, 'numbers', fail, 1, concurrent=concurrent)
            publisher.publish(Int32())
            with self.assertRaises(ExceptionGroup) as raised:  # noqa: F821 - since 3.11
                await node.run()
            self.assertIsNotNone(raised.exception.subgroup(ValueError))
            self.assert_gone(node)

    async def test_ends(self):
        node = AsyncNode('ended')
        asyncio.get_running_loop().call_later(0.5, node.destroy_node)
        await node.run()
        node.destroy_node()
        context = rclpy.Context()
        context.init()
        async with AsyncNode('of_a_context', context=context) as other:
            stuck = asyncio.Event()
            other.create_timer(0.1, stuck.wait)
            await asyncio.sleep(0.2)
            context.shutdown()
        self.assert_gone(other)

    async def test_timers(self):
        start = time.monotonic()
        calls = []

        async def call(info):
            calls.append((info.actual_call_time - info.expected_call_time,
                          round(time.monotonic() - start, 6)))

        async with AsyncNode('timed') as node:
            timer = node.create_timer(0.25, call)
            self.assertIsInstance(timer, AsyncTimer)
            await asyncio.sleep(0.6)
            timer.cancel()
            await asyncio.sleep(1.0)
            timer.reset()
            await asyncio.sleep(0.3)
            timer.destroy()
            timer.destroy()
            await asyncio.sleep(1.0)
            self.assertRaises(RuntimeError, node.create_timer, 1.0, lambda _, __: None)
        self.assertEqual([seconds for _, seconds in calls], [0.25, 0.5, 1.85])

    async def test_sleeps(self):
        node = AsyncNode('sleeper')
        async with node:
            start = time.monotonic()
            await node.get_clock().sleep(0.3)
            await node.get_clock().sleep(-1.0)
            self.assertAlmostEqual(time.monotonic() - start, 0.3)
            asyncio.get_running_loop().call_later(0.1, node.set_parameters, SIMULATED)
            with self.assertRaises(TimeSourceChangedError):
                await node.get_clock().sleep(9.0)
            asyncio.get_running_loop().call_later(0.1, node.destroy_node)
            with self.assertRaises(asyncio.CancelledError):
                await node.get_clock().sleep(9.0)
            with self.assertRaises(RuntimeError):
                await node.get_clock().sleep(9.0)

    async def test_a_clock_that_the_program_sets(self):
        async with AsyncNode('simulated', parameter_overrides=SIMULATED) as node:
            clock = node.get_clock()
            clock.set_ros_time_override(at(10))
            self.assertEqual(clock.now(), at(10))
            calls = []
            node.create_timer(1.0, lambda: calls.append(clock.now().nanoseconds))
            sleeps = [asyncio.create_task(clock.sleep(seconds)) for seconds in (1.0, 4.0)]
            await asyncio.sleep(5.0)
            self.assertEqual((calls, [each.done() for each in sleeps]), ([], [False, False]))
            clock.set_ros_time_override(at(11))
            await asyncio.sleep(0.1)
            self.assertEqual((calls, [each.done() for each in sleeps]),
                             ([11_000_000_000], [True, False]))
            clock.set_ros_time_override(at(14))
            await sleeps[1]


if __name__ == '__main__':
    unittest.main()
