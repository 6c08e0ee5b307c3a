/** Every function of the public API that takes options refuses unknown ones. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyzeRun } from '../src/analysis/public.js';
import {
  catBag,
  convertBag,
  createBag,
  diffBags,
  filterBag,
  hashBag,
  importKitti,
  mergeBags,
  openBag,
  openPlayback,
  sliceBag,
  verifyBag,
} from '../src/bag/public.js';
import { findSince, racePoints, runCampaign, Trials } from '../src/campaigns/public.js';
import { compareSystem } from '../src/compare/public.js';
import { openDebugSession } from '../src/debug/public.js';
import { ape, associate, plotSvg, rpe } from '../src/eval/public.js';
import { exploreSystem, findRaces } from '../src/explore/public.js';
import { SimulationMonitor } from '../src/run/public.js';
import { Simulation, TypeRegistry } from '../src/simulation/public.js';
import {
  assertCount,
  assertLatency,
  assertRate,
  assertValue,
  simulate,
  systemConfig,
} from '../src/testing/index.js';
import { verifySystem } from '../src/verify/public.js';
import { functionsWithOptions } from './options_of_functions.js';
import { ROOT, textOf } from './project.js';

type Call = (options: never) => unknown;

/** The other arguments are examined only after the options. */
const none = undefined as never;

const CALLS: Readonly<Record<string, Call>> = {
  Simulation: (options) => new Simulation(options),
  SimulationMonitor: (options) => new SimulationMonitor(none, options),
  Trials: (options) => new Trials(options),
  TypeRegistry: (options) => new TypeRegistry(options),
  analyzeRun: (options) => analyzeRun('none', options),
  ape: (options) => ape(none, none, options),
  assertValue: (options) => assertValue(none, 'data', 1, options),
  associate: (options) => associate(none, none, options),
  catBag: (options) => catBag(none, options).next(),
  compareSystem,
  convertBag: (options) => convertBag(none, 'none.mcap', options),
  createBag: (options) => createBag('none.mcap', options),
  diffBags: (options) => diffBags(none, none, options),
  exploreSystem,
  filterBag: (options) => filterBag(none, 'none.mcap', {}, options),
  findRaces,
  findSince,
  hashBag: (options) => hashBag(none, options),
  importKitti: (options) => importKitti('none', 'none.mcap', options),
  mergeBags: (options) => mergeBags([], 'none.mcap', options),
  openBag: (options) => openBag('none.mcap', options),
  openDebugSession: (options) => openDebugSession('none', options),
  openPlayback: (options) => openPlayback('none.mcap', options),
  plotSvg: (options) => plotSvg(none, options),
  racePoints,
  rpe: (options) => rpe(none, none, options),
  runCampaign,
  simulate: (options) => simulate('none.js', options),
  sliceBag: (options) => sliceBag(none, 'none.mcap', options),
  systemConfig: (options) => systemConfig('none.js', options),
  verifyBag: (options) => verifyBag('none.mcap', options),
  verifySystem,
};

/** Classes that other functions of this list construct. */
const UNCHECKED: Readonly<Record<string, string>> = {
  DebugSession: 'made by openDebugSession',
  OrreryError: 'made where something is wrong already',
  RunObserver: 'made by a run',
};

it.each(Object.entries(CALLS))('%s', async (_, call) => {
  const attempt = async () => call({ paralel: 2 } as never);
  await expect(attempt()).rejects.toMatchObject({
    code: expect.stringMatching(/^ORR_(OPTION_UNKNOWN|SIMULATE_OPTION)$/),
    message: expect.stringContaining('"paralel" is not an option of '),
  });
});

it.each([
  ['a count', () => assertCount(none, { mim: 3 } as never)],
  ['a rate', () => assertRate(none, 10, { tolerace: 0.1 } as never)],
  ['the bounds of a latency', () => assertLatency(none, { maximum: 1 } as never)],
  ['a latency', () => assertLatency(none, { max: 1 }, { form: none } as never)],
  ['the place of a value', () => assertValue(none, 'data', 1, { at: 'lst' } as never)],
])('a check of %s', (_, check) => {
  // A check that does not know what to check would pass.
  expect(check).toThrow(expect.objectContaining({ code: 'ORR_OPTION_UNKNOWN' }));
});

it('a selection that does not exist', async () => {
  const attempt = async () => filterBag(none, 'none.mcap', { topcs: ['/a'] } as never);
  await expect(attempt()).rejects.toMatchObject({
    code: 'ORR_OPTION_UNKNOWN',
    message: expect.stringContaining('did you mean "topics"'),
  });
});

const { exports } = JSON.parse(textOf('package.json')) as {
  readonly exports: Readonly<Record<string, { readonly types: string; readonly default: string }>>;
};
// The API of rclnodejs accepts what rclnodejs accepts, and warns (src/client); the others are for test suites.
const entries = Object.entries(exports).flatMap(([name, entry]) =>
  typeof entry === 'string' || /rclnodejs|testing\/|\*/.test(name) ? [] : [entry],
);
const places = entries.map(({ types }) => join(ROOT, types));

describe.skipIf(!existsSync(places[0]!))('the published declarations', () => {
  it('have no other function with options', async () => {
    const values = new Set<string>();
    for (const { default: module } of entries) {
      for (const name of Object.keys(await import(join(ROOT, module)))) values.add(name);
    }
    const found = functionsWithOptions(places).filter((name) => values.has(name));
    const known = [...Object.keys(CALLS), ...Object.keys(UNCHECKED)].sort();
    expect(found).toEqual(known);
  });
});
