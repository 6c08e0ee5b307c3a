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
