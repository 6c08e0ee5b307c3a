import { fromRollPitchYaw, type Pose, UPRIGHT } from '../geometry/pose.js';
import type { Shape } from '../geometry/shape.js';
import { unit, type Vector, ZERO } from '../geometry/vector.js';
import type { DescriptionFiles } from './description_files.js';
import { readMesh } from './read_mesh.js';
import type { XmlElement } from './xml_element.js';

const UNIT_SCALE: Vector = [1, 1, 1];

/** The shape of a `<geometry>` of SDF; undefined: it is empty or left out. */
export function readSdfGeometry(geometry: XmlElement, files: DescriptionFiles): Shape | undefined {
  const [element] = geometry.children;
  if (element === undefined || element.tag === 'empty') return undefined;
  const size = () => element.first('size')?.vector() ?? UNIT_SCALE;
  const radius = () => element.positive(element.numberOf('radius', 1), 'the radius');
  switch (element.tag) {
    case 'box':
      return boxOf(element, size());
    case 'sphere':
      return { kind: 'sphere', radius: radius() };
    case 'cylinder': {
      const length = element.positive(element.numberOf('length', 1), 'the length');
      return { kind: 'cylinder', radius: radius(), length };
    }
    case 'plane':
      return { kind: 'plane', normal: unit(element.first('normal')?.vector() ?? [0, 0, 1]) };
    case 'mesh': {
      if (element.first('submesh') !== undefined) element.unsupported('A submesh');
      const uri = element.textOf('uri') ?? element.refuse('<mesh> needs <uri>; add it');
      const scale = element.first('scale')?.vector() ?? UNIT_SCALE;
      return { kind: 'mesh', mesh: readMesh(uri, element, files, scale) };
    }
    default:
      if (files.ignores(element.tag)) return undefined;
      return element.unsupported(`A collision with <${element.tag}>`);
  }
}

/** The shape of a `<geometry>` of URDF. */
export function readUrdfGeometry(geometry: XmlElement, files: DescriptionFiles): Shape | undefined {
  const [element] = geometry.children;
  if (element === undefined) return geometry.refuse('<geometry> is empty; give it a shape');
  const radius = () => element.positive(element.numberIn('radius'), 'the radius');
  switch (element.tag) {
    case 'box':
      return boxOf(element, element.vectorIn('size', ZERO));
    case 'sphere':
      return { kind: 'sphere', radius: radius() };
    case 'cylinder': {
      const length = element.positive(element.numberIn('length'), 'the length');
      return { kind: 'cylinder', radius: radius(), length };
    }
    case 'mesh': {
      const scale = element.vectorIn('scale', UNIT_SCALE);
      return { kind: 'mesh', mesh: readMesh(element.required('filename'), element, files, scale) };
    }
    default:
      if (files.ignores(element.tag)) return undefined;
      return element.unsupported(`A collision with <${element.tag}>`);
  }
}

function boxOf(element: XmlElement, size: Vector): Shape {
  for (const length of size) element.positive(length, 'the length');
  return { kind: 'box', size };
}

/** The pose in an `<origin>` of URDF. */
export function originIn(element: XmlElement): Pose {
  const origin = element.first('origin');
  if (origin === undefined) return { at: ZERO, turned: UPRIGHT };
  const angles = origin.vectorIn('rpy', ZERO);
  return { at: origin.vectorIn('xyz', ZERO), turned: fromRollPitchYaw(angles) };
}
