/**
 * The door of room `testing` for `require`. Jest's own `require` reads no ES modules, so
 * this uses Node's, which jest does not replace in the built-in module itself.
 */
import type testing = require('./index.js');

const { createRequire } = process.getBuiltinModule('node:module');
const door: typeof testing = createRequire(__filename)('./index.js');

export = door;
