/**
 * Room `orchestrator`: programs of ROS 2 in any language as processes of a run. Each is alone with
 * Orrery in a DDS domain of its own, gets one event at a time, and is followed until it has handled
 * the event; so the order at every node follows from the inputs of the run alone. Part `actions`:
 * which callbacks may run at the same time, by the callback graph of ros2_def.
 *
 * May import: `errors`, `kernel`, `interfaces`, `graph`, `models`, `simulation`, `guard`, `guests`,
 * `dds`, `live`.
 */

export {
  type ModelledCallback,
  type ModelledInput,
  type NodeModel,
  type OrderRule,
  orderNodes,
  readNodeModels,
  runModelled,
} from './actions/index.js';
export { attachOrder } from './attach_order.js';
export { expectedNodes, howToStart } from './attached_nodes.js';
export { CallbackEnds } from './callback_ends.js';
export { DataProvider } from './data_provider.js';
export {
  DdsProcesses,
  type DdsProcessesOptions,
  type DdsProgram,
  type ProcessRecord,
} from './dds_processes.js';
export { interceptingRemaps } from './intercepted_names.js';
