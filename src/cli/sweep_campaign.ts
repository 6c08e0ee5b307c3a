import { basename, dirname, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { atRevisions, type Campaign, parseCampaign, readCampaign } from '../campaigns/index.js';
import { DescriptionError, OrreryError } from '../errors/index.js';

const COMMAND_LINE = 'command line';

/** What a command line says about a campaign, alone or in addition to its file. */
export interface CampaignWords {
  readonly seeds?: string | undefined;
  readonly vary?: readonly string[] | undefined;
  readonly check?: readonly string[] | undefined;
  readonly metric?: readonly string[] | undefined;
  readonly revisions?: string | undefined;
}

const collect = (value: string, all: readonly string[] = []): readonly string[] => [...all, value];

/** The options of a small campaign, which needs no file. */
export function withCampaignOptions(command: Command): Command {
  return command
    .argument('<campaign...>', 'a campaign file, or, after --, a system as for orrery run')
    .showHelpAfterError(
      'A system and its options follow --: orrery sweep --seeds 10 -- talker.py --until 5s',
    )
    .option('--resume', 'make only the runs that have no result yet, which is always done')
    .option('--revisions <list>', 'git revisions of the system, e.g. v1,HEAD~3..HEAD,.')
    .option('--seeds <count>', 'without a file: how many seeds, from 0; or which: 5..9,12')
    .addOption(
      new Option('--vary <parameter=values>', 'without a file: e.g. gain=0.5,1,2').argParser(
        collect,
      ),
    )
    .addOption(new Option('--check <check>', 'without a file: what must hold').argParser(collect))
    .addOption(
      new Option('--metric <metric>', 'without a file: what to measure').argParser(collect),
    );
}

/** A campaign and the folder that its files are relative to. */
export interface GivenCampaign {
  readonly campaign: Campaign;
  readonly folder: string;
}

/**
 * The campaign that a command line gives: a file, or a system and what varies in it.
 *
 * @throws OrreryError `ORR_CAMPAIGN_WORDS`; the errors of `readCampaign`
 */
export function campaignOf(words: readonly string[], options: CampaignWords): GivenCampaign {
  const { revisions, ...own } = options;
  const [file = '', ...more] = words;
  const isFile = /(?<!\.launch)\.ya?ml$/.test(file) && more.length === 0;
  const given = Object.entries(own).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`],
  );
  if (isFile && given.length > 0) {
    throw new OrreryError(
      'ORR_CAMPAIGN_WORDS',
      `${given.join(', ')} is given together with the campaign file ${file}; write it into the file.`,
      { place: { file } },
    );
  }
  const folder = isFile ? dirname(resolve(file)) : process.cwd();
  const campaign = isFile ? readCampaign(file) : smallCampaign(words, own);
  if (revisions === undefined) return { campaign, folder };
  return { campaign: atRevisions(campaign, revisions.split(','), folder), folder };
}

function smallCampaign(
  system: readonly string[],
  { seeds, vary = [], check = [], metric = [] }: CampaignWords,
): Campaign {
  const entry = {
    name: basename(system[0] ?? '').replace(/\.\w+$/, ''),
    ...{ system, checks: check, metrics: metric },
    ...(seeds === undefined ? {} : { seeds: seedsOf(seeds) }),
  };
  // JSON is YAML, so a command line is checked in the same way as a file.
  const text = `${JSON.stringify(entry).slice(0, -1)},"axes":{${vary.map(axisOf).join()}}}`;
  try {
    return parseCampaign(text, resolve(COMMAND_LINE));
  } catch (error) {
    throw error instanceof DescriptionError ? placedOnCommandLine(error) : error;
  }
}

/** Line and column would be those of a text that the user has not seen. */
function placedOnCommandLine({ code, errors }: DescriptionError): DescriptionError {
  const place = { file: COMMAND_LINE };
  const placed = errors.map((each) => new OrreryError(each.code, each.message, { place }));
  return new DescriptionError(code, 'The command line', placed);
}

/** `10`: how many; `5..9,12`: which. */
function seedsOf(text: string): number | string | string[] {
  if (/^\d+$/.test(text)) return Number(text);
  return text.includes(',') ? text.split(',') : text;
}

/** `gain=0.5,1`: values of a parameter; of one node: `controller:gain=0.5,1`. Returns a member of an object of JSON. */
function axisOf(text: string): string {
  const [, parameter = '', list = ''] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (list === '') {
    throw new OrreryError(
      'ORR_CAMPAIGN_WORDS',
      `"${text}" does not say what varies; write a parameter and its values, e.g. gain=0.5,1,2.`,
    );
  }
  const values = list.split(',').map((value) => {
    const number = value.trim();
    // As it is written, because `1.0` is not an integer; YAML knows `.5` and `0x10`, too.
    const isNumber = number !== '' && Number.isFinite(Number(number));
    return isNumber ? number : JSON.stringify(value);
  });
  const name = JSON.stringify(parameter);
  return `${name}:{"parameter":${name},"values":[${values.join()}]}`;
}
