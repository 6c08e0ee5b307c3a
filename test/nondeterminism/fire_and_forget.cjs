// Begins to read a file and goes on without it.
const { readFile } = require('node:fs/promises');

let length = 0;
require('./publish.cjs')(() => {
  void readFile(__filename).then((bytes) => {
    length = bytes.length;
  });
  return length;
});
