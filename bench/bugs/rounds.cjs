// Two nodes tell a third one something in each of twelve rounds; in which order decides.
const smallSystem = require('./small_system.cjs');

/** `judge` is given the letters of all rounds so far, e.g. `abba`. */
module.exports = function rounds(judge) {
  smallSystem((node) => {
    const sink = node('sink');
    let order = '';
    for (const name of ['a', 'b']) {
      const source = node(name);
      const send = source.topic(`/${name}`);
      let left = 12;
      source.every(100, () => left-- > 0 && send(left));
      sink.on(`/${name}`, () => {
        order += name;
        judge(order);
      });
    }
  });
};
