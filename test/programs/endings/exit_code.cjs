// Ends by itself, with an exit code.
setTimeout(() => {
  process.exitCode = 3;
}, 100);
