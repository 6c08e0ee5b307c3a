import { type ExecutorPolicy, parseExecutorPolicy } from '../models/index.js';
import type { ProcessExecutor } from '../simulation/index.js';
import type { ContainerAction, NodeDescription } from './file/index.js';

/** Containers of rclcpp_components whose executable determines the executor. */
const CONTAINERS: Readonly<Record<string, ExecutorPolicy>> = {
  component_container_mt: { policy: 'multi' },
  component_container_event: { policy: 'events' },
};

/** How a launch file's node is run; undefined if the file does not say. */
export function nodeExecutor(node: NodeDescription): ProcessExecutor | undefined {
  const { executor, callbackGroups } = node;
  if (executor === null && callbackGroups.length === 0) return undefined;
  return {
    ...(executor === null ? {} : { policy: parseExecutorPolicy(executor) }),
    ...(callbackGroups.length === 0 ? {} : { callbackGroups: callbackGroups.map(groupOf) }),
  };
}

/** How a container runs its components: by its attribute, else by its executable. */
export function containerExecutor(container: ContainerAction): ProcessExecutor | undefined {
  const { executable, arguments: words } = container;
  const own = nodeExecutor(container);
  if (executable === 'component_container_isolated') {
    const threads = words.includes('--use_multi_threaded_executor') ? 'multi' : 'single';
    return { policy: { policy: threads }, ...own, isolated: true };
  }
  const policy = Object.hasOwn(CONTAINERS, executable) ? CONTAINERS[executable] : undefined;
  return policy === undefined ? own : { policy, ...own };
}

/** A component with its own executor runs next to the others of its container. */
export function componentExecutor(
  component: NodeDescription,
  container: ProcessExecutor | undefined,
): ProcessExecutor | undefined {
  const own = nodeExecutor(component);
  if (own === undefined) return container;
  return { ...container, ...own, ...(own.policy === undefined ? {} : { isolated: true }) };
}

function groupOf({ executor, ...group }: NodeDescription['callbackGroups'][number]) {
  return executor === null ? group : { ...group, executor: parseExecutorPolicy(executor) };
}
