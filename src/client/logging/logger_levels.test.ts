import { describe, expect, it } from 'vitest';
import { LoggerLevels } from './logger_levels.js';

describe('LoggerLevels', () => {
  it('takes the level of the nearest ancestor that has one', () => {
    const levels = new LoggerLevels();
    expect(levels.effective('a.b.c')).toBe(20);
    levels.set('a', 40);
    levels.set('a.b.c', 10);
    expect(levels.effective('a.b.c')).toBe(10);
    expect(levels.effective('a.b')).toBe(40);
    expect(levels.effective('ab')).toBe(20);
    expect(levels.get('a.b')).toBe(0);
    levels.set('a', 0);
    levels.set('', 50);
    expect(levels.effective('a.b')).toBe(50);
    expect(levels.isEnabledFor('a.b', 40)).toBe(false);
    expect(levels.isEnabledFor('a.b.c', 10)).toBe(true);
  });

  it('refuses a level that is no severity', () => {
    expect(() => new LoggerLevels().set('a', 25)).toThrow('25');
  });
});
