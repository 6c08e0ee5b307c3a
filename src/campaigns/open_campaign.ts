import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nearestNames, OrreryError } from '../errors/index.js';
import type { Campaign } from './campaign.js';
import { CampaignDirectory, type CampaignState } from './campaign_directory.js';
import { CampaignPlan } from './campaign_plan.js';
import { hashOfText } from './content_hash.js';
import { FailurePlaces } from './failure_places.js';
import { OutputFiles } from './output_files.js';
import { PresentFiles } from './present_files.js';
import { ResultStore, unwritableStore } from './result_store.js';
import { RowLines } from './row_lines.js';
import type { RunResult } from './run_result.js';

/** The default folder of results. */
export const DEFAULT_STORE = 'sweeps';

/** The folder of a campaign's journals, and that of the results of all campaigns. */
export interface CampaignFolders {
  readonly store: string;
  readonly campaign: string;
}

/** A changed campaign has another folder; results are shared. */
export function campaignFolders(
  campaign: Campaign,
  folder: string,
  store: string,
): CampaignFolders {
  // Settings that only affect the execution are not part of the campaign's identity.
  const { keep: _keep, recheck: _recheck, stop: _stop, name, ...rest } = campaign;
  const identity = hashOfText(JSON.stringify(rest).split(folder).join('.')).slice(0, 8);
  return { store, campaign: join(store, `${name}-${identity}`) };
}

/** Saves the campaign next to its journal, so that it can be opened without its file. */
export function noteCampaign(
  { campaign: directory, store }: CampaignFolders,
  campaign: Campaign,
  folder: string,
): void {
  const content = { format: 'orrery-campaign/1', folder, ...campaign };
  try {
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, 'campaign.json'), `${JSON.stringify(content)}\n`);
  } catch (cause) {
    throw unwritableStore(store, cause);
  }
}

/** One row of a campaign with its result, or why there is none. */
export interface CampaignRow {
  readonly row: number;
  readonly values: Readonly<Record<string, string | number>>;
  readonly seed: string;
  /** `changed`: it was made with other files than the present ones. */
  readonly state: 'done' | 'lost' | 'open' | 'waiting' | 'changed';
  readonly result?: RunResult;
  /** Which file has changed since. */
  readonly changed?: string;
  /** Where its record is kept. */
  readonly directory?: string;
}

/** A campaign in its current state. */
export interface OpenCampaign {
  readonly campaign: Campaign;
  readonly plan: CampaignPlan;
  readonly folders: CampaignFolders;
  /** The folder of its file. */
  readonly folder: string;
  readonly state: CampaignState;
  /** All rows, in order; those without a result have none. */
  rows(): Generator<CampaignRow>;
  /** How many rows there are up to the last one that was ever begun. */
  readonly begun: number;
  /** The first {@link begun} rows: a plan may have millions more. */
  begunRows(): Generator<CampaignRow>;
  /** Where failed runs diverge from passing ones. */
  readonly places: FailurePlaces;
  /** Results that differ from the first one of the same key. */
  readonly contradictions: readonly RunResult[];
}

/**
 * Opens a campaign of a store.
 *
 * @param name - of the campaign. Without the digits that distinguish it from others of that name,
 *   the one
 *   that was begun last; not needed when all have the same name
 * @throws OrreryError `ORR_CAMPAIGN_UNKNOWN`
 */
export function openCampaign(store: string, name?: string): OpenCampaign {
  const known = campaignsOf(store);
  const names = new Set(known.map(nameOf));
  const plain = name ?? (names.size === 1 ? [...names][0] : undefined);
  const found = known.includes(plain ?? '') ? plain : lastOf(store, plain, known);
  if (found === undefined) throw unknown(store, name, known);
  const path = join(store, found);
  const {
    format: _format,
    folder,
    ...campaign
  } = JSON.parse(readFileSync(join(path, 'campaign.json'), 'utf8')) as Campaign & {
    readonly format: string;
    readonly folder: string;
  };
  const plan = new CampaignPlan(campaign);
  const directory = new CampaignDirectory(path);
  const state = directory.state();
  const results = new ResultStore(store);
  const present = new PresentFiles(folder, new OutputFiles(store));
  const begun = begunOf(state);
  const rowsUpTo = function* (end: number): Generator<CampaignRow> {
    const lines = new RowLines(path).read(plan.size);
    const kept = directory.keptRows();
    try {
      for (let row = 0; row < end; row++) {
        const { point, seed } = plan.cell(row);
        const key = state.done.get(row);
        const ofPlan = { seed, values: point.values };
        const result =
          key === undefined ? undefined : (lines.find(row, key, ofPlan) ?? results.find(key));
        const changed = result && present.changed(result, point.revision);
        const place = kept.has(row) ? directory.runDirectory(row) : undefined;
        const common = { row, ...ofPlan };
        yield changed === undefined
          ? rowOf(common, state, result, place)
          : { ...common, state: 'changed', changed };
      }
    } finally {
      lines.close();
    }
  };
  return {
    ...{ campaign, plan, state, folder, folders: { store, campaign: path } },
    places: new FailurePlaces(path),
    contradictions: results.contradictions(),
    begun,
    rows: () => rowsUpTo(plan.size),
    begunRows: () => rowsUpTo(Math.min(begun, plan.size)),
  };
}

function begunOf({ done, lost, open }: CampaignState): number {
  let begun = 0;
  for (const rows of [done, lost, open]) {
    for (const row of rows.keys()) begun = Math.max(begun, row + 1);
  }
  return begun;
}

function rowOf(
  common: Pick<CampaignRow, 'row' | 'seed' | 'values'>,
  state: CampaignState,
  result: RunResult | undefined,
  directory: string | undefined,
): CampaignRow {
  const { row, seed, values } = common;
  if (result !== undefined) {
    const done = { row, seed, values, state: 'done', result } as const;
    return directory === undefined ? done : { ...done, directory };
  }
  const open = state.open.has(row) ? 'open' : 'waiting';
  return { ...common, state: state.lost.has(row) ? 'lost' : open };
}

/**
 * Whether rows of a campaign still have to be made.
 *
 * @param options - `alsoLost`: whether those count that were made and left no result
 */
export function lacksResults(
  open: OpenCampaign,
  { alsoLost }: { readonly alsoLost: boolean },
): boolean {
  for (const { state } of open.rows()) {
    if (state !== 'done' && (alsoLost || state !== 'lost')) return true;
  }
  return false;
}

/** The campaigns of a store. */
export function campaignsOf(store: string): string[] {
  if (!existsSync(store)) return [];
  return readdirSync(store)
    .filter((name) => existsSync(join(store, name, 'campaign.json')))
    .sort();
}

function nameOf(folder: string): string {
  return folder.replace(/-[0-9a-f]{8}$/, '');
}

/** The most recently begun campaign of this name. */
function lastOf(
  store: string,
  name: string | undefined,
  known: readonly string[],
): string | undefined {
  const begun = (folder: string) => statSync(join(store, folder, 'campaign.json')).mtimeMs;
  return known
    .filter((each) => nameOf(each) === name)
    .sort((a, b) => begun(a) - begun(b))
    .at(-1);
}

function unknown(store: string, name: string | undefined, known: readonly string[]): OrreryError {
  const list = (names: readonly string[]) => names.slice(0, 10).join(', ');
  const place = { file: store };
  if (known.length === 0) {
    const text = `The store ${store} has no campaign yet; orrery sweep <campaign file> begins one.`;
    return new OrreryError('ORR_CAMPAIGN_UNKNOWN', text, { place });
  }
  if (name === undefined) {
    const text = `The store ${store} has several campaigns; name one: ${list(known)}.`;
    return new OrreryError('ORR_CAMPAIGN_UNKNOWN', text, { place });
  }
  const near = nearestNames(name, known.map(nameOf));
  const text = `The store ${store} has no campaign "${name}"; it has ${list(near.length > 0 ? near : known)}.`;
  return new OrreryError('ORR_CAMPAIGN_UNKNOWN', text, { place });
}

/**
 * The directories of the runs that a campaign kept whole.
 *
 * @throws OrreryError `ORR_CAMPAIGN_UNKNOWN`, `ORR_CAMPAIGN_NOT_KEPT`
 */
export function keptRuns(store: string, name: string): string[] {
  const kept = [...openCampaign(store, name).begunRows()].flatMap(
    ({ directory }) => directory ?? [],
  );
  if (kept.length > 0) return kept;
  throw new OrreryError(
    'ORR_CAMPAIGN_NOT_KEPT',
    `The campaign "${name}" has kept no runs; write keep: all in its file and run it again.`,
  );
}
