/** The definitions of our own, one file per package. */
import type { DefinitionText } from '../definition_source.js';
import { action_msgs } from './action_msgs.js';
import { action_tutorials_interfaces } from './action_tutorials_interfaces.js';
import { composition_interfaces } from './composition_interfaces.js';
import { diagnostic_msgs } from './diagnostic_msgs.js';
import { example_interfaces } from './example_interfaces.js';
import { lifecycle_msgs } from './lifecycle_msgs.js';
import { nav_msgs } from './nav_msgs.js';
import { orchestrator_interfaces } from './orchestrator_interfaces.js';
import { rcl_interfaces } from './rcl_interfaces.js';
import { rosbag2_interfaces } from './rosbag2_interfaces.js';
import { rosidl_generator_py } from './rosidl_generator_py.js';
import { sensor_msgs } from './sensor_msgs.js';
import { service_msgs } from './service_msgs.js';
import { std_srvs } from './std_srvs.js';
import { test_msgs } from './test_msgs.js';
import { tf2_msgs } from './tf2_msgs.js';
import { turtlesim } from './turtlesim.js';
import { type_description_interfaces } from './type_description_interfaces.js';
import { visualization_msgs } from './visualization_msgs.js';

const PACKAGES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  action_msgs,
  action_tutorials_interfaces,
  composition_interfaces,
  diagnostic_msgs,
  example_interfaces,
  lifecycle_msgs,
  nav_msgs,
  orchestrator_interfaces,
  rcl_interfaces,
  rosbag2_interfaces,
  rosidl_generator_py,
  sensor_msgs,
  service_msgs,
  std_srvs,
  test_msgs,
  tf2_msgs,
  turtlesim,
  type_description_interfaces,
  visualization_msgs,
};

/** Definitions by full name; in the files above, the names of those in IDL end in `.idl`. */
export const OWN_DEFINITIONS: ReadonlyMap<string, DefinitionText> = new Map(
  Object.entries(PACKAGES).flatMap(([pkg, definitions]) =>
    Object.entries(definitions).map(([name, text]) => {
      const short = name.replace(/\.idl$/, '');
      return [`${pkg}/${short}`, { text: `${text}\n`, isIdl: short !== name }] as const;
    }),
  ),
);

/** Packages with definitions of our own. */
export const OWN_PACKAGES: readonly string[] = Object.keys(PACKAGES);
