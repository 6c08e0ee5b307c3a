import { expect, it } from 'vitest';
import { asksForAttributes } from './asks_for_attributes.js';

it.each([
  ['Object.defineProperty(Array.prototype, "push", {})', true],
  ['const { defineProperties: all } = Object', true],
  ['Reflect["defineProperty"](x, "y", {})', true],
  ['x.__defineGetter__("y", () => 1)', true],
  ['Object.defineProperty(exports, "__esModule", { value: true });', false],
  ['Object.defineProperty(exportsOfOthers, "y", {})', true],
  ['Array.prototype.last = 1; const redefinePropertyOf = 2;', false],
])('%s', (text, asks) => expect(asksForAttributes(text)).toBe(asks));
