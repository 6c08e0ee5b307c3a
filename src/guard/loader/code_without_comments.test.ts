// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the sources under test have templates.
import { expect, it } from 'vitest';
import { codeWithoutComments } from './code_without_comments.js';
import { needsTransform } from './transform.js';

it.each([
  ['/** @param {import("a").B} b */ f(b);', '  f(b);'],
  ['// import("a") and 2 ** 3\nf();', ' \nf();'],
  ['#!/usr/bin/env import(\nf();', '\nf();'],
  ['"//" + \'/*\' + "\\"/*" /* c */', '"//" + \'/*\' + "\\"/*"  '],
  ['`/* ${a /* c */ + `//${b}` // d\n} */`', '`/* ${a   + `//${b}`  \n} */`'],
  ['`${{ a: { b: /* c */ 1 } }.a}//`', '`${{ a: { b:   1 } }.a}//`'],
  ['x = /[/*]\\/*/g; // c', 'x = /[/*]\\/*/g;  '],
  ['if (a) /"/.test(b); // c', 'if (a) /"/.test(b);  '],
  ['export default /"/; // c', 'export default /"/;  '],
  ['(a + b) / 2 + "/*" // c', '(a + b) / 2 + "/*"  '],
  ['a[0] / b / /"/.c // d', 'a[0] / b / /"/.c  '],
  ['$ / 2 + "/*" // c', '$ / 2 + "/*"  '],
])('finds the comments of %s', (source, code) => {
  expect(codeWithoutComments(source)).toBe(code);
});

// Each has, if its slash is taken for the wrong thing, a comment where there is code, or the other way round.
it.each([
  '{} /"/.test(a); // c',
  '({}) + {} / 2; // c',
  'a++ / 2; // c',
  'await /"/.a; // c',
  'yield /"/g; // c',
  'a.with(0) / 2; // c',
  'a.return / 2; // c',
  'for await (a of b) /"/.c; // c',
  '1. / 2; // c',
  '<!-- c',
  'a-->0; // c',
  '"\n // c',
  '`${a // c',
  'a = /[ // c',
])('leaves %s as it is, which only a parser knows', (source) => {
  expect(codeWithoutComments(source)).toBe(source);
});

it('keeps the compiler away from programs that import and raise to powers in comments only', () => {
  expect(needsTransform('a.js', "/** @type {import('b').C} */ let c; // 2 ** 3")).toBe(false);
  expect(needsTransform('a.js', "/** @type {C} */ import('b')")).toBe(true);
  expect(needsTransform('a.js', '/** @type {C} */ 2 ** 3')).toBe(true);
});
