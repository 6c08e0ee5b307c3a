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
    ['{"format":"orrery-schedule/2","decisions":[],"timers":-1}', 'timers'],
    ['{"format":"orrery-schedule/2","decisions":[],"losses":[{"topic":"/a"}]}', 'losses'],
    ['{"format":"orrery-schedule/2","decisions":[null]}', 'entry 1'],
    ['{"format":"orrery-schedule/2","decisions":[{"timer":"a","call":1,"at":2}]}', 'entry 1'],
    ['{"format":"orrery-schedule/2","decisions":[{"found":"/a","from":"/b"}]}', 'entry 1'],
    ['{"format":"orrery-schedule/2","decisions":[{"seed":1}]}', 'entry 1'],
    [
      '{"format":"orrery-schedule/1","decisions":[{"at":1,"nth":1,"run":"timer timer#3 of /a","before":"/b"}]}',
      'names timers by numbers',
    ],
  ])('%s is refused', (text, why) => {
    expect(() => parseSchedule(text, 'f.json')).toThrow(why);
  });
});
