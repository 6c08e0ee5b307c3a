// Fails if the order of /a and /b changes in certain rounds, and in no other: 4 decisions.
require('./changes.cjs')([0, 2, 3, 4]);
