import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parseSystemModels, readSystemModels } from '../../models/index.js';
import { channelMap } from './channel_map.js';
import { drawChannelMap } from './draw_channel_map.js';

const OPTIONS = { agent: 0, time: 0, height: 10, cell: 5, seed: 0 };

it('maps a range as a disk', () => {
  const text = `network:
  agents: {a: {position: {at: [0, 0, 10]}}, b: {position: {at: [100, 50, 10]}}}
  channel: {path_loss: {disk: {range: 40}}}`;
  const { network } = parseSystemModels(text, 'map.yaml');
  const { columns, rows, strengths, sender, left, bottom, cell } = channelMap(network!, OPTIONS);
  expect([left, bottom, columns, rows, sender]).toEqual([-10, -10, 24, 14, [0, 0, 10]]);
  strengths.forEach((strength, index) => {
    const x = left + ((index % columns) + 0.5) * cell;
    const y = bottom + (Math.floor(index / columns) + 0.5) * cell;
    expect(strength > -82).toBe(Math.hypot(x, y) <= 40);
  });
});

it('draws the site of the patrol, with the shadows of houses, the same every time', () => {
  const file = new URL('../../../examples/uav_patrol/patrol.yaml', import.meta.url);
  const network = readSystemModels(fileURLToPath(file)).network!;
  const map = channelMap(network, OPTIONS);
  const at = (x: number, y: number) => {
    const column = Math.floor((x - map.left) / map.cell);
    return map.strengths[Math.floor((y - map.bottom) / map.cell) * map.columns + column]!;
  };
  // Equally far from (20, 20): along the street, and behind the first house.
  expect(at(100, 20) - at(85, 66)).toBeGreaterThan(15);
  const picture = drawChannelMap(map, network);
  expect(picture).toBe(drawChannelMap(channelMap(network, OPTIONS), network));
  expect(picture.match(/stroke="#1f2933"/g)).toHaveLength(5);
  expect(picture).not.toMatch(/NaN|Infinity|undefined/);
});
