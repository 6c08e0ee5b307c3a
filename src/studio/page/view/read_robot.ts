import type { Colour, MeshShape, PoseNumbers, Shapes } from '../../model/drawable.js';
import type { RobotPart } from '../scene/scene_part.js';

/** A longer text is not a robot's description. */
const MOST_LETTERS = 20_000_000;
const MOST_PARTS = 5000;

export interface Robot {
  readonly parts: readonly RobotPart[];
  /** What is not shown, and why. */
  readonly problems: readonly string[];
}

/** Reads the visible parts of a robot from URDF: boxes, cylinders, spheres and meshes of its links. */
export function readRobot(urdf: string): Robot {
  if (urdf.length > MOST_LETTERS) return { parts: [], problems: ['The robot is too large.'] };
  const root = new DOMParser().parseFromString(urdf, 'application/xml').documentElement;
  if (root.nodeName !== 'robot') {
    return { parts: [], problems: ['/robot_description holds no URDF.'] };
  }
  const colours = new Map<string, Colour>();
  for (const material of childrenOf(root, 'material')) note(material, colours);
  const parts: RobotPart[] = [];
  for (const link of childrenOf(root, 'link')) {
    for (const visual of childrenOf(link, 'visual')) {
      const geometry = childrenOf(visual, 'geometry')[0]?.firstElementChild;
      if (geometry === null || geometry === undefined || parts.length === MOST_PARTS) continue;
      const material = childrenOf(visual, 'material')[0];
      const colour = material && note(material, colours);
      const solid = solidOf(geometry, originOf(visual), colour);
      if (solid !== undefined) parts.push({ frame: link.getAttribute('name') ?? '', solid });
    }
  }
  return { parts, problems: [] };
}

function childrenOf(element: Element, name: string): Element[] {
  return [...element.children].filter((child) => child.nodeName === name);
}

/** A material is defined once and referred to by name elsewhere. */
function note(material: Element, colours: Map<string, Colour>): Colour | undefined {
  const name = material.getAttribute('name') ?? '';
  const rgba = childrenOf(material, 'color')[0]?.getAttribute('rgba');
  if (rgba === null || rgba === undefined) return colours.get(name);
  const [r = 0, g = 0, b = 0, a = 1] = numbersIn(rgba);
  const byte = (part: number) => Math.round(255 * Math.min(1, Math.max(0, part || 0)));
  const colour: Colour = [byte(r), byte(g), byte(b), byte(a)];
  if (name !== '') colours.set(name, colour);
  return colour;
}

function solidOf(
  geometry: Element,
  pose: PoseNumbers,
  colour: Colour | undefined,
): Shapes | MeshShape | undefined {
  const number = (name: string) => Number(geometry.getAttribute(name) ?? 0) || 0;
  const shaped = (shape: Shapes['shape'], size: readonly number[]): Shapes => {
    const places = Float32Array.from([0, 0, 0, 0, 0, 0, 1, ...size]);
    return { kind: 'shapes', pose, shape, places, colour };
  };
  const wide = 2 * number('radius');
  switch (geometry.nodeName) {
    case 'box': {
      const [x = 0, y = 0, z = 0] = numbersIn(geometry.getAttribute('size') ?? '');
      return shaped('box', [x, y, z]);
    }
    case 'cylinder':
      return shaped('cylinder', [wide, wide, number('length')]);
    case 'sphere':
      return shaped('sphere', [wide, wide, wide]);
    case 'mesh': {
      const [x = 1, y = 1, z = 1] = numbersIn(geometry.getAttribute('scale') ?? '1 1 1');
      const uri = geometry.getAttribute('filename') ?? '';
      return { kind: 'mesh', pose, uri, scale: [x, y, z], colour };
    }
    default:
      return undefined;
  }
}

function originOf(visual: Element): PoseNumbers {
  const origin = childrenOf(visual, 'origin')[0];
  const [x = 0, y = 0, z = 0] = numbersIn(origin?.getAttribute('xyz') ?? '');
  const [roll = 0, pitch = 0, yaw = 0] = numbersIn(origin?.getAttribute('rpy') ?? '');
  const [sr, cr] = [Math.sin(roll / 2), Math.cos(roll / 2)];
  const [sp, cp] = [Math.sin(pitch / 2), Math.cos(pitch / 2)];
  const [sy, cy] = [Math.sin(yaw / 2), Math.cos(yaw / 2)];
  const [qx, qy] = [sr * cp * cy - cr * sp * sy, cr * sp * cy + sr * cp * sy];
  const [qz, qw] = [cr * cp * sy - sr * sp * cy, cr * cp * cy + sr * sp * sy];
  return [x, y, z, qx, qy, qz, qw];
}

function numbersIn(text: string): number[] {
  return text
    .trim()
    .split(/\s+/)
    .map((word) => Number(word) || 0);
}
