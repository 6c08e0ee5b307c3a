// The clock of a fresh realm is the machine's.
const vm = require('node:vm');

require('./publish.cjs')(() => vm.runInNewContext('Date.now()'));
