import { didYouMean } from '../../errors/index.js';
import type { ActionOptions } from '../action/action_options.js';
import type { EntityOptions } from '../entity.js';
import { perGraph } from '../world/per_graph.js';
import type { GivenTo } from './given_to.js';
import { KNOWN_OPTIONS, type OptionsKind } from './known_options.js';
import { qosProblems } from './qos_problems.js';

/** At most this many mistakes are reported. */
const MOST_TOLD = 1000;

const told = perGraph(() => new Set<string>());

/**
 * Warns of a mistake once. `rclnodejs` silently accepts all of these mistakes, so authors of programs
 * believe that what they wrote has an effect.
 */
export function tell({ graph, whom }: GivenTo, problem: string): void {
  const texts = told(graph);
  const text = `${whom[0]?.toUpperCase()}${whom.slice(1)} is given ${problem}`;
  if (texts.has(text) || texts.size === MOST_TOLD) return;
  texts.add(text);
  // Without a run that takes the warning, it goes to standard error.
  if (!graph.listener?.warned(text)) process.stderr.write(`orrery: ${text}\n`);
}

/**
 * Warns of unknown options, which have no effect.
 *
 * @param within - the option that holds them, if they are not the outermost
 */
export function checkOptions(
  given: unknown,
  kind: OptionsKind,
  to: GivenTo,
  within?: string,
): void {
  if (given === undefined || given === null) return;
  const shown = within === undefined ? '' : ` in ${within}`;
  if (typeof given !== 'object') {
    tell(to, `options that are not an object (${typeof given})${shown}, which have no effect.`);
    return;
  }
  const known = KNOWN_OPTIONS[kind];
  for (const key of Object.keys(given)) {
    // Classes of options keep the value of `name` in the field `_name`.
    const name = key.startsWith('_') ? key.slice(1) : key;
    if (Object.hasOwn(known, name)) continue;
    const names = Object.keys(known);
    const hint = didYouMean(key, names) || `; known are ${names.join(', ')}.`;
    tell(to, `the option "${key}"${shown}, which has no effect${hint}`);
  }
}

/** Warns of unknown QoS policies, values and profiles. */
export function checkQos(given: unknown, to: GivenTo, within = 'qos'): void {
  if (given === undefined || given === null) return;
  if (typeof given === 'object') checkOptions(given, 'qos', to, within);
  for (const problem of qosProblems(given)) tell(to, `${within}${problem}`);
}

/** Checks the options of a publisher, subscription, service or client, and the options in them. */
export function checkEntityOptions(given: EntityOptions, to: GivenTo): void {
  checkOptions(given, 'entity', to);
  checkQos(given.qos, to);
  checkOptions(given.contentFilter, 'contentFilter', to, 'contentFilter');
  checkOptions(given.validationOptions, 'validation', to, 'validationOptions');
}

/** Checks the options of an action client or server, and the options in them. */
export function checkActionOptions(given: ActionOptions | null | undefined, to: GivenTo): void {
  if (typeof given !== 'object' || given === null) return;
  checkOptions(given, 'action', to);
  checkOptions(given.qos, 'actionQos', to, 'qos');
  checkOptions(given.validationOptions, 'validation', to, 'validationOptions');
  for (const [name, qos] of Object.entries(given.qos ?? {})) checkQos(qos, to, `qos.${name}`);
}
