// Throws in what an operation calls when it is done.
require('node:fs').readFile(__filename, () => {
  throw new Error('cannot use it');
});
