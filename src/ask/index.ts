/**
 * Room `ask`: questions about the order of messages and callbacks in recorded runs. The command `orrery ask`, the
 * studio and the check `never:` of `explore` share one language.
 *
 * May import: `errors`, `kernel`, `interfaces`, `trace`, `bag`, `system`, `record`.
 */
export type { QueryAnswer } from './answer_query.js';
export { askRuns, type RunAnswer } from './ask_runs.js';
export { answerQuestion, describeAnswer, namesOf, parseQuestion } from './question.js';
