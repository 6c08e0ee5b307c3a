// Loaded by `bundle.mjs` before Orrery's command (`--require`), in each of its threads: keeps what V8 has compiled of the
// scripts, when the thread ends, with the checksum that `load_code.mjs` expects.
const { mkdirSync, renameSync, writeFileSync } = require('node:fs');
const { dirname, join, sep } = require('node:path');
const { syncBuiltinESMExports } = require('node:module');
const { threadId } = require('node:worker_threads');
const vm = require('node:vm');
const { crc32 } = require('node:zlib');

const FOLDER = join(__dirname, '../dist') + sep;
const kept = [];
vm.Script = class extends vm.Script {
  constructor(text, options) {
    super(text, options);
    if (options?.keptAs !== undefined) kept.push({ script: this, text, path: options.keptAs });
  }
};
syncBuiltinESMExports();

process.on('exit', () => {
  for (const { script, text, path } of kept) {
    const code = script.createCachedData();
    const checksum = Buffer.alloc(4);
    checksum.writeUInt32LE(crc32(code, crc32(Buffer.from(text, 'latin1'))));
    mkdirSync(dirname(path), { recursive: true });
    const partial = `${path}.${threadId}`;
    writeFileSync(partial, Buffer.concat([code, checksum]));
    renameSync(partial, path);
    writeFileSync(join(dirname(path), 'folder'), FOLDER);
  }
});
