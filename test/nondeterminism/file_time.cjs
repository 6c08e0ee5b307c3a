const { statSync } = require('node:fs');

require('./publish.cjs')(() => statSync(__filename).atimeMs);
