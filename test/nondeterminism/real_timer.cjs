// Waits outside of virtual time and notices how long.
const shared = new Int32Array(new SharedArrayBuffer(4));

require('./publish.cjs')(() => Atomics.wait(shared, 0, 0, 1));
