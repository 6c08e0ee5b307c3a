// Fails if the order of /a and /b changes in certain rounds, and in no other: 1 decision.
require('./changes.cjs')([1]);
