// Once, at 1.3 s, a writer commits one period after it has prepared; from in between it cannot start again.
require('./small_system.cjs')((node) => {
  const writer = node('writer');
  const journal = writer.topic('/journal');
  const started = writer.topic('/started');
  const heartbeat = writer.topic('/heartbeat');
  let round = 0;
  writer.every(20, () => {
    if (round === 0) started(1);
    round++;
    heartbeat(round);
    if (round === 65) journal(1);
    if (round === 66) journal(0);
  });
});
