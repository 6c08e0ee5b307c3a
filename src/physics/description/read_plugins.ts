import type { DeviceSpec, OdometryOutput } from '../devices/device_specs.js';
import type { ModelDescription } from './description.js';
import type { DescriptionFiles } from './description_files.js';
import { periodOf } from './period_of.js';
import { pluginKind } from './plugin_kind.js';
import { readSensor } from './read_sensor.js';
import { RosNames } from './ros_names.js';
import type { XmlElement } from './xml_element.js';

/**
 * The drives and sensors of a robot, as plugins of Gazebo Classic and systems of gz-sim describe
 * them.
 *
 * @param name - of the robot
 * @param world - name of the world, for the topics of gz-sim
 * @throws OrreryError `ORR_PHYSICS_UNSUPPORTED` for plugins that are not known
 */
export function readPlugins(
  model: ModelDescription,
  name: string,
  world: string,
  files: DescriptionFiles,
): DeviceSpec[] {
  const drives = model.plugins.flatMap((plugin) => readDrive(plugin, name, files));
  const sensors = model.links.flatMap((link) =>
    link.sensors.flatMap((sensor) => readSensor(sensor, link.name, { name, world }, files)),
  );
  return [...drives, ...sensors];
}

function readDrive(plugin: XmlElement, robot: string, files: DescriptionFiles): DeviceSpec[] {
  if (files.ignores(plugin.attribute('filename'), plugin.attribute('name'))) return [];
  switch (pluginKind(plugin)) {
    case 'differential':
      return [classicDifferential(plugin)];
    case 'planar': {
      const command = new RosNames(plugin).topic(plugin.textOf('command_topic') ?? 'cmd_vel');
      return [{ kind: 'planar', command, odometry: classicOdometry(plugin, 20) }];
    }
    case 'ackermann':
      return [classicAckermann(plugin)];
    case 'joint_states':
      return [classicJointStates(plugin)];
    case 'p3d':
      return [classicP3d(plugin)];
    case 'gz_differential':
      return [gzDifferential(plugin, robot)];
    case 'gz_ackermann':
      return [gzAckermann(plugin, robot)];
    case 'gz_joint_states': {
      const topic = plugin.textOf('topic') ?? `/model/${robot}/joint_state`;
      const joints = namesIn(plugin, 'joint_name');
      return [{ kind: 'joint_states', joints, topic, frame: '', period: 20_000_000 }];
    }
    case 'gz_odometry': {
      const link = plugin.textOf('robot_base_frame') ?? 'base_footprint';
      return [{ kind: 'odometry', link, odometry: gzOdometry(plugin, robot, link) }];
    }
    case 'nothing':
      return [];
    default: {
      const named = plugin.attribute('filename') ?? plugin.attribute('name') ?? '';
      return plugin.unsupported(`The plugin "${named}"`);
    }
  }
}

function namesIn(plugin: XmlElement, ...tags: readonly string[]): string[] {
  return tags.flatMap((tag) => plugin.all(tag).map(({ text }) => text.trim()));
}

function classicOdometry(plugin: XmlElement, rate: number): OdometryOutput {
  const names = new RosNames(plugin);
  const period = periodOf(
    plugin.numberOf('update_rate', plugin.numberOf('publish_rate', rate)),
    plugin,
  );
  return {
    topic: plugin.flagOf('publish_odom', true)
      ? names.topic(plugin.textOf('odometry_topic') ?? 'odom')
      : undefined,
    transform: plugin.flagOf('publish_odom_tf', true) ? names.topic('/tf') : undefined,
    frame: plugin.textOf('odometry_frame') ?? 'odom',
    child: plugin.textOf('robot_base_frame') ?? 'base_footprint',
    period,
  };
}

function classicDifferential(plugin: XmlElement): DeviceSpec {
  const acceleration = plugin.numberOf('max_wheel_acceleration', 0);
  return {
    kind: 'differential',
    left: namesIn(plugin, 'left_joint'),
    right: namesIn(plugin, 'right_joint'),
    separation: plugin.positive(plugin.numberOf('wheel_separation', 0.34), 'wheel_separation'),
    diameter: plugin.positive(plugin.numberOf('wheel_diameter', 0.15), 'wheel_diameter'),
    acceleration: acceleration === 0 ? Number.POSITIVE_INFINITY : acceleration,
    torque: plugin.numberOf('max_wheel_torque', 5),
    command: new RosNames(plugin).topic(plugin.textOf('command_topic') ?? 'cmd_vel'),
    source: plugin.numberOf('odometry_source', 1) === 0 ? 'wheels' : 'world',
    odometry: classicOdometry(plugin, 100),
  };
}

function classicAckermann(plugin: XmlElement): DeviceSpec {
  const required = (tag: string) =>
    plugin.textOf(tag) ?? plugin.refuse(`The plugin needs <${tag}>; add it`);
  const wheels = plugin.positive(plugin.numberOf('wheel_separation', 1), 'wheel_separation');
  return {
    kind: 'ackermann',
    left: [required('rear_left_joint')],
    right: [required('rear_right_joint')],
    steerLeft: required('left_steering_joint'),
    steerRight: required('right_steering_joint'),
    base: plugin.positive(plugin.numberOf('wheel_base', 1), 'wheel_base'),
    separation: wheels,
    kingpins: plugin.positive(plugin.numberOf('kingpin_width', wheels), 'kingpin_width'),
    diameter: plugin.positive(2 * plugin.numberOf('wheel_radius', 0.3), 'the wheel diameter'),
    limit: plugin.numberOf('max_steer', 0.6),
    command: new RosNames(plugin).topic(plugin.textOf('command_topic') ?? 'cmd_vel'),
    odometry: classicOdometry(plugin, 100),
  };
}

function classicJointStates(plugin: XmlElement): DeviceSpec {
  return {
    kind: 'joint_states',
    joints: namesIn(plugin, 'joint_name'),
    topic: new RosNames(plugin).output('joint_states'),
    frame: '',
    period: periodOf(plugin.numberOf('update_rate', 100), plugin),
  };
}

function classicP3d(plugin: XmlElement): DeviceSpec {
  const link = plugin.textOf('body_name') ?? plugin.refuse('The plugin needs <body_name>; add it');
  const period = periodOf(plugin.numberOf('update_rate', 0), plugin);
  const topic = new RosNames(plugin).output('odom');
  const frame = plugin.textOf('frame_name') ?? 'world';
  return {
    kind: 'odometry',
    link,
    odometry: { topic, transform: undefined, frame, child: link, period },
  };
}

function gzOdometry(plugin: XmlElement, robot: string, child: string): OdometryOutput {
  return {
    topic: plugin.textOf('odom_topic') ?? `/model/${robot}/odometry`,
    transform: plugin.textOf('tf_topic') ?? `/model/${robot}/tf`,
    frame: plugin.textOf('frame_id') ?? plugin.textOf('odom_frame') ?? `${robot}/odom`,
    child: plugin.textOf('child_frame_id') ?? `${robot}/${child}`,
    period: periodOf(plugin.numberOf('odom_publish_frequency', 50), plugin),
  };
}

function gzDifferential(plugin: XmlElement, robot: string): DeviceSpec {
  const most = plugin.numberOf('max_linear_acceleration', plugin.numberOf('max_acceleration', 0));
  return {
    kind: 'differential',
    left: namesIn(plugin, 'left_joint'),
    right: namesIn(plugin, 'right_joint'),
    separation: plugin.positive(plugin.numberOf('wheel_separation', 1), 'wheel_separation'),
    diameter: plugin.positive(2 * plugin.numberOf('wheel_radius', 0.2), 'the wheel diameter'),
    acceleration: most === 0 ? Number.POSITIVE_INFINITY : most,
    torque: 1000,
    command: plugin.textOf('topic') ?? `/model/${robot}/cmd_vel`,
    source: 'wheels',
    odometry: gzOdometry(plugin, robot, 'base_link'),
  };
}

function gzAckermann(plugin: XmlElement, robot: string): DeviceSpec {
  const [steerLeft, steerRight] = ['left_steering_joint', 'right_steering_joint'].map(
    (tag) => plugin.textOf(tag) ?? plugin.refuse(`The plugin needs <${tag}>; add it`),
  );
  const separation = plugin.positive(plugin.numberOf('wheel_separation', 1), 'wheel_separation');
  return {
    kind: 'ackermann',
    left: namesIn(plugin, 'left_joint'),
    right: namesIn(plugin, 'right_joint'),
    steerLeft: steerLeft!,
    steerRight: steerRight!,
    base: plugin.positive(plugin.numberOf('wheel_base', 1), 'wheel_base'),
    separation,
    kingpins: plugin.positive(plugin.numberOf('kingpin_width', 0.8), 'kingpin_width'),
    diameter: plugin.positive(2 * plugin.numberOf('wheel_radius', 0.2), 'the wheel diameter'),
    limit: plugin.numberOf('steering_limit', 0.5),
    command: plugin.textOf('topic') ?? `/model/${robot}/cmd_vel`,
    odometry: gzOdometry(plugin, robot, 'base_link'),
  };
}
