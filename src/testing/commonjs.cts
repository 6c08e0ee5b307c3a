/**
 * The door of room `testing` for `require`. Jest's own `require` reads no ES modules, so that
 * Node's is taken, which jest does not replace in the builtin module itself.
 */
import type testing = require('./index.js');

const { createRequire } = process.getBuiltinModule('node:module');
const door: typeof testing = createRequire(__filename)('./index.js');

export = door;
