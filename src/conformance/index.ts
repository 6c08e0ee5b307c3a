/**
 * Room `conformance`: runs reference vectors that were made with the real systems, and says where
 * the first difference is. Two programs, `main.ts` and `executors/main.ts`, that others do not use.
 *
 * May import: `errors`, `kernel`, `interfaces`, `graph`, `models`, `executors`, `simulation`,
 * `netsim`.
 */
export {};
