// Loaded by `bundle.mjs` before Orrery's command (`--require`), in each of its threads: keeps what V8 has compiled of the
// scripts, when the thread ends.
const { mkdirSync, renameSync, writeFileSync } = require('node:fs');
const { dirname, join, sep } = require('node:path');
const { syncBuiltinESMExports } = require('node:module');
const { threadId } = require('node:worker_threads');
const vm = require('node:vm');

const FOLDER = join(__dirname, '../dist') + sep;
const kept = [];
vm.Script = class extends vm.Script {
  constructor(text, options) {
    super(text, options);
    if (options?.keptAs !== undefined) kept.push({ script: this, path: options.keptAs });
  }
};
syncBuiltinESMExports();

process.on('exit', () => {
  for (const { script, path } of kept) {
    mkdirSync(dirname(path), { recursive: true });
    const partial = `${path}.${threadId}`;
    writeFileSync(partial, script.createCachedData());
    renameSync(partial, path);
    writeFileSync(join(dirname(path), 'folder'), FOLDER);
  }
});
