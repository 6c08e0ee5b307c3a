// Ten turns per second; the device hands over the five packets of a turn at once.
import rclnodejs from 'rclnodejs';

await rclnodejs.init();
const node = rclnodejs.createNode('lidar');
const publisher = node.createPublisher('sensor_msgs/msg/PointCloud2', 'packets');
let packet = 0;
node.createTimer(100_000_000n, () => {
  const stamp = node.getClock().now().toMsg();
  for (let i = 0; i < 5; i++) {
    publisher.publish({ header: { stamp, frame_id: 'lidar' }, width: ++packet });
  }
});
rclnodejs.spin(node);
