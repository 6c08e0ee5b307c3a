"""A cancellation is accepted just before the goal succeeds: the client is told both."""

import rclpy
from action_msgs.msg import GoalStatus
from example_interfaces.action import Fibonacci
from rclpy.action import ActionClient, ActionServer, CancelResponse
from rclpy.executors import MultiThreadedExecutor
from rclpy.task import Future

rclpy.init()
arm = rclpy.create_node('arm')
user = rclpy.create_node('user')
is_cancelled = False


async def execute(goal):
    done = Future()

    def finish():
        timer.cancel()
        done.set_result(None)

    timer = arm.create_timer(0.2, finish)
    await done
    goal.succeed()
    return Fibonacci.Result(sequence=[1])


def start():
    begin.cancel()
    client.send_goal_async(Fibonacci.Goal(order=3)).add_done_callback(accepted)


def accepted(answer):
    goal = answer.result()
    goal.get_result_async().add_done_callback(ended)

    def cancel():
        timer.cancel()
        goal.cancel_goal_async().add_done_callback(cancelled)

    timer = user.create_timer(0.2, cancel)


def cancelled(answer):
    global is_cancelled
    is_cancelled = len(answer.result().goals_canceling) > 0


def ended(answer):
    if is_cancelled and answer.result().status == GoalStatus.STATUS_SUCCEEDED:
        raise RuntimeError('a cancelled goal has succeeded')


server = ActionServer(arm, Fibonacci, 'grasp', execute,
                      cancel_callback=lambda _: CancelResponse.ACCEPT)
client = ActionClient(user, Fibonacci, 'grasp')
begin = user.create_timer(0.1, start)
executor = MultiThreadedExecutor()
executor.add_node(arm)
executor.add_node(user)
executor.spin()
