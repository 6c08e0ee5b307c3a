// The writer's journal is open for 20 ms of every second; it closes it when it starts.
require('./small_system.cjs')((node) => {
  const writer = node('writer');
  const journal = writer.topic('/journal');
  const started = writer.topic('/started');
  let round = 0;
  writer.every(10, () => {
    if (round === 0) journal(0);
    if (round === 1) started(1);
    round++;
    if (round % 100 === 50) journal(1);
    if (round % 100 === 52) journal(0);
  });
});
