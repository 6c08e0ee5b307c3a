/**
 * Part `actions` of room `orchestrator`: which callback of a system may run next, by the callback graph and the
 * configuration files of ros2_def. It neither starts processes nor uses DDS.
 *
 * Imports `errors`, `models`; nothing else of its room.
 */

export type { CallbackAction } from './action.js';
export { ActionGraph } from './action_graph.js';
export type { CallbackModel, NodeModel } from './node_model.js';
export { type OrderRule, orderNodes } from './order_nodes.js';
export { type FindShare, readNodeModels } from './read_node_models.js';
export { type ModelledCallback, type ModelledInput, runModelled } from './run_modelled.js';
export { undeclared } from './undeclared.js';
