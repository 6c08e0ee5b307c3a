const { watch } = require('node:fs');

let changes = 0;
watch(__dirname, () => {
  changes += 1;
});
require('./publish.cjs')(() => changes);
