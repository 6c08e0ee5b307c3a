// Fails if the order of /a and /b changes in certain rounds, and in no other: 6 decisions.
require('./changes.cjs')([0, 1, 2, 3, 4, 6]);
