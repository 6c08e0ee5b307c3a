require('./publish.cjs')(() => process.env.HOME);
