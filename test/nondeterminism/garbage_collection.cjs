let collected = 0;
const registry = new FinalizationRegistry(() => {
  collected += 1;
});
require('./publish.cjs')(() => {
  registry.register({}, undefined);
  return collected;
});
