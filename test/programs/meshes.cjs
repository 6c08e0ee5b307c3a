// A robot whose links are meshes of three formats, and a marker that is one.
const rclnodejs = require('rclnodejs');

rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('arm');
  const { HistoryPolicy, ReliabilityPolicy, DurabilityPolicy } = rclnodejs.QoS;
  const latched = new rclnodejs.QoS(
    HistoryPolicy.RMW_QOS_POLICY_HISTORY_KEEP_LAST,
    1,
    ReliabilityPolicy.RMW_QOS_POLICY_RELIABILITY_RELIABLE,
    DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL,
  );
  const publish = (type, name, message) =>
    node.createPublisher(type, name, { qos: latched }).publish(message);
  const turned = { x: 0, y: 0, z: 0, w: 1 };
  const header = (frame_id) => ({ stamp: { sec: 0, nanosec: 0 }, frame_id });
  const link = (name, uri, colour) =>
    `<link name="${name}"><visual><geometry><mesh filename="${uri}" scale="0.5 0.5 0.5"/></geometry>${colour}</visual></link>`;
  const paint = (rgba) => `<material name="m"><color rgba="${rgba}"/></material>`;
  publish('std_msgs/msg/String', '/robot_description', {
    data: `<robot name="arm">${link('base', 'package://arm_description/meshes/base.STL', paint('0 0.3 0.8 1'))}
      ${link('hand', 'package://arm_description/meshes/hand.dae', '')}
      ${link('gone', 'package://arm_description/meshes/gone.stl', '')}
      ${link('out', 'package://arm_description/../../secret.stl', '')}</robot>`,
  });
  publish('tf2_msgs/msg/TFMessage', '/tf_static', {
    transforms: ['hand', 'gone', 'out'].map((child_frame_id, i) => ({
      header: header('base'),
      child_frame_id,
      transform: { translation: { x: 0, y: 1.5 * i + 1.5, z: 0 }, rotation: turned },
    })),
  });
  publish('visualization_msgs/msg/Marker', '/cup', {
    ...{ header: header('base'), ns: 'cup', id: 1, type: 10, action: 0 },
    pose: { position: { x: 0, y: -1.5, z: 0 }, orientation: turned },
    scale: { x: 0.5, y: 0.5, z: 0.5 },
    color: { r: 1, g: 1, b: 0, a: 1 },
    mesh_resource: 'package://arm_description/meshes/cup.obj',
  });
  rclnodejs.spin(node);
});
