import { basename, dirname, resolve } from 'node:path';
import { OrreryError, readRegularFile, whyUnreadable } from '../errors/index.js';
import {
  type ConfigNode,
  ConfigProblems,
  ConfigReader,
  parseConfig,
  type Read,
} from '../models/index.js';
import { axesReader, wordsReader } from './axes_reader.js';
import type { Axis } from './axis.js';
import { axisBesides, besides, checkBesides, inputsBesides } from './besides.js';
import type { Campaign, Design, StoppingRule } from './campaign.js';
import { listWithRanges } from './list_with_ranges.js';
import { atRevisions } from './revision_axis.js';

/** Most seeds that one number may ask for; the plan bounds their product with the points. */
const MOST_SEEDS = 10_000_000;

/** The file as it is written. */
interface CampaignEntry {
  readonly name?: string;
  readonly system: readonly string[];
  readonly seeds?: readonly string[];
  readonly axes?: Readonly<Record<string, Axis>>;
  readonly revisions?: readonly string[];
  readonly design?: Design;
  readonly checks?: readonly string[];
  readonly metrics?: readonly string[];
  readonly inputs?: readonly string[];
  readonly keep?: Campaign['keep'];
  readonly recheck?: number;
  readonly stop?: Partial<StoppingRule>;
}

/**
 * Reads a campaign file (docs/campaigns.md).
 *
 * @throws OrreryError `ORR_CAMPAIGN_UNREADABLE`, `ORR_CAMPAIGN_INVALID`
 */
export function readCampaign(file: string): Campaign {
  let text: string;
  try {
    text = readRegularFile(file);
  } catch (cause) {
    throw new OrreryError(
      'ORR_CAMPAIGN_UNREADABLE',
      `The campaign file "${file}" cannot be read: ${whyUnreadable(cause)}; check the path.`,
      { place: { file }, cause },
    );
  }
  return parseCampaign(text, file);
}

/**
 * Parses a campaign.
 *
 * @param file - its name, for messages; names of files in it are relative to its folder
 * @throws OrreryError `ORR_CAMPAIGN_INVALID` with every mistake and its place; `ORR_CAMPAIGN_GIT`
 */
export function parseCampaign(text: string, file: string): Campaign {
  const problems = new ConfigProblems('ORR_CAMPAIGN_INVALID', `The campaign file ${file}`);
  const root = parseConfig(text, file, problems);
  const folder = dirname(resolve(file));
  const entry = campaignReader(new ConfigReader(problems), folder)(root);
  problems.throwIfAny();
  const { stop, revisions, ...rest } = entry!;
  const campaign: Campaign = {
    name: basename(file).replace(/\.ya?ml$/, ''),
    seeds: ['0'],
    design: { kind: 'grid' },
    ...{ metrics: [], keep: 'failures', recheck: 0.01 },
    ...rest,
    system: rest.system.map((word) => besides(folder, word)),
    checks: (rest.checks ?? []).map((check) => checkBesides(folder, check)),
    inputs: rest.inputs ?? [],
    axes: Object.values(rest.axes ?? {}).map((axis) => axisBesides(folder, axis)),
    ...(stop === undefined ? {} : { stop: { level: 0.95, least: 30, within: 0.01, ...stop } }),
  };
  return revisions === undefined ? campaign : atRevisions(campaign, revisions, folder);
}

function campaignReader(reader: ConfigReader, folder: string): Read<CampaignEntry> {
  const texts = reader.list(reader.text);
  const words = wordsReader(reader);
  const share = reader.number(0, 1);
  return (node) => {
    const design = node.entries?.get('design');
    const axes = design === undefined;
    if (design?.entries !== undefined && !node.entries?.get('axes')?.entries?.size) {
      reader.refuse(design, 'A latin_hypercube draws from axes: give some.');
    }
    return reader.object<CampaignEntry>(
      {
        name: nameReader(reader),
        system: (system) =>
          system.items?.length === 0
            ? reader.refuse(system, 'Say what is run: files and options as after orrery run.')
            : words(system),
        seeds: seedsReader(reader),
        axes: axesReader(reader, axes),
        revisions: texts,
        design: designReader(reader),
        ...{ checks: texts, metrics: texts },
        inputs: inputsBesides(folder, reader, node.entries?.has('revisions') ?? false),
        keep: reader.choice('none', 'failures', 'all'),
        recheck: share,
        stop: reader.object<Partial<StoppingRule>>({
          within: share,
          level: share,
          least: reader.number(1, MOST_SEEDS, true),
        }),
      },
      ['system'],
    )(node);
  };
}

/** It names a folder of the store. */
function nameReader(reader: ConfigReader): Read<string> {
  return (node) => {
    const text = reader.text(node);
    if (text === undefined || /^(?!\.{1,2}$)[^/\\\p{Cc}]{1,200}$/u.test(text)) return text;
    const rule = 'up to 200 characters without slashes';
    return reader.refuse(node, `The name of a campaign is that of a folder: ${rule}.`);
  };
}

/** `100`: the seeds 0 to 99; `5..9`, or a list of seeds and ranges: these. */
function seedsReader(reader: ConfigReader): Read<readonly string[]> {
  const count = reader.number(1, MOST_SEEDS, true);
  const seed = (node: ConfigNode): string | undefined => {
    const { value } = node;
    if (Number.isSafeInteger(value)) return String(value);
    if (typeof value === 'string' && value !== '' && !value.includes('..')) return value;
    return reader.refuse(node, 'A seed is a whole number or a text; put larger ones in quotes.');
  };
  return (node) => {
    const isText = typeof node.value === 'string';
    if (node.items !== undefined || isText) {
      const listed = listWithRanges(node, reader, seed, MOST_SEEDS);
      if (listed === undefined && isText) {
        const needed = 'a number n for 0 to n - 1, a range such as 0..99, or a list of both';
        return reader.refuse(node, `"${node.value}" does not say which seeds: write ${needed}.`);
      }
      return listed?.map(String);
    }
    const number = count(node);
    return number === undefined ? undefined : Array.from({ length: number }, (_, i) => String(i));
  };
}

function designReader(reader: ConfigReader): Read<Design> {
  const hypercube = reader.object<{ readonly latin_hypercube: number; readonly seed?: number }>(
    { latin_hypercube: reader.number(1, 1e6, true), seed: reader.number(0, 2 ** 32 - 1, true) },
    ['latin_hypercube'],
  );
  return (node) => {
    if (node.value === 'grid') return { kind: 'grid' };
    const { latin_hypercube: points = 0, seed = 0 } = hypercube(node) ?? {};
    return { kind: 'latin_hypercube', points, seed };
  };
}
