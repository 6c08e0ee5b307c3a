import { IDENTITY } from '../geometry/pose.js';
import type { Collision, Inertial, LinkDescription, SensorDescription } from './description.js';
import type { DescriptionFiles } from './description_files.js';
import { type FrameTree, poseIn } from './frame_tree.js';
import { readSdfGeometry } from './read_geometry.js';
import type { XmlElement } from './xml_element.js';

/** Elements of a link that do not affect motion: how it looks and sounds. */
const WITHOUT_EFFECT = new Set([
  ...['pose', 'inertial', 'collision', 'visual', 'sensor', 'light', 'self_collide', 'enable_wind'],
  ...['velocity_decay', 'must_be_base_link', 'audio_source', 'audio_sink', 'material', 'gravity'],
  ...['kinematic'],
]);

/** Reads a `<link>` of SDF. */
export function readSdfLink(
  element: XmlElement,
  name: string,
  frames: FrameTree,
  files: DescriptionFiles,
): LinkDescription {
  for (const child of element.children) {
    const isKnown = WITHOUT_EFFECT.has(child.tag) || child.tag.includes(':');
    if (!isKnown && !files.ignores(child.tag)) child.unsupported(`<${child.tag}> in a link`);
  }
  if (!element.flagOf('gravity', true) && !files.ignores('gravity')) {
    element.first('gravity')?.unsupported('A link without gravity');
  }
  if (element.flagOf('kinematic', false) && !files.ignores('kinematic')) {
    element.first('kinematic')?.unsupported('A kinematic link');
  }
  const collisions = element.all('collision').map((each) => collisionOf(each, frames, files));
  return {
    name,
    pose: frames.poseOf(element.required('name'), element),
    inertial: inertialOf(element.first('inertial')),
    collisions: collisions.filter((each) => each !== undefined),
    sensors: element.all('sensor').map((each) => sensorOf(each, frames)),
  };
}

function inertialOf(element: XmlElement | undefined): Inertial {
  // SDF's defaults.
  if (element === undefined) return { mass: 1, pose: IDENTITY, tensor: [1, 1, 1, 0, 0, 0] };
  if (element.attribute('auto') === 'true') element.unsupported('<inertial auto="true">');
  const inertia = element.first('inertia');
  const moment = (name: string, otherwise: number) =>
    inertia?.numberOf(name, otherwise) ?? otherwise;
  return {
    mass: element.positive(element.numberOf('mass', 1), 'the mass'),
    pose: poseOfInertial(element),
    tensor: [
      ...([moment('ixx', 1), moment('iyy', 1), moment('izz', 1)] as const),
      ...([moment('ixy', 0), moment('ixz', 0), moment('iyz', 0)] as const),
    ],
  };
}

function poseOfInertial(element: XmlElement) {
  const frames = element.first('pose')?.attribute('relative_to');
  if (frames !== undefined) element.unsupported('The attribute relative_to in <inertial>');
  return poseIn(element);
}

function collisionOf(
  element: XmlElement,
  frames: FrameTree,
  files: DescriptionFiles,
): Collision | undefined {
  const geometry = element.first('geometry');
  if (geometry === undefined) return element.refuse('<collision> needs <geometry>; add it');
  const shape = readSdfGeometry(geometry, files);
  if (shape === undefined) return undefined;
  const surface = element.first('surface');
  const friction = surface?.first('friction');
  const coefficients = friction?.first('ode') ?? friction?.first('bullet');
  const mu = coefficients?.numberOf('mu', 1) ?? coefficients?.numberOf('friction', 1) ?? 1;
  const restitution = surface?.first('bounce')?.numberOf('restitution_coefficient', 0) ?? 0;
  return { shape, pose: frames.within(element), friction: mu, restitution };
}

function sensorOf(element: XmlElement, frames: FrameTree): SensorDescription {
  return {
    name: element.required('name'),
    type: element.required('type'),
    pose: frames.within(element),
    element,
  };
}
