// A test suite that fails in each way: a wrong value, and a promise that never settles.
const assert = require('node:assert');
const { test } = require('node:test');

test('passes', () => {});
test('fails', () => assert.equal(1, 2));
test('never ends', () => new Promise(() => {}));
