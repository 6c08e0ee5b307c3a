/**
 * `orrery-sim/models`: execution times, executors, links and faults of a system.
 *
 * @example
 * ```ts run
 * import { parseSystemModels } from 'orrery-sim/models';
 * import { simulate } from 'orrery-sim/testing';
 *
 * const models = parseSystemModels('links:\n  - {topic: /chatter, delay: 5ms}', 'models.yaml');
 * console.log(models.links?.length);
 * const run = await simulate('talker.cjs', { until: '3s', models: [models] });
 * console.log(run.topic('/chatter').messages.length);
 * ```
 *
 * ```text
 * 1
 * 3
 * ```
 *
 * @packageDocumentation
 */
export { parseSystemModels, readSystemModels } from './config/read_models.js';
export type * from './index.js';
