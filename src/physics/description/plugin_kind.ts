import type { XmlElement } from './xml_element.js';

/** What a plugin is, by the name of its library or system. */
export type PluginKind =
  | 'differential'
  | 'planar'
  | 'ackermann'
  | 'joint_states'
  | 'p3d'
  | 'ray'
  | 'imu'
  | 'gps'
  | 'nothing'
  | 'gz_differential'
  | 'gz_ackermann'
  | 'gz_joint_states'
  | 'gz_odometry';

/** Libraries of gazebo_ros_pkgs, by their file. */
const CLASSIC: Readonly<Record<string, PluginKind>> = {
  'libgazebo_ros_diff_drive.so': 'differential',
  'libgazebo_ros_planar_move.so': 'planar',
  'libgazebo_ros_ackermann_drive.so': 'ackermann',
  'libgazebo_ros_joint_state_publisher.so': 'joint_states',
  'libgazebo_ros_p3d.so': 'p3d',
  'libgazebo_ros_ray_sensor.so': 'ray',
  'libgazebo_ros_imu_sensor.so': 'imu',
  'libgazebo_ros_gps_sensor.so': 'gps',
  'libgazebo_ros_init.so': 'nothing',
  'libgazebo_ros_factory.so': 'nothing',
  'libgazebo_ros_state.so': 'nothing',
};

/** Systems of gz-sim, by the last part of their name. */
const GZ: Readonly<Record<string, PluginKind>> = {
  DiffDrive: 'gz_differential',
  AckermannSteering: 'gz_ackermann',
  JointStatePublisher: 'gz_joint_states',
  OdometryPublisher: 'gz_odometry',
  Physics: 'nothing',
  UserCommands: 'nothing',
  SceneBroadcaster: 'nothing',
  Sensors: 'nothing',
  Imu: 'nothing',
  NavSat: 'nothing',
  Contact: 'nothing',
  PosePublisher: 'nothing',
};

/** What a plugin is; undefined: it is not known. */
export function pluginKind(plugin: XmlElement): PluginKind | undefined {
  const file = plugin.attribute('filename')?.split('/').at(-1) ?? '';
  if (Object.hasOwn(CLASSIC, file)) return CLASSIC[file];
  const [, system = ''] =
    /^(?:gz::sim|ignition::gazebo)::systems::(\w+)$/.exec(plugin.attribute('name') ?? '') ?? [];
  return Object.hasOwn(GZ, system) ? GZ[system] : undefined;
}
