// Counts its runs in a file: no guard can know what is input and what an earlier run has left.
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const file = join(tmpdir(), 'orrery-test-runs');
const runs = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
writeFileSync(file, String(runs + 1));
require('./publish.cjs')(() => runs);
