/**
 * Property tests try the same cases in every run, so that a commit is either good or not;
 * `PROPERTY_SEED=7 npm test` tries others.
 */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.PROPERTY_SEED ?? 1) });
