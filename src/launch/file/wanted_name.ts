import { basename } from 'node:path';
import { ProgramNames, programNameOf } from '../../system/index.js';
import type { LaunchAction } from './actions.js';
import { fullyQualifiedName } from './expand_node.js';
import { nodeSetup } from './node_setup.js';

/** An action that consists of others. */
type HoldingAction = Extract<LaunchAction, { readonly actions: readonly LaunchAction[] }>;

/** Whether an action consists of others. */
export function holdsActions(action: LaunchAction): action is HoldingAction {
  return 'actions' in action;
}

/** An action that starts a process. */
export type StartAction = Extract<LaunchAction, { kind: 'node' | 'container' | 'executable' }>;

/** The words of a command from its program on, without the interpreter. */
export function programWords(command: readonly string[]): readonly string[] {
  const [first = '', ...others] = command;
  return /^(node|python3?)$/.test(basename(first)) ? others : command;
}

/** The name of a process, if no other has taken it before. */
export function wantedName(action: StartAction): string {
  if (action.kind === 'executable') {
    return action.name ?? programNameOf(programWords(action.command)[0] ?? '');
  }
  if (action.kind === 'container') {
    return fullyQualifiedName(action.namespace, action.name ?? action.executable).slice(1);
  }
  return programNameOf(action.execName ?? nodeSetup(action).name ?? action.executable);
}

/** The names that processes will have, by the ids of their actions: containers are named first. */
export function namesByIds(actions: readonly LaunchAction[]): ReadonlyMap<string, string> {
  const names = new ProgramNames();
  const found = new Map<string, string>();
  const take = (action: StartAction): void => {
    const name = names.take(wantedName(action));
    if (action.id !== undefined) found.set(action.id, name);
  };
  const all = startActions(actions);
  for (const action of all) if (action.kind === 'container') take(action);
  for (const action of all) if (action.kind !== 'container') take(action);
  return found;
}

/** The actions with the names that processes will have in place of those that several want. */
export function withNamesOfTargets(
  actions: readonly LaunchAction[],
  names: ReadonlyMap<string, string>,
): LaunchAction[] {
  return actions.map((action): LaunchAction => {
    if (!holdsActions(action)) return action;
    const inner = withNamesOfTargets(action.actions, names);
    if (action.kind !== 'event_handler') return { ...action, actions: inner };
    const target = names.get(action.targetId ?? '') ?? action.target;
    return { ...action, target, actions: inner };
  });
}

function startActions(actions: readonly LaunchAction[]): StartAction[] {
  return actions.flatMap((action): StartAction[] => {
    if (holdsActions(action)) return startActions(action.actions);
    const starts =
      action.kind === 'node' || action.kind === 'container' || action.kind === 'executable';
    return starts ? [action] : [];
  });
}
