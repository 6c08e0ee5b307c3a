// A device that looks like a file.
const { openSync, readSync } = require('node:fs');

const device = openSync('/dev/urandom');
const bytes = Buffer.alloc(8);
require('./publish.cjs')(() => {
  readSync(device, bytes);
  return bytes.toString('hex');
});
