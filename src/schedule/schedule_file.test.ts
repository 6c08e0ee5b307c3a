import { describe, expect, it } from 'vitest';
import { parseSchedule } from './schedule_file.js';

describe('a schedule file', () => {
  it.each([
    ['[', 'not valid JSON'],
    ['null', 'format'],
    ['{"format":"orrery-schedule/1"}', 'decisions'],
    ['{"format":"orrery-schedule/1","decisions":[{"at":-1}]}', 'entry 1'],
    ['{"format":"orrery-schedule/1","decisions":[],"delays":[{"topic":"/a"}]}', 'delays'],
    ['{"format":"orrery-schedule/1","decisions":[],"expect":[1]}', 'expect'],
    ['{"format":"orrery-schedule/1","decisions":[],"faults":[{"fault":"fire"}]}', 'faults'],
    ['{"format":"orrery-schedule/1","decisions":[{"fault":"freeze","at":1}]}', 'entry 1'],
  ])('%s is refused', (text, why) => {
    expect(() => parseSchedule(text, 'f.json')).toThrow(why);
  });
});
