require('./monitor.cjs')(() => process.exit(3));
