import { compose, IDENTITY, type Pose, rotate } from '../geometry/pose.js';
import { unit } from '../geometry/vector.js';
import type {
  Collision,
  Inertial,
  JointDescription,
  LinkDescription,
  ModelDescription,
  SensorDescription,
} from './description.js';
import type { DescriptionFiles } from './description_files.js';
import { poseIn } from './frame_tree.js';
import { originIn, readUrdfGeometry } from './read_geometry.js';
import type { XmlElement } from './xml_element.js';

/** Elements of a robot that do not affect motion. */
const WITHOUT_EFFECT = new Set([
  ...['link', 'joint', 'gazebo', 'material', 'transmission', 'ros2_control'],
]);
const DEEPEST = 256;

/**
 * Reads a robot from URDF, with what `<gazebo>` elements add: friction, sensors, plugins.
 *
 * @throws OrreryError `ORR_PHYSICS_FILE`, `ORR_PHYSICS_UNSUPPORTED`
 */
export function readUrdf(file: string, files: DescriptionFiles): ModelDescription {
  const root = files.xml(file);
  if (root.tag !== 'robot') {
    return root.refuse(`${file} begins with <${root.tag}>; URDF begins with <robot>`);
  }
  for (const child of root.children) {
    if (child.tag.startsWith('xacro:')) child.unsupported(`<${child.tag}>, which xacro expands,`);
    if (!WITHOUT_EFFECT.has(child.tag) && !files.ignores(child.tag)) {
      child.unsupported(`<${child.tag}> in <robot>`);
    }
  }
  const extensions = root.all('gazebo');
  const joints = root.all('joint');
  const poses = posesOf(root, joints);
  return {
    name: root.required('name'),
    isStatic: extensions.some((each) => each.flagOf('static', false)),
    pose: IDENTITY,
    links: root.all('link').map((each) => linkOf(each, poses, extensions, files)),
    joints: joints.map((each) => jointOf(each, poses)),
    plugins: extensions
      .filter((each) => each.attribute('reference') === undefined)
      .flatMap((each) => each.all('plugin')),
  };
}

/** The poses of all links in the frame of the root link. */
function posesOf(root: XmlElement, joints: readonly XmlElement[]): Map<string, Pose> {
  const parents = new Map<string, XmlElement>();
  for (const joint of joints) {
    const child = endOf(joint, 'child');
    if (parents.has(child)) joint.refuse(`The link ${child} has two parents; keep one joint`);
    parents.set(child, joint);
  }
  const names = new Set(root.all('link').map((link) => link.required('name')));
  const known = new Map<string, Pose>();
  const poseOf = (name: string, asker: XmlElement, depth: number): Pose => {
    const found = known.get(name);
    if (found !== undefined) return found;
    if (!names.has(name)) return asker.refuse(`There is no link named ${name}; correct the name`);
    if (depth > DEEPEST) return asker.refuse(`The link ${name} is its own ancestor, or too deep`);
    const joint = parents.get(name);
    const pose =
      joint === undefined
        ? IDENTITY
        : compose(poseOf(endOf(joint, 'parent'), joint, depth + 1), originIn(joint));
    known.set(name, pose);
    return pose;
  };
  for (const name of names) poseOf(name, root, 0);
  for (const joint of joints) poseOf(endOf(joint, 'child'), joint, 0);
  const roots = [...names].filter((name) => !parents.has(name));
  if (roots.length !== 1) root.refuse(`<robot> needs one root link, not ${roots.length}`);
  return known;
}

function endOf(joint: XmlElement, end: 'parent' | 'child'): string {
  const element = joint.first(end);
  if (element === undefined) return joint.refuse(`<joint> needs <${end}>; add it`);
  return element.required('link');
}

function linkOf(
  element: XmlElement,
  poses: ReadonlyMap<string, Pose>,
  extensions: readonly XmlElement[],
  files: DescriptionFiles,
): LinkDescription {
  const name = element.required('name');
  const own = extensions.filter((each) => each.attribute('reference') === name);
  const numberIn = (tag: string, otherwise: number) =>
    own.reduce((value, each) => each.numberOf(tag, value), otherwise);
  const friction = numberIn('mu1', numberIn('mu', 1));
  const collisions = element.all('collision').map((each): Collision | undefined => {
    const geometry = each.first('geometry');
    if (geometry === undefined) return each.refuse('<collision> needs <geometry>; add it');
    const shape = readUrdfGeometry(geometry, files);
    return shape && { shape, pose: originIn(each), friction, restitution: 0 };
  });
  const sensors = own.flatMap((each) => each.all('sensor'));
  return {
    name,
    pose: poses.get(name)!,
    inertial: inertialOf(element.first('inertial')),
    collisions: collisions.filter((each) => each !== undefined),
    sensors: sensors.map(
      (each): SensorDescription => ({
        name: each.required('name'),
        type: each.required('type'),
        pose: poseIn(each),
        element: each,
      }),
    ),
  };
}

function inertialOf(element: XmlElement | undefined): Inertial {
  // A link without it has no mass, e.g. a frame only.
  if (element === undefined) return { mass: 0, pose: IDENTITY, tensor: [0, 0, 0, 0, 0, 0] };
  const mass = element.first('mass')?.numberIn('value') ?? 0;
  const inertia = element.first('inertia');
  const moment = (name: string) => inertia?.numberIn(name, 0) ?? 0;
  return {
    mass: mass === 0 ? 0 : element.positive(mass, 'the mass'),
    pose: originIn(element),
    tensor: [
      ...([moment('ixx'), moment('iyy'), moment('izz')] as const),
      ...([moment('ixy'), moment('ixz'), moment('iyz')] as const),
    ],
  };
}

function jointOf(element: XmlElement, poses: ReadonlyMap<string, Pose>): JointDescription {
  const name = element.required('name');
  if (element.first('mimic') !== undefined) element.unsupported(`<mimic> of the joint ${name}`);
  const [parent, child] = [endOf(element, 'parent'), endOf(element, 'child')];
  // The frame of a joint is that of its child.
  const pose = compose(poses.get(parent)!, originIn(element));
  const kind = kindOf(element);
  const [axis, limit] = [element.first('axis'), element.first('limit')];
  const isFree = element.attribute('type') === 'continuous' || kind === 'fixed';
  return {
    name,
    kind,
    parent,
    child,
    pose,
    axis: unit(rotate(pose.turned, axis?.direction(axis.vectorIn('xyz', [1, 0, 0])) ?? [1, 0, 0])),
    lower: isFree ? Number.NEGATIVE_INFINITY : (limit?.numberIn('lower', 0) ?? 0),
    upper: isFree ? Number.POSITIVE_INFINITY : (limit?.numberIn('upper', 0) ?? 0),
    damping: element.first('dynamics')?.numberIn('damping', 0) ?? 0,
  };
}

function kindOf(element: XmlElement): JointDescription['kind'] {
  const type = element.required('type');
  if (type === 'continuous') return 'revolute';
  if (type === 'fixed' || type === 'revolute' || type === 'prismatic') return type;
  return element.unsupported(`A joint of the type ${type}`);
}
