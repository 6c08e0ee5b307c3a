/** A network between robots as a user meets it: a model file, and nodes that know nothing of it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { orrery, program, temporaryDirectory } from './orrery_command.js';

const SOURCE = program('what_if/source.mjs');
const SINK = program('what_if/sink.mjs');
const folder = temporaryDirectory();

interface Outcome {
  readonly digest: { readonly total: string };
}

function digest(network: string, ...options: string[]): string {
  const path = join(folder, 'network.yaml');
  const agents = 'agents: {one: {files: [source.mjs]}, two: {nodes: [/sink]}}';
  writeFileSync(path, `network: {${agents}, ${network}}`);
  const command = ['run', SOURCE, SINK, '--until', '2s', '--no-record', '--json'];
  const { stdout } = orrery([...command, '--models', path, ...options]);
  return (JSON.parse(stdout.slice(stdout.indexOf('{'))) as Outcome).digest.total;
}

it('repeats a run over 802.11 bit by bit, in every process and under every disturbance', () => {
  const wifi = 'simulator: {wifi: {}}, channel: {path_loss: {free_space: {}}}';
  const first = digest(wifi);
  expect(digest(wifi)).toBe(first);
  expect(digest('simulator: {simple: {loss: 0.3}}', '--seed', '1')).not.toBe(first);
});

it('refuses a network that cannot be, with the place', () => {
  const path = join(folder, 'wrong.yaml');
  writeFileSync(path, 'network:\n  agents: {}\n  simulator: {wlan: {}}\n');
  const { stderr, status } = orrery(['run', SOURCE, '--until', '1s', '--models', path]);
  expect(status).not.toBe(0);
  expect(stderr).toContain('wrong.yaml:3');
  expect(stderr).toContain('"wlan" is not known here; known are simple, wifi');
});
