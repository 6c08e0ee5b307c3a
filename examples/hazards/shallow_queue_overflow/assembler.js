// Counts the packets that it gets; how many may wait is a parameter.
import rclnodejs from 'rclnodejs';

await rclnodejs.init();
const node = rclnodejs.createNode('assembler');
const { Parameter, ParameterType, QoS } = rclnodejs;
const parameter = new Parameter('depth', ParameterType.PARAMETER_INTEGER, 2n);
const depth = Number(node.declareParameter(parameter).value);
const publisher = node.createPublisher('std_msgs/msg/UInt32', 'assembled');
let packets = 0;
const qos = new QoS(QoS.HistoryPolicy.RMW_QOS_POLICY_HISTORY_KEEP_LAST, depth);
node.createSubscription('sensor_msgs/msg/PointCloud2', 'packets', { qos }, () => {
  publisher.publish({ data: ++packets });
});
rclnodejs.spin(node);
