// Changes things at random as programs do that define no properties: by assignment and deletion. A file that named what
// can do more than that, as the other one does, or passed on by its name what holds it, would have more compared. So it
// is not strict: `this` of a plain function is the global object.
const CHANGES = 2;
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
const namesOf = (object) => Object.getOwnPropertyNames(object);

/** An object, and how it was reached. */
function reach(number, roots) {
  const names = namesOf(roots);
  let name = names[number(names.length)];
  let object = roots[name];
  for (let steps = number(MOST_STEPS); steps > 0; steps--) {
    const next = namesOf(object)
      .map((key) => [`${name}.${key}`, Object.getOwnPropertyDescriptor(object, key).value])
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
  'adds a function': (object) => Object.assign(object, { leftBehind() {} }),
  'adds in place of an inherited one': (object) =>
    Object.assign(object, { toString: () => 'left' }),
  deletes: (object, key) => Reflect.deleteProperty(object, key),
  replaces: (object, key) => Reflect.set(object, key, () => 'left'),
  empties: (object, key) => Reflect.set(object, key, undefined),
  'deletes and adds': (object, key) => {
    const value = object[key];
    delete object[key];
    object[key] = value;
  },
  'changes the prototype': (object) => Object.setPrototypeOf(object, { left: 1 }),
};

exports.change = (seed, more) => {
  const number = numbersOf(seed);
  const everything = (function () {
    return this;
  })();
  const roots = { everything, process, console, performance, ...more };
  const kinds = Object.keys(KINDS);
  for (let i = 0; i < CHANGES; i++) {
    const [name, object] = reach(number, roots);
    const keys = namesOf(object);
    const key = keys[number(Math.max(1, keys.length))] ?? 'left';
    const kind = kinds[number(kinds.length)];
    try {
      KINDS[kind](object, key);
      if (process.env.TELL) console.log(`${kind} ${name} ${key}`);
    } catch {}
  }
};
