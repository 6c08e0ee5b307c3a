/** The files of examples/cluster work as described: their commands complete the campaign. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import type * as Campaigns from '../src/campaigns/public.js';
import { COMMAND, ROOT, temporaryDirectory } from './orrery_command.js';

// Results are valid only for the build that made them.
const { openCampaign }: typeof Campaigns = await import(
  new URL('dist/campaigns/public.js', `file://${ROOT}/`).href
);

const EXAMPLE = join(ROOT, 'examples/cluster');
const textOf = (file: string) => readFileSync(join(EXAMPLE, file), 'utf8');

/** A machine with the example and the command `orrery`, and fewer seeds than on a cluster. */
function machine() {
  const folder = temporaryDirectory();
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  cpSync(EXAMPLE, folder, { recursive: true });
  writeFileSync(join(bin, 'orrery'), `#!/bin/sh\nexec "${process.execPath}" "${COMMAND}" "$@"\n`);
  chmodSync(join(bin, 'orrery'), 0o755);
  const campaign = textOf('gains.yaml').replace('seeds: 25', 'seeds: 2');
  expect(campaign).not.toBe(textOf('gains.yaml'));
  writeFileSync(join(folder, 'gains.yaml'), campaign);
  const store = join(folder, 'sweeps');
  const sh = (script: string, env: Readonly<Record<string, string>> = {}) => {
    const path = `${bin}:${process.env.PATH}`;
    const { status, stderr } = spawnSync('sh', ['-c', script], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PATH: path, STORE: store, ...env },
    });
    // Exit code 1: some runs of the campaign fail, namely those with the highest gain.
    expect([0, 1], stderr).toContain(status);
    return stderr;
  };
  const done = () =>
    [...openCampaign(store, 'gains').rows()].filter(({ state }) => state === 'done');
  return { folder, store, sh, done };
}

it('slurm.sh makes one part for each task of the array', () => {
  const { sh, done } = machine();
  for (const task of ['0', '1']) {
    sh('sh slurm.sh', { SLURM_ARRAY_TASK_ID: task, SLURM_ARRAY_TASK_COUNT: '2' });
  }
  expect(done()).toHaveLength(8);
});

it('kubernetes.yaml makes one part for each index', () => {
  const { sh, done } = machine();
  const { spec } = parse(textOf('kubernetes.yaml'));
  const [container] = spec.template.spec.containers;
  const given = Object.fromEntries(
    container.env.map(({ name, value }: { name: string; value: string }) => [name, value]),
  );
  expect(given.PARTS).toBe(String(spec.completions));
  expect(container.command).toEqual(['sh', '-c']);
  for (const index of ['0', '1'])
    sh(container.args[0], { JOB_COMPLETION_INDEX: index, PARTS: '2' });
  expect(done()).toHaveLength(8);
});

it('github.yml makes all parts, and merges their results', () => {
  const { jobs } = parse(textOf('github.yml'));
  const { sh, folder, done } = machine();
  const commandOf = (job: string) =>
    jobs[job].steps.find(({ name }: { name?: string }) => name !== undefined).run as string;
  const parts: number[] = jobs.part.strategy.matrix.part;
  expect(commandOf('part')).toContain(`/${parts.length}`);
  for (const part of parts) {
    // Each job has a machine of its own.
    const own = machine();
    own.sh(commandOf('part').replaceAll(/\$\{\{ matrix\.part \}\}/g, String(part)));
    cpSync(own.store, join(folder, 'sweeps'), { recursive: true });
  }
  expect(sh(commandOf('all'))).toContain('0 runs made, 8 known before');
  expect(done()).toHaveLength(8);
});
