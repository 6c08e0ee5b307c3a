/** Reads which robots of a run hear each other from what a `network` with `link_states` published. */
import type { AgentPlace } from '../../../../record/index.js';
import type { Vector3 } from '../../../../tf2/index.js';
import type { Drawable } from '../../../model/drawable.js';
import type { TopicInfo } from '../../../model/engine_protocol.js';
import { colourOfLink, MOST_LINKS, type RadioLink, textOfLink } from '../../../model/radio_link.js';
import { turnTo } from './markers.js';
import type { Header } from './scene_messages.js';

const LINKS_TYPE = 'diagnostic_msgs/msg/DiagnosticArray';
const LINKS = /^(?<namespace>\/.+)\/links$/;
const PLACE_TYPES: readonly string[] = [
  'nav_msgs/msg/Odometry',
  'geometry_msgs/msg/PoseStamped',
  'geometry_msgs/msg/PoseWithCovarianceStamped',
];
/** With more links, only the list shows their strengths. */
const MOST_LABELS = 40;
/** Number of dashes of a link that is down. */
const DASHES = 12;
/** Ratio of the longest link's length to the thickness of links. */
const SLENDERNESS = 300;
const NO_TURN = [0, 0, 0, 1] as const;
const ORIGIN = [0, 0, 0, ...NO_TURN] as const;

/** The last message of a `links` topic. */
export interface LinkStates {
  readonly header: Header;
  readonly status: readonly {
    readonly name: string;
    readonly message: string;
    readonly values: readonly { readonly key: string; readonly value: string }[];
  }[];
}

/** The topics of one robot that its links need. */
export interface RobotTopics {
  readonly links: string;
  /** Its odometry, or the only pose in its namespace. */
  readonly place: string | undefined;
}

type Topic = Pick<TopicInfo, 'name' | 'type'>;

export function robotTopics(topics: readonly Topic[]): RobotTopics[] {
  return topics.flatMap(({ name, type }) => {
    const namespace = type === LINKS_TYPE ? LINKS.exec(name)?.groups?.namespace : undefined;
    if (namespace === undefined) return [];
    const own = topics.filter(
      (each) => PLACE_TYPES.includes(each.type) && each.name.startsWith(`${namespace}/`),
    );
    const odometry = own.find((each) => each.name === `${namespace}/odom`);
    const place = odometry ?? (own.length === 1 ? own[0] : undefined);
    return [{ links: name, place: place?.name }];
  });
}

/** The position of an agent that no message reports. */
export function placeAt({ at, trajectory = [] }: AgentPlace, time: number): Vector3 {
  if (at !== undefined) return vector(at);
  const next = trajectory.findIndex((point) => point.time > time);
  const after = trajectory[next] ?? trajectory.at(-1);
  if (after === undefined) return vector([0, 0, 0]);
  const before = trajectory[next - 1];
  if (before === undefined) return vector(after.at);
  const part = (time - before.time) / (after.time - before.time);
  return between(vector(before.at), vector(after.at), part);
}

function vector([x, y, z]: readonly [number, number, number]): Vector3 {
  return { x, y, z };
}

/**
 * Each pair of robots once, ordered by name. It is down if either does not hear the other, and as strong as its
 * weaker direction.
 */
export function linksOf(
  told: readonly LinkStates[],
  places: ReadonlyMap<string, Vector3>,
): RadioLink[] {
  const links = new Map<string, RadioLink>();
  for (const { header, status } of told) {
    for (const { name, message, values } of status) {
      const ends = [header.frame_id, name].sort() as [string, string];
      const key = JSON.stringify(ends);
      const other = links.get(key);
      if (other === undefined && links.size === MOST_LINKS) continue;
      const own = Number.parseFloat(values.find((each) => each.key === 'rssi')?.value ?? '');
      const strengths = [own, other?.strength].filter((each) => Number.isFinite(each)) as number[];
      links.set(key, {
        ends,
        isUp: message === 'up' && other?.isUp !== false,
        strength: strengths.length === 0 ? undefined : Math.min(...strengths),
        unplaced: ends.filter((end) => !places.has(end)),
      });
    }
  }
  const order = (link: RadioLink) => link.ends.join('\n');
  return [...links.values()].sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

/** Lines between robots, dashed for links that are down, with their strengths and the robots' names. */
export function drawablesOfLinks(
  links: readonly RadioLink[],
  places: ReadonlyMap<string, Vector3>,
): Drawable[] {
  const drawn = links.filter(({ unplaced }) => unplaced.length === 0);
  const lines = drawn.map((link) => ({
    link,
    from: places.get(link.ends[0])!,
    to: places.get(link.ends[1])!,
  }));
  const lengths = lines.map(({ from, to }) =>
    Math.hypot(to.x - from.x, to.y - from.y, to.z - from.z),
  );
  const thick = Math.max(
    0.01,
    lengths.reduce((most, each) => Math.max(most, each), 0) / SLENDERNESS,
  );
  const names = [...places].map(([name, place]) => words(name, place));
  const drawables = lines.flatMap(({ link, from, to }, i): Drawable[] => {
    const pieces = link.isUp ? 1 : DASHES;
    const length = lengths[i]! / (link.isUp ? 1 : 2 * DASHES);
    const turn = turnTo(from, to);
    const places = Float32Array.from(
      Array.from({ length: pieces }, (_, piece) => {
        const { x, y, z } = between(from, to, (piece + 0.5) / pieces);
        return [x, y, z, ...turn, length, thick, thick];
      }).flat(),
    );
    const colour = colourOfLink(link);
    const line: Drawable = { kind: 'shapes', pose: ORIGIN, shape: 'box', places, colour };
    const isLabelled = drawn.length <= MOST_LABELS;
    return isLabelled ? [line, words(textOfLink(link), between(from, to, 0.5))] : [line];
  });
  return [...drawables, ...names];
}

function words(text: string, { x, y, z }: Vector3): Drawable {
  return { kind: 'words', text, pose: [x, y, z, ...NO_TURN] };
}

function between(from: Vector3, to: Vector3, part: number): Vector3 {
  const mix = (a: number, b: number) => a + (b - a) * part;
  return { x: mix(from.x, to.x), y: mix(from.y, to.y), z: mix(from.z, to.z) };
}
