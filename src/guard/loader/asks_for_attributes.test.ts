import { expect, it } from 'vitest';
import { asksForAttributes, asksForUnlisted } from './asks_for_attributes.js';

it.each([
  ['Object.defineProperty(Array.prototype, "push", {})', true],
  ['const { defineProperties: all } = Object', true],
  ['Reflect["defineProperty"](x, "y", {})', true],
  ['x.__defineGetter__("y", () => 1)', true],
  ['Object.defineProperty(exports, "__esModule", { value: true });', false],
  ['Object.defineProperty(exportsOfOthers, "y", {})', true],
  ['Array.prototype.last = 1; const redefinePropertyOf = 2;', false],
  // Without the name.
  ['Object["define" + "Property"](Array.prototype, "push", {})', true],
  ['Object [name](Array.prototype, "push", {})', true],
  ['const all = Object; all[name](Math, "max", {})', true],
  ['const { [name]: define } = Reflect;', true],
  ['globalThis[kind][name](Math, "max", {})', true],
  ['({}).constructor[name](Math, "max", {})', true],
  ['(() => {}).constructor(text)()', true],
  ['x["constructor"][name](Math, "max", {})', true],
  ['x["cons" + rest][name](Math, "max", {})', true],
  ['x?.[`constructor`][name](Math, "max", {})', true],
  ['eval(text)', true],
  ['new Function(text)()', true],
  ["require('vm').runInThisContext(text)", true],
  ['module._compile(text, file)', true],
  // In good faith.
  ['// The path in the global frame.', false],
  ['for (let i = 0; i < all.length; i++) sum += all[i] * weights[i][j] + rows[i + 1];', false],
  [
    'Object.assign(x, Object.keys(y)); Object?.entries(z); const isObject = Object(x) === x;',
    false,
  ],
  ['class A { constructor(x) { super(x); console.log(this.constructor.name); } }', false],
  ["require('rclnodejs').require('vision_msgs/msg/ObjectHypothesis')", false],
  ["const words = ['a' + b, `c`]; globalThis.count = 1", false],
])('%s', (text, asks) => expect(asksForAttributes(text)).toBe(asks));

it.each([
  ['Object.defineProperty(Array.prototype, "push", {})', true],
  ['Array.prototype[Symbol("mine")] = 1', true],
  ['const [key] = Object.getOwnPropertySymbols(x)', true],
  ['for (const key of Reflect.ownKeys(x)) y[key] = 1', true],
  ['Error.captureStackTrace(Math)', true],
  ['Array.prototype.last = 1; delete Math.max; x.__proto__ = y', false],
  ['Object.defineProperty(exports, "__esModule", { value: true });', false],
])('%s', (text, asks) => expect(asksForUnlisted(text)).toBe(asks));
