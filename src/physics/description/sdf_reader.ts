import { compose, rotate } from '../geometry/pose.js';
import { unit, type Vector } from '../geometry/vector.js';
import type {
  EarthOrigin,
  JointDescription,
  LinkDescription,
  ModelDescription,
  WorldDescription,
} from './description.js';
import type { DescriptionFiles } from './description_files.js';
import { FrameTree, poseIn } from './frame_tree.js';
import { readSdfLink } from './read_sdf_link.js';
import type { XmlElement } from './xml_element.js';

/** How deep includes may be nested. */
const DEEPEST = 16;
const MOST_MODELS = 10_000;

/** Elements of a world or model that do not affect motion. */
const WITHOUT_EFFECT = new Set([
  ...['light', 'scene', 'gui', 'audio', 'wind', 'atmosphere', 'magnetic_field', 'road', 'plugin'],
  ...['physics', 'gravity', 'spherical_coordinates', 'include', 'model', 'frame', 'pose', 'link'],
  ...['joint', 'static', 'self_collide', 'allow_auto_disable', 'enable_wind', 'gripper'],
]);

/** What a file of SDF holds, placed in the world. */
export class SdfReader {
  readonly #files: DescriptionFiles;
  #models = 0;

  constructor(files: DescriptionFiles) {
    this.#files = files;
  }

  /** Returns the first world of a file; a file with models only is a world without a ground. */
  world(file: string): WorldDescription {
    const root = this.#root(file);
    const element = root.first('world') ?? root;
    const earth = element.first('spherical_coordinates');
    const frames = new FrameTree();
    for (const frame of element.all('frame')) frames.add(frame.required('name'), frame, 'world');
    frames.place('world', frames.poseOf('__model__', element));
    return {
      name: element.attribute('name') ?? 'default',
      gravity: element.first('gravity')?.vector() ?? [0, 0, -9.8],
      step: element.first('physics')?.numberOf('max_step_size', 0.001),
      origin: earth && originOf(earth),
      models: this.#modelsIn(element, versionOf(root), frames, 0),
    };
  }

  /** The first model of a file. */
  model(file: string): ModelDescription {
    const root = this.#root(file);
    const [element] = [...root.all('model'), ...(root.first('world')?.all('model') ?? [])];
    if (element === undefined)
      return root.refuse(`${file} has no <model>; name a file that has one`);
    return this.#model(element, versionOf(root), 0);
  }

  #root(file: string): XmlElement {
    const root = this.#files.xml(file);
    if (root.tag === 'sdf' || root.tag === 'gazebo') return root;
    return root.refuse(`${file} begins with <${root.tag}>; SDF begins with <sdf>`);
  }

  /** Models and includes of a world. */
  #modelsIn(world: XmlElement, version: number, frames: FrameTree, depth: number) {
    this.#check(world);
    const found: ModelDescription[] = [];
    for (const element of world.children) {
      if (element.tag !== 'model' && element.tag !== 'include') continue;
      const model =
        element.tag === 'model'
          ? this.#model(element, version, depth)
          : this.#include(element, depth);
      const relativeTo = element.first('pose')?.attribute('relative_to');
      const outer = relativeTo === undefined ? undefined : frames.poseOf(relativeTo, element);
      found.push(outer === undefined ? model : { ...model, pose: compose(outer, model.pose) });
    }
    return found;
  }

  #include(element: XmlElement, depth: number): ModelDescription {
    if (depth >= DEEPEST) element.refuse(`Includes are nested more than ${DEEPEST} deep`);
    if (element.first('placement_frame') !== undefined) element.unsupported('<placement_frame>');
    const uri = element.textOf('uri') ?? element.refuse('<include> needs <uri>; add it');
    const root = this.#root(this.#files.locate(uri, element));
    const inner = root.first('model');
    if (inner === undefined) return element.refuse(`"${uri}" has no <model>`);
    const model = this.#model(inner, versionOf(root), depth + 1);
    return {
      ...model,
      name: element.textOf('name') ?? model.name,
      isStatic: element.flagOf('static', model.isStatic),
      pose: element.first('pose') === undefined ? model.pose : poseIn(element),
      plugins: [...model.plugins, ...element.all('plugin')],
    };
  }

  #model(element: XmlElement, version: number, depth: number): ModelDescription {
    if (++this.#models > MOST_MODELS) element.refuse(`There are more than ${MOST_MODELS} models`);
    this.#check(element);
    const frames = new FrameTree();
    const nested = element.children
      .filter(({ tag }) => tag === 'model' || tag === 'include')
      .map((inner) => ({
        inner,
        model:
          inner.tag === 'model'
            ? this.#model(inner, version, depth + 1)
            : this.#include(inner, depth + 1),
      }));
    for (const each of element.all('link')) frames.add(each.required('name'), each, '__model__');
    for (const each of element.all('joint')) {
      frames.add(each.required('name'), each, each.textOf('child') ?? '__model__');
    }
    for (const each of element.all('frame')) {
      frames.add(each.required('name'), each, each.attribute('attached_to') ?? '__model__');
    }
    const inside = nested.map(({ inner, model }) => placeNested(inner, model, frames));
    const own = element
      .all('link')
      .map((each) => readSdfLink(each, each.required('name'), frames, this.#files));
    const joints = element.all('joint').map((each) => jointOf(each, frames, version));
    const links = [...own, ...inside.flatMap((each) => each.links)];
    if (links.length === 0) element.refuse('A model needs a <link>; add one');
    return {
      name: element.required('name'),
      isStatic: element.flagOf('static', false),
      pose: poseIn(element),
      links,
      joints: [...joints, ...inside.flatMap((each) => each.joints)],
      plugins: [...element.all('plugin'), ...inside.flatMap(({ plugins }) => plugins)],
    };
  }

  /** Refuses elements that would affect the result but are not simulated. */
  #check(element: XmlElement): void {
    for (const child of element.children) {
      const isKnown = WITHOUT_EFFECT.has(child.tag) || child.tag.includes(':');
      if (isKnown || this.#files.ignores(child.tag)) continue;
      child.unsupported(`<${child.tag}> in <${element.tag}>`);
    }
  }
}

function versionOf(root: XmlElement): number {
  return Number(root.attribute('version') ?? 1.6);
}

function originOf(element: XmlElement): EarthOrigin {
  return {
    latitude: element.numberOf('latitude_deg', 0),
    longitude: element.numberOf('longitude_deg', 0),
    elevation: element.numberOf('elevation', 0),
    heading: (element.numberOf('heading_deg', 0) * Math.PI) / 180,
  };
}

/** The links and joints of a model in a model: `inner::link`, in the frame of the outer one. */
function placeNested(
  element: XmlElement,
  { name, pose, links, joints, plugins }: ModelDescription,
  frames: FrameTree,
): { links: LinkDescription[]; joints: JointDescription[]; plugins: readonly XmlElement[] } {
  const merges = element.attribute('merge') === 'true';
  const called = (inner: string) => (merges || inner === 'world' ? inner : `${name}::${inner}`);
  const relativeTo = element.first('pose')?.attribute('relative_to');
  const outer = relativeTo === undefined ? pose : compose(frames.poseOf(relativeTo, element), pose);
  const placed = links.map((link) => ({
    ...link,
    name: called(link.name),
    pose: compose(outer, link.pose),
  }));
  frames.place(name, outer);
  for (const link of placed) frames.place(link.name, link.pose);
  const moved = joints.map((joint) => ({
    ...joint,
    name: called(joint.name),
    parent: called(joint.parent),
    child: called(joint.child),
    pose: compose(outer, joint.pose),
    axis: rotate(outer.turned, joint.axis),
  }));
  return { links: placed, joints: moved, plugins };
}

function jointOf(element: XmlElement, frames: FrameTree, version: number): JointDescription {
  const name = element.required('name');
  const kind = kindOf(element);
  const [parent, child] = ['parent', 'child'].map(
    (tag) => element.textOf(tag) ?? element.refuse(`The joint ${name} needs <${tag}>; add it`),
  );
  const pose = frames.poseOf(name, element);
  const axis = element.first('axis');
  const xyz = axis?.first('xyz');
  const given: Vector = xyz?.direction(xyz.vector() ?? [0, 0, 1]) ?? [0, 0, 1];
  // Before SDF 1.5 an axis was given in the frame of the model.
  const inModel = version < 1.5 || axis?.flagOf('use_parent_model_frame', false) === true;
  const expressedIn = xyz?.attribute('expressed_in');
  const turned =
    expressedIn !== undefined
      ? frames.poseOf(expressedIn, element).turned
      : inModel
        ? frames.poseOf('__model__', element).turned
        : pose.turned;
  const limit = axis?.first('limit');
  const isFree = element.attribute('type') === 'continuous';
  return {
    name,
    kind,
    parent: parent!,
    child: child!,
    pose,
    axis: unit(rotate(turned, given)),
    lower: isFree ? -Infinity : boundOf(limit?.numberOf('lower', -1e16) ?? -1e16),
    upper: isFree ? Infinity : boundOf(limit?.numberOf('upper', 1e16) ?? 1e16),
    damping: axis?.first('dynamics')?.numberOf('damping', 0) ?? 0,
  };
}

/** SDF writes 1e16 for no limit. */
function boundOf(value: number): number {
  return Math.abs(value) >= 1e8 ? Math.sign(value) * Number.POSITIVE_INFINITY : value;
}

function kindOf(element: XmlElement): JointDescription['kind'] {
  const type = element.required('type');
  if (type === 'continuous') return 'revolute';
  if (type === 'fixed' || type === 'revolute' || type === 'prismatic' || type === 'ball')
    return type;
  return element.unsupported(`A joint of the type ${type}`);
}
