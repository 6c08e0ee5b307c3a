// A sum does not depend on the order; it is said when both are in.
let sum = 0;
let received = 0;
require('./two_timers.cjs')((_from, count, out) => {
  sum += count;
  if (++received % 2 === 0) out(sum);
});
