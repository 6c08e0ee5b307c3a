import type { Drawable, PoseNumbers } from '../../../model/drawable.js';
import { poseNumbers, strip } from './markers.js';
import type {
  Header,
  LaserScan,
  OccupancyGrid,
  PointCloud,
  Pose,
  PoseStamped,
} from './scene_messages.js';
import { pointsOfCloud, pointsOfScan } from './sensor_points.js';

const HERE: PoseNumbers = [0, 0, 0, 0, 0, 0, 1];
/** Length and thickness of the arrow of a pose, in m. */
const ARROW = [0.4, 0.06, 0.06] as const;
/** Larger maps are not shown. */
const MOST_CELLS = 16_000_000;

type Read<Message> = (message: Message) => readonly Drawable[];
interface Stamped {
  readonly header: Header;
}
interface Point {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** What a message of each type shows, in the frame of its header. */
const OF_TYPE = {
  'sensor_msgs/msg/PointCloud2': of<PointCloud>((cloud) => [
    { ...pointsOfCloud(cloud), pose: HERE },
  ]),
  'sensor_msgs/msg/LaserScan': of<LaserScan>((scan) => [{ ...pointsOfScan(scan), pose: HERE }]),
  'nav_msgs/msg/Path': of<Stamped & { readonly poses: readonly PoseStamped[] }>(({ poses }) => [
    line(poses.map(({ pose }) => pose.position)),
  ]),
  'nav_msgs/msg/Odometry': of<Stamped & { readonly pose: { readonly pose: Pose } }>(({ pose }) => [
    arrows([pose.pose]),
  ]),
  'geometry_msgs/msg/PoseStamped': of<PoseStamped>(({ pose }) => [arrows([pose])]),
  'geometry_msgs/msg/PoseWithCovarianceStamped': of<
    Stamped & { readonly pose: { readonly pose: Pose } }
  >(({ pose }) => [arrows([pose.pose])]),
  'geometry_msgs/msg/PoseArray': of<Stamped & { readonly poses: readonly Pose[] }>(({ poses }) => [
    arrows(poses),
  ]),
  'geometry_msgs/msg/PointStamped': of<Stamped & { readonly point: Point }>(({ point }) => [
    {
      kind: 'shapes',
      pose: HERE,
      shape: 'sphere',
      places: Float32Array.of(point.x, point.y, point.z, 0, 0, 0, 1, 0.15, 0.15, 0.15),
      colour: undefined,
    },
  ]),
  'geometry_msgs/msg/PolygonStamped': of<
    Stamped & { readonly polygon: { readonly points: readonly Point[] } }
  >(({ polygon: { points } }) => [line([...points, ...points.slice(0, 1)])]),
  'nav_msgs/msg/OccupancyGrid': of<OccupancyGrid>((grid) => [groundOf(grid)]),
} as const;

function of<Message extends Stamped>(read: Read<Message>): Read<never> {
  return read as Read<never>;
}

/** Types of which the last message alone is drawn. */
export type DrawnType = keyof typeof OF_TYPE;

export function isDrawn(type: string): type is DrawnType {
  return Object.hasOwn(OF_TYPE, type);
}

/** @throws Error that says why the message cannot be drawn */
export function drawablesOf(type: DrawnType, message: unknown): readonly Drawable[] {
  return OF_TYPE[type](message as never);
}

function line(points: readonly Point[]): Drawable {
  const flat = Float32Array.from(points.flatMap(({ x, y, z }) => [x, y, z]));
  return { kind: 'lines', pose: HERE, positions: strip(flat), colour: undefined };
}

function arrows(poses: readonly Pose[]): Drawable {
  const places = Float32Array.from(poses.flatMap((pose) => [...poseNumbers(pose), ...ARROW]));
  return { kind: 'shapes', pose: HERE, shape: 'arrow', places, colour: undefined };
}

/** Free cells are light, occupied ones dark, unknown ones in between and translucent. */
function groundOf({ info, data }: OccupancyGrid): Drawable {
  const { width, height, resolution } = info;
  if (!(width * height <= MOST_CELLS)) throw new Error(`${width} × ${height} cells are too many.`);
  if (data.length !== width * height) {
    throw new Error(`It says ${width} × ${height} cells, and has ${data.length}.`);
  }
  const pixels = new Uint8Array(width * height * 4);
  for (let i = 0; i < data.length; i++) {
    const value = data[i]!;
    const isKnown = value >= 0 && value <= 100;
    const grey = isKnown ? 235 - 2 * value : 120;
    pixels.set([grey, grey, isKnown ? grey : 135, isKnown ? 255 : 110], i * 4);
  }
  return {
    kind: 'ground',
    pose: poseNumbers(info.origin),
    columns: width,
    rows: height,
    cell: resolution,
    pixels,
  };
}
