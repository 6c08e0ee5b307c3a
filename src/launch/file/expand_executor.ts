import { OrreryError } from '../../errors/index.js';
import { parseExecutorPolicy } from '../../models/index.js';
import type { CallbackGroupDescription, NodeDescription } from './actions.js';
import { EntityReader } from './entity_reader.js';
import { CALLBACK_GROUP } from './grammar.js';
import type { LaunchContext } from './launch_context.js';

/** Reads how a node is run: `executor`, and the groups of its callbacks. */
export function expandExecutor(
  reader: EntityReader,
  context: LaunchContext,
): Pick<NodeDescription, 'executor' | 'callbackGroups'> {
  return {
    executor: policyWords(reader),
    callbackGroups: reader.parts('callback_group').flatMap((part): CallbackGroupDescription[] => {
      const each = new EntityReader(part, context, CALLBACK_GROUP.attributes);
      const name = each.text('name');
      const type = each.text('type');
      const callbacks = each.text('callbacks');
      const executor = policyWords(each);
      if (name === undefined || type === undefined || callbacks === undefined) return [];
      const isReentrant = type === 'reentrant';
      return [
        {
          name,
          type: isReentrant ? 'reentrant' : 'mutually_exclusive',
          callbacks: callbacks.split(/\s+/).filter((word) => word !== ''),
          executor,
        },
      ];
    }),
  };
}

function policyWords(reader: EntityReader): string | null {
  const words = reader.text('executor');
  if (words === undefined) return null;
  try {
    parseExecutorPolicy(words);
    return words;
  } catch (error) {
    if (!(error instanceof OrreryError)) throw error;
    reader.refuse(error.code, error.message, 'executor');
    return null;
  }
}
