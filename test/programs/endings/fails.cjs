// Its first life ends with an error, and so does each that follows.
setTimeout(() => process.exit(1), 100);
