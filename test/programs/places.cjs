// Publishes one of each message that has a place.
const rclnodejs = require('rclnodejs');
const POINTS = 20_000;
const evil = '<img src=x onerror="window.harm=1">';

rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('world');
  const { HistoryPolicy, ReliabilityPolicy, DurabilityPolicy } = rclnodejs.QoS;
  const latched = new rclnodejs.QoS(
    HistoryPolicy.RMW_QOS_POLICY_HISTORY_KEEP_LAST,
    1,
    ReliabilityPolicy.RMW_QOS_POLICY_RELIABILITY_RELIABLE,
    DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL,
  );
  const publisher = (type, name, options) => node.createPublisher(type, name, options);
  const turned = (yaw) => ({ x: 0, y: 0, z: Math.sin(yaw / 2), w: Math.cos(yaw / 2) });
  const stampNow = () => node.now().toMsg?.() ?? node.getClock().now().toMsg();
  const header = (frame_id) => ({ stamp: stampNow(), frame_id });
  const poseOf = (x, y, yaw) => ({ position: { x, y, z: 0 }, orientation: turned(yaw) });

  const tf = publisher('tf2_msgs/msg/TFMessage', '/tf');
  const fixed = publisher('tf2_msgs/msg/TFMessage', '/tf_static', { qos: latched });
  const transform = (parent, child, x, y, z, yaw) => ({
    header: header(parent),
    child_frame_id: child,
    transform: { translation: { x, y, z }, rotation: turned(yaw) },
  });
  fixed.publish({
    transforms: [
      transform('base_link', 'laser', 0.2, 0, 0.3, 0),
      transform('base_link', evil, 0, 0, 1, 0),
      transform('elsewhere', 'island', 0, 0, 0, 0),
    ],
  });
  publisher('std_msgs/msg/String', '/robot_description', { qos: latched }).publish({
    data: `<robot name="r">
    <material name="blue"><color rgba="0 0.3 0.8 1"/></material>
    <link name="base_link"><visual><origin xyz="0 0 0.2"/><geometry><box size="0.6 0.4 0.2"/></geometry><material name="blue"/></visual>
      <visual><origin xyz="0 0.25 0.1" rpy="1.5708 0 0"/><geometry><cylinder radius="0.1" length="0.06"/></geometry></visual>
      <visual><geometry><mesh filename="package://robot/arm.dae"/></geometry></visual></link>
    <link name="laser"><visual><geometry><sphere radius="0.08"/></geometry></visual></link></robot>`,
  });
  const map = publisher('nav_msgs/msg/OccupancyGrid', '/map', { qos: latched });
  const cells = Int8Array.from({ length: 80 * 60 }, (_, i) =>
    i % 80 < 2 || i < 160 ? 100 : i % 80 > 60 ? -1 : 0,
  );
  map.publish({
    header: header('map'),
    info: {
      map_load_time: { sec: 0, nanosec: 0 },
      resolution: 0.1,
      width: 80,
      height: 60,
      origin: { position: { x: -4, y: -3, z: 0 }, orientation: turned(0) },
    },
    data: cells,
  });
  const scan = publisher('sensor_msgs/msg/LaserScan', '/scan');
  const cloud = publisher('sensor_msgs/msg/PointCloud2', '/points');
  const path = publisher('nav_msgs/msg/Path', '/plan');
  const odom = publisher('nav_msgs/msg/Odometry', '/odom');
  const goal = publisher('geometry_msgs/msg/PoseStamped', '/goal');
  const particles = publisher('geometry_msgs/msg/PoseArray', '/particles');
  const markers = publisher('visualization_msgs/msg/MarkerArray', '/markers');
  const image = publisher('sensor_msgs/msg/Image', '/camera');
  let n = 0;
  node.createTimer(100_000_000n, () => {
    const yaw = n++ * 0.1;
    const [x, y] = [2 * Math.cos(yaw), 2 * Math.sin(yaw)];
    tf.publish({ transforms: [transform('map', 'base_link', x, y, 0, yaw + Math.PI / 2)] });
    scan.publish({
      header: header('laser'),
      angle_min: -2,
      angle_max: 2,
      angle_increment: 0.02,
      time_increment: 0,
      scan_time: 0,
      range_min: 0.1,
      range_max: 10,
      ranges: Float32Array.from({ length: 200 }, (_, i) => 1 + 0.3 * Math.sin(i / 9)),
      intensities: [],
    });
    const pose = poseOf(x, y, yaw + Math.PI / 2);
    odom.publish({
      header: header('map'),
      child_frame_id: 'base_link',
      pose: { pose, covariance: new Float64Array(36) },
      twist: {
        twist: { linear: { x: 1, y: 0, z: 0 }, angular: { x: 0, y: 0, z: 0.5 } },
        covariance: new Float64Array(36),
      },
    });
    goal.publish({ header: header('map'), pose: poseOf(0, 0, yaw) });
    particles.publish({
      header: header('map'),
      poses: Array.from({ length: 20 }, (_, i) => poseOf(3 + i / 20, i / 10 - 1, i)),
    });
    path.publish({
      header: header('map'),
      poses: Array.from({ length: 40 }, (_, i) => ({
        header: header('map'),
        pose: poseOf(2 * Math.cos(i / 6), 2 * Math.sin(i / 6), 0),
      })),
    });
    const color = { r: 0.8, g: 0.2, b: 0.1, a: 0.8 };
    const zero = { sec: 0, nanosec: 0 };
    const marker = (id, type, more) => ({
      header: header('map'),
      ns: 'm',
      id,
      type,
      action: 0,
      pose: poseOf(-2 + id / 2, -2, 0),
      scale: { x: 0.3, y: 0.3, z: 0.3 },
      color,
      lifetime: zero,
      frame_locked: false,
      points: [],
      colors: [],
      texture_resource: '',
      uv_coordinates: [],
      text: '',
      mesh_resource: '',
      mesh_use_embedded_materials: false,
      ...more,
    });
    const points = [
      { x: 0, y: 0, z: 0 },
      { x: 0.3, y: 0, z: 0.4 },
      { x: 0, y: 0.3, z: 0.4 },
    ];
    markers.publish({
      markers: [
        marker(0, 0),
        marker(1, 1),
        marker(2, 2),
        marker(3, 3),
        marker(4, 4, { points }),
        marker(5, 11, { points }),
        marker(6, 9, {
          text: evil,
          pose: { position: { x: 1, y: -2, z: 0.5 }, orientation: turned(0) },
        }),
        marker(7, 6, { points }),
        marker(8, 10, { mesh_resource: 'package://x/y.stl' }),
        marker(9, 1, { lifetime: { sec: 0, nanosec: 50_000_000 } }),
        marker(10, 0, {
          points: [
            { x: 0, y: 0, z: 0 },
            { x: 0, y: 0, z: 1 },
          ],
        }),
      ],
    });
    const pixels = Uint8Array.from({ length: 64 * 48 * 3 }, (_, i) =>
      i % 3 === n % 3 ? 200 : (i / 3) % 64,
    );
    image.publish({
      header: header('laser'),
      height: 48,
      width: 64,
      encoding: 'rgb8',
      is_bigendian: 0,
      step: 192,
      data: pixels,
    });
    if (n % 5 !== 1) return;
    const data = new Uint8Array(POINTS * 16);
    const view = new DataView(data.buffer);
    for (let i = 0; i < POINTS; i++) {
      const a = (i * 2.399963) % 6.2831853;
      const r = 1.5 * Math.sqrt(i / POINTS);
      view.setFloat32(i * 16, r * Math.cos(a), true);
      view.setFloat32(i * 16 + 4, r * Math.sin(a), true);
      view.setFloat32(i * 16 + 8, 1 + 0.3 * Math.sin(r * 6), true);
      view.setFloat32(i * 16 + 12, r, true);
    }
    const fields = ['x', 'y', 'z', 'intensity'].map((name, i) => ({
      name,
      offset: i * 4,
      datatype: 7,
      count: 1,
    }));
    cloud.publish({
      header: header('map'),
      height: 1,
      width: POINTS,
      fields,
      is_bigendian: false,
      point_step: 16,
      row_step: POINTS * 16,
      data,
      is_dense: true,
    });
  });
  node.spin();
});
