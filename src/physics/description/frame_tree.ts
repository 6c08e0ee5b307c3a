import { compose, fromRollPitchYaw, IDENTITY, type Pose } from '../geometry/pose.js';
import type { XmlElement } from './xml_element.js';

/** Poses of a model relative to each other, as SDF names them. */
export class FrameTree {
  readonly #given = new Map<string, { readonly relativeTo: string; readonly pose: Pose }>([]);
  readonly #known = new Map<string, Pose>([['__model__', IDENTITY]]);

  /** A frame whose element may have a pose, relative to `otherwise` unless it names another frame. */
  add(name: string, element: XmlElement, otherwise: string): void {
    const relativeTo = element.first('pose')?.attribute('relative_to') ?? otherwise;
    this.#given.set(name, { relativeTo, pose: poseIn(element) });
  }

  /** A frame whose pose in the model is known. */
  place(name: string, pose: Pose): void {
    this.#known.set(name, pose);
  }

  has(name: string): boolean {
    return this.#known.has(name) || this.#given.has(name);
  }

  /** The pose of a frame in the model. */
  poseOf(name: string, asker: XmlElement, depth = 0): Pose {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const given = this.#given.get(name);
    if (given === undefined) {
      return asker.refuse(`<${asker.tag}> refers to the frame "${name}", which does not exist`);
    }
    if (depth > this.#given.size) {
      return asker.refuse(
        `The frame "${name}" is, in the end, relative to itself; break the circle`,
      );
    }
    const outer = this.poseOf(given.relativeTo, asker, depth + 1);
    const pose = compose(outer, given.pose);
    this.#known.set(name, pose);
    return pose;
  }

  /** The pose of something inside a frame, e.g. a collision in its link, as seen from that. */
  within(element: XmlElement): Pose {
    if (element.first('pose')?.attribute('relative_to') !== undefined) {
      element.unsupported(`The attribute relative_to in <${element.tag}>`);
    }
    return poseIn(element);
  }
}

/** The pose that an element of SDF has as its child. */
export function poseIn(element: XmlElement): Pose {
  const child = element.first('pose');
  if (child === undefined) return IDENTITY;
  if (child.attribute('rotation_format') === 'quat_xyzw') {
    return child.unsupported('rotation_format="quat_xyzw"');
  }
  const values = child.numbers(6);
  if (values === undefined) return IDENTITY;
  const [x, y, z, roll, pitch, yaw] = values;
  const degrees = child.attribute('degrees') === 'true' ? Math.PI / 180 : 1;
  const turned = fromRollPitchYaw([roll! * degrees, pitch! * degrees, yaw! * degrees]);
  return { at: [x!, y!, z!], turned };
}
