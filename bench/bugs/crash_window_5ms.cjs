// In every second the journal is open for 5 ms; the writer cannot start again from an open journal.
require('./small_system.cjs')((node) => {
  const writer = node('writer');
  const journal = writer.topic('/journal');
  const started = writer.topic('/started');
  let round = 0;
  writer.every(5, () => {
    if (round === 0) started(1);
    round++;
    if (round % 200 === 140) journal(1);
    if (round % 200 === 141) journal(0);
  });
});
