import type { AgentPlace } from '../../../../record/index.js';
import type { Transform, Vector3 } from '../../../../tf2/index.js';
import { multiply } from '../../../../tf2/index.js';
import type { Drawable, Layer, Picture, PoseNumbers, Scene } from '../../../model/drawable.js';
import type { FramePair, Series } from '../../../model/engine_protocol.js';
import { IMAGE_TYPES, MARKER_TYPES } from '../../../model/scene_types.js';
import { angleOf } from '../derived_field.js';
import type { OpenedRun } from '../opened_run.js';
import type { TopicReader } from '../topic_reader.js';
import { pictureOfFile, pictureOfImage } from './camera_pictures.js';
import { drawablesOf, isDrawn } from './drawables_of.js';
import { FrameHistory, numbersOf } from './frame_history.js';
import { drawableOf, Markers, poseNumbers, problemOf } from './markers.js';
import {
  drawablesOfLinks,
  type LinkStates,
  linksOf,
  placeAt,
  type RobotTopics,
  robotTopics,
} from './network_links.js';
import type {
  CameraImage,
  CompressedImage,
  Header,
  Marker,
  Pose,
  Stamp,
  TfMessage,
} from './scene_messages.js';

const HERE: PoseNumbers = [0, 0, 0, 0, 0, 0, 1];
const NO_TURN = { x: 0, y: 0, z: 0, w: 1 };
const TF = 'tf2_msgs/msg/TFMessage';
/** A stamp further from the time of recording than this, in ns, belongs to another clock. */
const SAME_CLOCK = 10_000_000_000;
/** The most marker messages that are read to find the markers present at a time. */
const MOST_MARKER_MESSAGES = 20_000;

/** Makes 3D scenes of a run, at any of its times. */
export class SceneReader {
  readonly #run: OpenedRun;
  readonly #topics: TopicReader;
  #frames: FrameHistory | undefined;
  #first: string | undefined;
  #robots: readonly RobotTopics[] | undefined;

  constructor(run: OpenedRun, topics: TopicReader) {
    this.#run = run;
    this.#topics = topics;
  }

  /** @param fixed - the frame that stays fixed; empty: the root above most frames */
  at(time: number, fixed: string, topics: readonly string[]): Scene {
    const frames = this.frames;
    const chosen = fixed || frames.usualRoot() || this.#firstFrame;
    const layers = topics.map((topic) => this.#layer(topic, time, chosen));
    const known = frames.frames(chosen, time);
    if (known.length === 0 && chosen !== '') {
      known.push({ name: chosen, parent: undefined, pose: HERE });
    }
    return { fixed: chosen, frames: known, layers, ...this.#links(time, chosen) };
  }

  /** The frame of the first topic that has one. Without tf, everything in that frame can still be shown. */
  get #firstFrame(): string {
    this.#first ??= bare(
      this.#run.recording?.topics
        .filter(({ type }) => isDrawn(type))
        .map(({ name }) => this.#topics.frame(name))
        .find((frame) => frame !== undefined && frame !== '') ?? '',
    );
    return this.#first;
  }

  #links(time: number, fixed: string): Pick<Scene, 'links' | 'drawnLinks'> {
    this.#robots ??= robotTopics(this.#run.recording?.topics ?? []);
    const told: LinkStates[] = [];
    const places = new Map<string, Vector3>();
    const agents = this.#run.file?.agents ?? {};
    for (const robot of this.#robots) {
      const states = this.#topics.decoded(robot.links, time)?.message as LinkStates | undefined;
      if (states === undefined) continue;
      told.push(states);
      const name = states.header.frame_id;
      const known = Object.hasOwn(agents, name) ? agents[name] : undefined;
      if (known !== undefined) places.set(name, this.#agentPlace(known, time, fixed));
      const place = robot.place && !known && this.#robotPlace(robot.place, time, fixed);
      if (place) places.set(name, place);
    }
    const links = linksOf(told, places);
    return { links, drawnLinks: drawablesOfLinks(links, places) };
  }

  /** The network has a single frame: that of the robots whose topics report their positions. */
  #agentPlace(agent: AgentPlace, time: number, fixed: string): Vector3 {
    const translation = placeAt(agent, time);
    const topic = this.#robots?.find(({ place }) => place !== undefined)?.place;
    const found = topic === undefined ? undefined : this.#topics.decoded(topic, time);
    if (found === undefined) return translation;
    const frame = this.#place((found.message as Placed).header, found.time, fixed);
    if (typeof frame === 'string') return translation;
    return multiply(frame, { translation, rotation: NO_TURN }).translation;
  }

  /** If nothing connects its frame, a robot is where its topic says, as in the network model. */
  #robotPlace(topic: string, time: number, fixed: string): Vector3 | undefined {
    const found = this.#topics.decoded(topic, time);
    if (found === undefined) return undefined;
    const { header, pose } = found.message as Placed;
    const translation = 'pose' in pose ? pose.pose.position : pose.position;
    const frame = this.#place(header, found.time, fixed);
    if (typeof frame === 'string') return translation;
    return multiply(frame, { translation, rotation: NO_TURN }).translation;
  }

  /** How a frame moves in another one. `component` is x, y, z, norm (in m), yaw, pitch or roll (in rad). */
  series({ frame, fixed }: FramePair, component: string): Series {
    const times: number[] = [];
    const values: number[] = [];
    for (const time of this.frames.times(frame, fixed)) {
      const pose = this.frames.pose(frame, fixed, time);
      if (pose === undefined) continue;
      const { x, y, z } = pose.translation;
      const value = { x, y, z, norm: Math.hypot(x, y, z) }[component];
      times.push(time);
      values.push(value ?? angleOf(component, pose.rotation));
    }
    return { times: Float64Array.from(times), values: Float64Array.from(values) };
  }

  /** The last picture of a camera up to this time. */
  picture(topic: string, time: number): Picture | undefined {
    const found = this.#topics.decoded(topic, time);
    if (found === undefined) return undefined;
    const type = this.#run.recording!.topics.find(({ name }) => name === topic)!.type;
    return type === IMAGE_TYPES[0]
      ? pictureOfImage(found.message as CameraImage, found.time)
      : pictureOfFile(found.message as CompressedImage, found.time);
  }

  /** All transforms of the run, read on first use. */
  get frames(): FrameHistory {
    if (this.#frames !== undefined) return this.#frames;
    const frames = new FrameHistory();
    const { recording, types } = this.#run;
    for (const { name, type } of recording?.topics ?? []) {
      if (type !== TF) continue;
      for (const { data, logTime } of recording!.messages({ topics: [name] })) {
        const message: object = types!.of(name).decode(data);
        const { transforms } = message as TfMessage;
        for (const { header, child_frame_id: child, transform } of transforms) {
          const time = this.#timeOf(header.stamp, this.#run.timeOf(logTime));
          const isStatic = name.endsWith('tf_static');
          frames.add(time, bare(header.frame_id), bare(child), transform, isStatic);
        }
      }
    }
    this.#frames = frames;
    return frames;
  }

  #timeOf({ sec, nanosec }: Stamp, recorded: number): number {
    const stamped = this.#run.timeOf(BigInt(sec) * 1_000_000_000n + BigInt(nanosec));
    return Math.abs(stamped - recorded) > SAME_CLOCK ? recorded : stamped;
  }

  #layer(topic: string, time: number, fixed: string): Layer {
    try {
      const type = this.#run.recording?.topics.find(({ name }) => name === topic)?.type ?? '';
      if (MARKER_TYPES.includes(type)) return this.#markers(topic, time, fixed);
      const found = isDrawn(type) ? this.#topics.decoded(topic, time) : undefined;
      if (!isDrawn(type) || found === undefined) return empty(topic, undefined);
      const { header } = found.message as { readonly header: Header };
      const place = this.#place(header, found.time, fixed);
      if (typeof place === 'string') return empty(topic, place);
      const drawables = drawablesOf(type, found.message).map((each) => placed(each, place));
      const version = `${found.time} ${numbersOf(place)}`;
      return { topic, version, drawables, problem: undefined };
    } catch (error) {
      return empty(topic, (error as Error).message);
    }
  }

  /** The pose of something with this header, or a sentence that says why it is unknown. */
  #place({ frame_id, stamp }: Header, recorded: number, fixed: string): Transform | string {
    const frame = bare(frame_id);
    const pose = this.frames.pose(frame, fixed, this.#timeOf(stamp, recorded));
    return (
      pose ?? `Nothing joins its frame ${JSON.stringify(frame)} with ${JSON.stringify(fixed)}.`
    );
  }

  #markers(topic: string, time: number, fixed: string): Layer {
    const { recording, types } = this.#run;
    const markers = new Markers();
    let left = MOST_MARKER_MESSAGES;
    const problems = new Set<string>();
    const end = this.#run.stampOf(time);
    for (const { data, logTime } of recording!.messages({ topics: [topic], end })) {
      if (left-- === 0) {
        problems.add(`Only its first ${MOST_MARKER_MESSAGES} messages are shown.`);
        break;
      }
      const decoded: object = types!.of(topic).decode(data);
      const message = decoded as Partial<MarkerArray> & Marker;
      const at = this.#run.timeOf(logTime);
      for (const marker of message.markers ?? [message]) markers.take(marker, at);
    }
    const drawables: Drawable[] = [];
    for (const marker of markers.at(time)) {
      const place = this.#place(marker.header, time, fixed);
      if (typeof place === 'string') {
        problems.add(place);
        continue;
      }
      const drawable = drawableOf(marker, poseNumbers(marker.pose));
      if (drawable === undefined) problems.add(problemOf(marker));
      else drawables.push(placed(drawable, place));
    }
    const problem = problems.size === 0 ? undefined : [...problems].slice(0, 3).join(' ');
    return { topic, version: undefined, drawables, problem };
  }
}

function empty(topic: string, problem: string | undefined): Layer {
  return { topic, version: undefined, drawables: [], problem };
}

/** An odometry message, or a pose with or without covariance. */
interface Placed {
  readonly header: Header;
  readonly pose: Pose | { readonly pose: Pose };
}

interface MarkerArray {
  readonly markers: readonly Marker[];
}

/** Moves a drawable from the frame of its message to the fixed frame. */
function placed(drawable: Drawable, place: Transform): Drawable {
  const [x, y, z, qx, qy, qz, qw] = drawable.pose;
  const own = { translation: { x, y, z }, rotation: { x: qx, y: qy, z: qz, w: qw } };
  const pose: PoseNumbers = numbersOf(multiply(place, own));
  return { ...drawable, pose };
}

/** Frames of ROS 1 may begin with a slash. */
function bare(frame: string): string {
  return frame.replace(/^\//, '');
}
