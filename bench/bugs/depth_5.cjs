// Fails if the order of /a and /b changes in certain rounds, and in no other: 5 decisions.
require('./changes.cjs')([0, 1, 2, 4, 5]);
