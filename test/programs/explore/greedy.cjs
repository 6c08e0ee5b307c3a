// Fills the memory when /b comes before /a in the first round.
let first;
const kept = [];
require('./two_timers.cjs')((from) => {
  first ??= from;
  while (first === 'b') kept.push(new Array(1e6).fill(kept.length));
});
