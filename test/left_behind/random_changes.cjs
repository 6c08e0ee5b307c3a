'use strict';
// Changes things at random that a program can reach: properties, their attributes, prototypes, maps, lists.
const MODULES =
  'buffer crypto dns events fs http net os path querystring stream url util zlib'.split(' ');
const CHANGES = 3;
const MOST_STEPS = 5;

/** Numbers below the one that is given, always the same for a seed (mulberry32). */
function numbersOf(seed) {
  let state = Math.imul(seed, 0x9e3779b1);
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

const isObject = (value) => Object(value) === value;
/** What Orrery itself needs to load programs is not looked for. */
const isOrrerys = (key) => typeof key === 'symbol' && /^orrery/.test(key.description ?? '');

/** An object, and how it was reached. */
function reach(number, roots) {
  const names = Object.keys(roots);
  let name = names[number(names.length)];
  let object = roots[name];
  for (let steps = number(MOST_STEPS); steps > 0; steps--) {
    const next = Reflect.ownKeys(object)
      .filter((key) => !isOrrerys(key))
      .map((key) => [`${name}.${String(key)}`, Object.getOwnPropertyDescriptor(object, key).value])
      .filter(([, value]) => isObject(value));
    const prototype = Object.getPrototypeOf(object);
    if (prototype !== null) next.push([`${name}^`, prototype]);
    if (next.length === 0) break;
    [name, object] = next[number(next.length)];
  }
  return [name, object];
}

/** By name, changes of an object, and perhaps of one of its properties. */
const KINDS = {
  adds: (object) => Object.assign(object, { leftBehind: 1 }),
  'adds unseen': (object) =>
    Object.defineProperty(object, 'leftUnseen', { value: 1, configurable: true }),
  'adds under a symbol': (object) => Object.assign(object, { [Symbol.for('left')]: 1 }),
  deletes: (object, key) => Reflect.deleteProperty(object, key),
  replaces: (object, key) => Reflect.set(object, key, () => 'left'),
  hides: (object, key, { enumerable }) =>
    Object.defineProperty(object, key, { enumerable: !enumerable }),
  fixes: (object, key) => Object.defineProperty(object, key, { writable: false }),
  computes: (object, key, { value }) => Object.defineProperty(object, key, { get: () => value }),
  'changes the prototype': (object) => Object.setPrototypeOf(object, { left: 1 }),
  renames: (object) => Object.defineProperty(object, 'name', { value: 'left', configurable: true }),
};

exports.change = (seed, more) => {
  const number = numbersOf(seed);
  const { process, console, performance } = globalThis;
  const roots = { globalThis, process, console, performance, ...more };
  // Half of the programs ask for none of Node's modules.
  if (seed % 2 === 0) for (const name of MODULES) roots[name] = require(name);
  const kinds = Object.keys(KINDS);
  for (let i = 0; i < CHANGES; i++) {
    const [name, object] = reach(number, roots);
    const keys = Reflect.ownKeys(object).filter((key) => !isOrrerys(key));
    const key = keys[number(Math.max(1, keys.length))];
    const kind = kinds[number(kinds.length)];
    const before = key === undefined ? {} : Object.getOwnPropertyDescriptor(object, key);
    try {
      KINDS[kind](object, key ?? 'left', before);
      if (process.env.TELL) console.log(`${kind} ${name} ${String(key)}`);
    } catch {}
  }
};
