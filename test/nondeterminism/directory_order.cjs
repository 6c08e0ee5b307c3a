const { opendirSync } = require('node:fs');

require('./publish.cjs')(() => {
  const directory = opendirSync('/');
  const first = directory.readSync();
  directory.closeSync();
  return first.name;
});
