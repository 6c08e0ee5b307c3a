// Deals with what it throws itself.
process.on('uncaughtException', ({ message }) => console.log('caught', message));
setTimeout(() => {
  throw new Error('boom');
}, 100);
