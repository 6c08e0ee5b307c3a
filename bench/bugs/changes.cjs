// Fails if the order of /a and /b is another than in the round before in these rounds only. Whichever timer
// was called first in one round is called first in the next, unless a decision changes it.
const rounds = require('./rounds.cjs');

module.exports = function changes(where) {
  let expected = '';
  let isReversed = false;
  for (let round = 0; round <= where.at(-1); round++) {
    if (where.includes(round)) isReversed = !isReversed;
    expected += isReversed ? 'ba' : 'ab';
  }
  rounds((order) => {
    if (order === expected) throw new Error('this order breaks it');
  });
};
