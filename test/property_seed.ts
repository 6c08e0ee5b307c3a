/**
 * Property tests try the same cases in every run, so that a commit is either good or not; `PROPERTY_SEED=7 npm test`
 * tries others, and `PROPERTY_RUNS=1000` more cases of each property without a number of its own.
 */
import fc from 'fast-check';

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: Number(process.env.PROPERTY_SEED ?? 1),
  numRuns: Number(process.env.PROPERTY_RUNS ?? 100),
});
