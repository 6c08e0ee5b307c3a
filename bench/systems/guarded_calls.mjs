// Functions that the guard replaces, as a node calls them. Each entry calls its function `times` times and returns
// something that depends on every call.
export const CALLS = {
  'Date.now()': (times) => {
    let sum = 0;
    for (let i = 0; i < times; i++) sum += Date.now();
    return sum;
  },
  'new Date()': (times) => {
    let sum = 0;
    for (let i = 0; i < times; i++) sum += new Date().getDay();
    return sum;
  },
  'performance.now()': (times) => {
    let sum = 0;
    for (let i = 0; i < times; i++) sum += performance.now();
    return sum;
  },
  'process.hrtime.bigint()': (times) => {
    let last = 0n;
    for (let i = 0; i < times; i++) last = process.hrtime.bigint();
    return last;
  },
  'Math.random()': (times) => {
    let sum = 0;
    for (let i = 0; i < times; i++) sum += Math.random();
    return sum;
  },
  'Math.sin(x)': (times) => {
    let x = 1;
    for (let i = 0; i < times; i++) x = Math.sin(x + i);
    return x;
  },
  'Math.sin(x), |x| > 8·10⁵': (times) => {
    let x = 1;
    for (let i = 0; i < times; i++) x = Math.sin(x + 1e6 + i);
    return x;
  },
  'Math.exp(x)': (times) => {
    let x = 1;
    for (let i = 0; i < times; i++) x = Math.exp(-x);
    return x;
  },
  'crypto.randomUUID()': (times) => {
    let length = 0;
    for (let i = 0; i < times; i++) length += crypto.randomUUID().length;
    return length;
  },
  'clearTimeout(setTimeout(…))': (times) => {
    const nothing = () => {};
    for (let i = 0; i < times; i++) clearTimeout(setTimeout(nothing, 1000));
    return times;
  },
};
