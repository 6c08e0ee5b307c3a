import { readXml } from '../physics/index.js';
import { quaternionFromRPY, type Transform, type Vector3 } from '../tf2/index.js';

/** A joint of a robot as its description in URDF has it. */
export interface RobotJoint {
  readonly name: string;
  readonly parent: string;
  readonly child: string;
  /** Where the child is while the joint is at 0. */
  readonly origin: Transform;
  /** Of length 1; it turns about it, or slides along it. */
  readonly axis: Vector3;
  readonly moves: 'turns' | 'slides' | 'not';
  /** The joint whose position it has, times a factor, plus an offset. */
  readonly mimic:
    | { readonly joint: string; readonly factor: number; readonly offset: number }
    | undefined;
}

type Element = ReturnType<typeof readXml>;

const MOVES: Readonly<Record<string, RobotJoint['moves']>> = {
  revolute: 'turns',
  continuous: 'turns',
  prismatic: 'slides',
};

/**
 * The joints of a robot, in the order of their names. Those of six degrees of freedom are left out, as nothing
 * says where they are.
 *
 * @param text - URDF
 * @throws OrreryError `ORR_PHYSICS_FILE` for what is not valid URDF
 */
export function readJoints(text: string): RobotJoint[] {
  const robot = readXml(text, 'robot_description');
  if (robot.tag !== 'robot')
    robot.refuse(`It begins with <${robot.tag}>; URDF begins with <robot>`);
  return robot
    .all('joint')
    .filter((joint) => joint.required('type') !== 'floating')
    .map(jointOf)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function jointOf(joint: Element): RobotJoint {
  const [origin, mimic] = [joint.first('origin'), joint.first('mimic')];
  const [x, y, z] = origin?.vectorIn('xyz', [0, 0, 0]) ?? [0, 0, 0];
  const [roll, pitch, yaw] = origin?.vectorIn('rpy', [0, 0, 0]) ?? [0, 0, 0];
  const axis = joint.first('axis');
  const [ax, ay, az] = axis?.direction(axis.vectorIn('xyz', [1, 0, 0])) ?? [1, 0, 0];
  const length = Math.sqrt(ax * ax + ay * ay + az * az);
  const end = (tag: string) =>
    joint.first(tag)?.required('link') ?? joint.refuse(`<joint> needs <${tag}>; add it`);
  return {
    name: joint.required('name'),
    parent: end('parent'),
    child: end('child'),
    origin: { translation: { x, y, z }, rotation: quaternionFromRPY(roll, pitch, yaw) },
    axis: { x: ax / length, y: ay / length, z: az / length },
    moves: MOVES[joint.required('type')] ?? 'not',
    mimic: mimic && {
      joint: mimic.required('joint'),
      factor: mimic.numberIn('multiplier', 1),
      offset: mimic.numberIn('offset', 0),
    },
  };
}
