// Uses everything that the virtual world provides, and real I/O that it awaits.
const { readFile } = require('node:fs/promises');
const { randomUUID } = require('node:crypto');

const keys = new Set([{}, {}, {}]);
require('./publish.cjs')(async () => {
  const text = await readFile(__filename, 'utf8');
  await new Promise((resolve) => setTimeout(resolve, 5));
  const order = [...keys].map((key) => [...keys].indexOf(key));
  return [Date.now(), Math.random(), randomUUID(), process.pid, order, text.length].join();
});
