/** Every reader of hand-written YAML refuses files that hold too much, with the name of the limit, before parsing. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readAnalysisOptions } from '../src/analysis/index.js';
import { openBag, readQosOverrides } from '../src/bag/index.js';
import { readSystemModels } from '../src/models/index.js';
import { readCoordinatorConfiguration } from '../src/netsim/index.js';
import { ParameterRules } from '../src/parameters/index.js';
import { temporaryDirectory } from './orrery_command.js';

const folder = temporaryDirectory();

const READERS: Readonly<Record<string, (file: string) => unknown>> = {
  parameters: (file) => new ParameterRules().addFile(file),
  models: readSystemModels,
  'options of analyze': readAnalysisOptions,
  'overrides of QoS': readQosOverrides,
  'metadata of a bag': async (file) => (await openBag(join(file, '..'))).close(),
  'a configuration of ROS-NetSim': readCoordinatorConfiguration,
};

it.each(Object.entries(READERS))('%s', async (name, read) => {
  const directory = join(folder, name);
  mkdirSync(directory);
  const file = join(directory, 'metadata.yaml');
  writeFileSync(join(directory, 'x_0.mcap'), '');
  for (const text of [`a: [${'1,'.repeat(3_000_000)}1]\n`, `a:\n${' - 1\n'.repeat(600_000)}`]) {
    writeFileSync(file, text);
    const reading = (async () => read(file))();
    await expect(reading).rejects.toThrow(
      /has \d+ lines and commas, more than the limit of 500000/,
    );
  }
});
