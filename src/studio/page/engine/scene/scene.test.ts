/** What messages become in the 3D scene, and where, without a browser. */
import { expect, it } from 'vitest';
import { pictureOfFile, pictureOfImage } from './camera_pictures.js';
import { drawablesOf } from './drawables_of.js';
import { FrameHistory } from './frame_history.js';
import { drawableOf, Markers } from './markers.js';
import type { Marker, PointCloud } from './scene_messages.js';
import { pointsOfCloud } from './sensor_points.js';

const at = (x: number, yaw = 0) => ({
  translation: { x, y: 0, z: 0 },
  rotation: { x: 0, y: 0, z: Math.sin(yaw / 2), w: Math.cos(yaw / 2) },
});
const header = { stamp: { sec: 0, nanosec: 0 }, frame_id: 'map' };

it('finds frames at any time, interpolated linearly, and only if transforms connect them', () => {
  const frames = new FrameHistory();
  frames.add(1e9, 'map', 'base', at(0), false);
  frames.add(3e9, 'map', 'base', at(4, Math.PI), false);
  frames.add(0, 'base', 'laser', at(1), true);
  frames.add(0, 'elsewhere', 'island', at(0), true);
  expect(frames.usualRoot()).toBe('map');
  const middle = frames.pose('laser', 'map', 2e9)!;
  // A quarter turn and half of the way: the laser is 1 m to the left.
  expect(middle.translation.x).toBeCloseTo(2);
  expect(middle.translation.y).toBeCloseTo(1);
  expect(frames.pose('map', 'laser', 2e9)!.translation.x).toBeCloseTo(-1);
  expect(frames.pose('laser', 'map', 9e9)!.translation.x).toBeCloseTo(3);
  expect(frames.pose('laser', 'map', 0)).toBeUndefined();
  expect(frames.pose('island', 'map', 2e9)).toBeUndefined();
  const loop = new FrameHistory();
  loop.add(0, 'a', 'b', at(0), true);
  loop.add(0, 'b', 'a', at(0), true);
  expect(loop.pose('a', 'x', 0)).toBeUndefined();
});

function cloudOf(fields: PointCloud['fields'], more: Partial<PointCloud> = {}): PointCloud {
  const data = new Uint8Array(32);
  const view = new DataView(data.buffer);
  for (const [i, value] of [1, 2, 3].entries()) view.setFloat32(i * 4, value, true);
  view.setUint32(12, 0x00ff8001, true);
  view.setFloat32(16, Number.NaN, true);
  return {
    ...{ header, height: 1, width: 2, fields, is_bigendian: false, point_step: 16, row_step: 32 },
    ...{ data, ...more },
  };
}
const xyz = ['x', 'y', 'z'].map((name, i) => ({ name, offset: i * 4, datatype: 7 }));

it('reads points with their colours, and refuses fields that do not fit the bytes', () => {
  const rgb = { name: 'rgb', offset: 12, datatype: 7 };
  const points = pointsOfCloud(cloudOf([...xyz, rgb]));
  expect([...points.positions]).toEqual([1, 2, 3]);
  expect([...points.colours!]).toEqual([255, 128, 1]);
  expect(() => pointsOfCloud(cloudOf(xyz.slice(1)))).toThrow('no fields x, y and z');
  expect(() => pointsOfCloud(cloudOf(xyz, { width: 3 }))).toThrow('3 points');
  expect(() => pointsOfCloud(cloudOf(xyz, { width: 2 ** 32 - 1, height: 7 }))).toThrow('fewer');
});

it('puts the hits of a scan around the sensor, and leaves out rays that hit nothing', () => {
  const scan = { header, angle_min: 0, angle_increment: Math.PI / 2, range_min: 0.1, range_max: 5 };
  const ranges = [1, 2, Number.POSITIVE_INFINITY, 9];
  const [points] = drawablesOf('sensor_msgs/msg/LaserScan', { ...scan, ranges });
  const found = (points as { positions: Float32Array }).positions;
  expect([...found].map((each) => Math.round(each))).toEqual([1, 0, 0, 0, 2, 0]);
});

it('draws maps cell by cell, and refuses maps whose size and data disagree', () => {
  const pose = { position: { x: 0, y: 0, z: 0 }, orientation: { x: 0, y: 0, z: 0, w: 0 } };
  const info = { resolution: 0.5, width: 2, height: 1, origin: pose };
  const [ground] = drawablesOf('nav_msgs/msg/OccupancyGrid', { header, info, data: [-1, 100] });
  expect(ground).toMatchObject({ columns: 2, cell: 0.5, pose: [0, 0, 0, 0, 0, 0, 1] });
  expect(() => drawablesOf('nav_msgs/msg/OccupancyGrid', { header, info, data: [0] })).toThrow(
    '2 × 1 cells, and has 1',
  );
});

it('keeps markers until they are deleted or their lifetime ends', () => {
  const markers = new Markers();
  const marker = (id: number, more: Partial<Marker> = {}) =>
    ({ ns: 'n', id, type: 1, action: 0, lifetime: { sec: 0, nanosec: 0 }, ...more }) as Marker;
  markers.take(marker(1), 0);
  markers.take(marker(2, { lifetime: { sec: 1, nanosec: 0 } }), 0);
  markers.take(marker(3), 5);
  markers.take(marker(3, { action: 2 }), 10);
  expect([...markers.at(100)].map(({ id }) => id)).toEqual([1, 2]);
  expect([...markers.at(1e9)].map(({ id }) => id)).toEqual([1]);
  markers.take(marker(0, { action: 3 }), 20);
  expect([...markers.at(100)]).toEqual([]);
  const mesh = {
    ...marker(4, { type: 10 }),
    color: { r: 1, g: 0, b: 1, a: 1 },
    scale: { x: 1, y: 1, z: 1 },
  };
  const shown = (type: number, hasOwn: boolean) => {
    const more: object = { type, mesh_resource: 'x', mesh_use_embedded_materials: hasOwn };
    return drawableOf({ ...mesh, points: [], ...more } as Marker, [0, 0, 0, 0, 0, 0, 1]);
  };
  expect(shown(10, false)).toMatchObject({ kind: 'mesh', uri: 'x', colour: [255, 0, 255, 255] });
  expect(shown(10, true)).toMatchObject({ kind: 'mesh', uri: 'x', colour: undefined });
  expect(shown(99, false)).toBeUndefined();
});

it('shows camera pictures, and says which ones it cannot show', () => {
  const image = { header, height: 1, width: 2, is_bigendian: 0, step: 6, data: new Uint8Array(6) };
  image.data.set([1, 2, 3]);
  const shown = pictureOfImage({ ...image, encoding: 'bgr8' }, 0);
  expect([...shown.pixels!]).toEqual([3, 2, 1, 255, 0, 0, 0, 255]);
  expect(() => pictureOfImage({ ...image, encoding: 'rgb8', width: 9 }, 0)).toThrow('too few');
  expect(() => pictureOfImage({ ...image, encoding: 'yuv422' }, 0)).toThrow('yuv422');
  const depth = { ...image, encoding: '16UC1', width: 3, data: Uint8Array.of(0, 0, 5, 0, 10, 0) };
  expect(pictureOfImage(depth, 0).pixels![4]).toBe(127);
  expect(
    pictureOfFile({ header, format: 'rgb8; jpeg compressed bgr8', data: image.data }, 0).file,
  ).toMatchObject({ type: 'image/jpeg' });
  expect(() => pictureOfFile({ header, format: 'h264', data: image.data }, 0)).toThrow('h264');
});
