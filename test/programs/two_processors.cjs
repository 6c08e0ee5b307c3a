// Loaded before the command: a machine with two processors, which says when a thread of its recorder starts.
const fs = require('node:fs');
const threads = require('node:worker_threads');
const { syncBuiltinESMExports } = require('node:module');

const { writeSync } = fs;
const { Worker } = threads;

require('node:os').availableParallelism = () => 2;
threads.Worker = class extends Worker {
  constructor(script, options) {
    if (String(script).endsWith('packing_thread.js')) writeSync(2, 'a thread packs\n');
    super(script, options);
  }
};
syncBuiltinESMExports();
