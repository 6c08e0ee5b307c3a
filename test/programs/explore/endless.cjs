// Never returns when /b comes before /a in the first round.
let first;
require('./two_timers.cjs')((from) => {
  first ??= from;
  while (first === 'b') {}
});
