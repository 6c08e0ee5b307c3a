import { OrreryError } from '../errors/index.js';
import { quaternionFromRPY, StaticTransformBroadcaster, type Transform } from '../tf2/index.js';
import { createOwnNode } from './lifecycle_client.js';

const NUMBERS = ['x', 'y', 'z', 'qx', 'qy', 'qz', 'qw', 'roll', 'pitch', 'yaw'] as const;

type Given = Partial<Record<(typeof NUMBERS)[number] | 'frame-id' | 'child-frame-id', string>>;

/** The words by their positions, as tutorials for older distributions have them. */
const ORDERS: Readonly<Record<number, readonly (keyof Given)[]>> = {
  8: ['x', 'y', 'z', 'yaw', 'pitch', 'roll', 'frame-id', 'child-frame-id'],
  9: ['x', 'y', 'z', 'qx', 'qy', 'qz', 'qw', 'frame-id', 'child-frame-id'],
};

/**
 * Starts tf2_ros's `static_transform_publisher` in the program that is being started: it publishes one
 * transform on `/tf_static`. Its node is named after the child frame, where ROS 2 draws letters.
 *
 * @param args - `--x 1 … --frame-id map --child-frame-id odom`, or the values in their older order
 * @throws OrreryError `ORR_PROGRAM_ARGUMENTS`
 */
export async function startStaticTransformPublisher(args: readonly string[]): Promise<void> {
  const rosArgs = args.indexOf('--ros-args');
  const given = readWords(rosArgs < 0 ? args : args.slice(0, rosArgs));
  const [parent, child] = [given['frame-id'] ?? '', given['child-frame-id'] ?? ''];
  if (parent === '' || child === '' || parent === child) {
    refuse(`needs two frames that differ, not "${parent}" and "${child}"`);
  }
  const name = `static_transform_publisher_${child.replace(/\W+/g, '_')}`;
  const node = await createOwnNode(name, args);
  new StaticTransformBroadcaster(node).sendTransform({
    header: { stamp: node.getClock().now().toMsg(), frame_id: parent },
    child_frame_id: child,
    transform: transformOf(given),
  });
}

function readWords(words: readonly string[]): Given {
  const order = ORDERS[words.length];
  if (order !== undefined && !words.some((word) => word.startsWith('--'))) {
    return Object.fromEntries(words.map((word, index) => [order[index], word]));
  }
  const given: Record<string, string> = {};
  for (let index = 0; index < words.length; index += 2) {
    const [option = '', value] = [words[index], words[index + 1]];
    const name = option.replace(/^--/, '');
    const isKnown = NUMBERS.some((each) => each === name) || /^(child-)?frame-id$/.test(name);
    if (!isKnown || value === undefined) refuse(`does not understand "${option}"`);
    given[name] = value;
  }
  return given;
}

function transformOf(given: Given): Transform {
  const number = (name: (typeof NUMBERS)[number], otherwise = 0): number => {
    const value = given[name] === undefined ? otherwise : Number(given[name]);
    return Number.isFinite(value)
      ? value
      : refuse(`needs a number for ${name}, not "${given[name]}"`);
  };
  const has = (names: readonly string[]) => names.some((name) => Object.hasOwn(given, name));
  const isTurned = has(['roll', 'pitch', 'yaw']);
  if (isTurned && has(['qx', 'qy', 'qz', 'qw'])) {
    refuse('turns either by --roll, --pitch and --yaw or by a quaternion, not by both');
  }
  return {
    translation: { x: number('x'), y: number('y'), z: number('z') },
    rotation: isTurned
      ? quaternionFromRPY(number('roll'), number('pitch'), number('yaw'))
      : { x: number('qx'), y: number('qy'), z: number('qz'), w: number('qw', 1) },
  };
}

function refuse(what: string): never {
  throw new OrreryError(
    'ORR_PROGRAM_ARGUMENTS',
    `static_transform_publisher ${what}; give --frame-id PARENT --child-frame-id CHILD, and --x, --y, --z, --roll, --pitch, --yaw or --qx, --qy, --qz, --qw.`,
  );
}
