// Fails if the order of /a and /b changes in certain rounds, and in no other: 2 decisions.
require('./changes.cjs')([1, 3]);
