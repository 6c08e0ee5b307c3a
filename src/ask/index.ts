/**
 * Room `ask`: questions about the order of messages in recordings. The command `orrery ask`, the studio
 * and the check `never:` of `explore` have the same language.
 *
 * May import: `errors`, `kernel`, `interfaces`, `bag`, `system`.
 */
export { answerQuery, type QueryAnswer } from './answer_query.js';
export { askRuns, type RunAnswer } from './ask_runs.js';
export { parseTemporalQuery, type TemporalQuery } from './temporal_query.js';
