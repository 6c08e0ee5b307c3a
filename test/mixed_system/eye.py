"""The camera of the cell: it hangs on the tool, counts on request, and lets the arm reach, too."""
import rclpy
from example_interfaces.action import Fibonacci
from example_interfaces.srv import AddTwoInts
from geometry_msgs.msg import TransformStamped
from rclpy.action import ActionClient, ActionServer
from rclpy.node import Node
from tf2_ros import Buffer, TransformBroadcaster, TransformException, TransformListener


class Eye(Node):
    def __init__(self):
        super().__init__('eye', namespace='/cell')
        self.broadcaster = TransformBroadcaster(self)
        self.buffer = Buffer()
        self.listener = TransformListener(self.buffer, self)
        self.server = ActionServer(self, Fibonacci, 'count', self.count)
        self.reach = ActionClient(self, Fibonacci, 'reach')
        self.sum = self.create_client(AddTwoInts, 'sum')
        self.ticks = 0
        self.create_timer(0.05, self.tick)

    def say(self, *words):
        now = self.get_clock().now().nanoseconds / 1e9
        print(f'{now:.2f} eye', *words, flush=True)

    def count(self, goal):
        self.get_logger().info('counts')
        result = Fibonacci.Result()
        for number in range(goal.request.order):
            result.sequence.append(number)
            goal.publish_feedback(Fibonacci.Feedback(sequence=result.sequence))
        goal.succeed()
        return result

    def tick(self):
        self.ticks += 1
        placed = TransformStamped()
        placed.header.stamp = self.get_clock().now().to_msg()
        placed.header.frame_id = 'tool'
        placed.child_frame_id = 'camera'
        placed.transform.translation.x = 0.5
        placed.transform.rotation.w = 1.0
        self.broadcaster.sendTransform(placed)
        if self.ticks % 4 == 0:
            request = AddTwoInts.Request(a=self.ticks, b=100)
            self.sum.call_async(request).add_done_callback(
                lambda answer: self.say('sum', answer.result().sum))
        if self.ticks == 10:
            self.reach.send_goal_async(
                Fibonacci.Goal(order=2),
                lambda message: self.say('feedback', list(message.feedback.sequence)),
            ).add_done_callback(self.answered)
        try:
            self.buffer.lookup_transform('base', 'tool', rclpy.time.Time())
        except TransformException:
            self.say('sees no tool')

    def answered(self, future):
        goal = future.result()
        self.say('accepted', goal.accepted)
        if goal.accepted:
            goal.get_result_async().add_done_callback(
                lambda answer: self.say('reached', list(answer.result().result.sequence)))


def main():
    rclpy.init()
    rclpy.spin(Eye())


if __name__ == '__main__':
    main()
