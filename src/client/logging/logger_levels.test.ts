import { describe, expect, it } from 'vitest';
import { LoggerLevels } from './logger_levels.js';
import { LoggingService } from './logging_service.js';

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

  it('refuses a level that is not a severity', () => {
    expect(() => new LoggerLevels().set('a', 25)).toThrow('25');
  });
});

describe('the service of logger levels', () => {
  it('is offered once, under the name of its node, and says why a level cannot be set', () => {
    const offered: string[] = [];
    const node = {
      name: () => 'robot',
      createService: (type: string, name: string) => offered.push(`${type} ${name}`),
    };
    const service = new LoggingService(node as never);
    service.start();
    service.start();
    expect(offered).toEqual([
      'rcl_interfaces/srv/GetLoggerLevels robot/get_logger_levels',
      'rcl_interfaces/srv/SetLoggerLevels robot/set_logger_levels',
    ]);
    const sent: unknown[] = [];
    const response = { send: (answer: unknown) => sent.push(answer) } as never;
    const levels = [
      { name: 'robot.arm', level: 10 },
      { name: 'robot.arm', level: 999 },
    ];
    service._handleSetLoggerLevels({ levels }, response);
    service._handleGetLoggerLevels({ names: ['robot.arm'] }, response);
    expect(sent).toEqual([
      {
        results: [
          { successful: true, reason: '' },
          { successful: false, reason: expect.stringContaining('999') },
        ],
      },
      { levels: [{ name: 'robot.arm', level: 10 }] },
    ]);
  });
});
