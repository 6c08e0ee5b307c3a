/**
 * Room `conformance`: runs reference vectors that were made with the real systems, and reports the
 * first difference. It consists of programs, such as `main.ts` and `executors/main.ts`, that other
 * rooms do not use.
 *
 * May import: `errors`, `kernel`, `interfaces`, `graph`, `models`, `executors`, `simulation`,
 * `netsim`.
 */
export {};
