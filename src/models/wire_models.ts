import { OrreryError } from '../errors/index.js';
import type { Fault } from './faults/fault.js';
import type { SystemModels } from './system_models.js';

type LinkModels = Pick<SystemModels, 'links' | 'machines' | 'faults'>;

/** Whether a fault acts on the contents of messages, which the middleware does not see. */
const isOfContents = ({ fault }: Fault) => fault === 'corrupt' || fault === 'service_timeout';

/** The models that apply to messages: all, unless a protocol carries messages in datagrams. */
export function messageModels(models: SystemModels): LinkModels {
  if (models.middleware !== 'rtps') return models;
  const faults = models.faults?.filter(isOfContents) ?? [];
  return faults.length === 0 ? {} : { faults };
}

/**
 * The models that apply to datagrams when a protocol carries the messages.
 *
 * @throws `ORR_MODELS_INVALID` for rules that datagrams cannot follow
 */
export function datagramModels(models: SystemModels): LinkModels {
  const { links = [], machines = {}, discovery } = models;
  const faults = models.faults?.filter((fault) => !isOfContents(fault)) ?? [];
  if ([...links, ...faults].some((rule) => 'topic' in rule && rule.topic !== undefined)) {
    refuse('a link or a fault names a topic, which datagrams do not have; name nodes instead');
  }
  if ((discovery?.rules.length ?? 0) > 0) {
    refuse('the protocol finds endpoints itself; leave out discovery');
  }
  return { links, machines, faults };
}

function refuse(why: string): never {
  throw new OrreryError('ORR_MODELS_INVALID', `With \`middleware: rtps\`, ${why}.`);
}
