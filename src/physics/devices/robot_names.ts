import type { RobotModel } from '../../models/index.js';
import type { RobotNames } from './outlet.js';

/** Names of a robot, and its absolute namespace. */
export function robotNames({
  namespace = '/',
  frame_prefix: prefix = '',
  remap = {},
}: RobotModel): RobotNames & { readonly namespace: string } {
  const inner = namespace.replace(/^\/|\/$/g, '');
  const absolute = `/${inner}`;
  return {
    namespace: absolute,
    topic: (name) => {
      const wanted = Object.hasOwn(remap, name) ? remap[name]! : name;
      if (wanted.startsWith('/')) return rosName(wanted);
      const own = wanted.replace(/^~\//, '');
      return rosName(inner === '' ? `/${own}` : `${absolute}/${own}`);
    },
    frame: (name) => (name === '' ? name : prefix + name),
  };
}

/** Topics of gz-sim may contain characters that ROS does not allow. */
function rosName(name: string): string {
  return name.replace(/[^A-Za-z0-9_/]/g, '_').replace(/\/(?=\d)/g, '/_');
}
