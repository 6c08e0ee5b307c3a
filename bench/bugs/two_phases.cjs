// Once, at 1.5 s, a writer prepares and commits 20 ms later; from in between it cannot start again.
require('./small_system.cjs')((node) => {
  const writer = node('writer');
  const journal = writer.topic('/journal');
  const started = writer.topic('/started');
  let round = 0;
  writer.every(20, () => {
    if (round === 0) started(1);
    round++;
    if (round === 75) journal(1);
    if (round === 76) journal(0);
  });
});
