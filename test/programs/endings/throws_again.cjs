// What catches its exceptions throws itself.
process.on('uncaughtException', (error) => {
  throw new Error(`again: ${error.message}`);
});
setTimeout(() => {
  throw new Error('once');
}, 10);
