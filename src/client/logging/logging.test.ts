import { describe, expect, it } from 'vitest';
import rclnodejs from '../rclnodejs.js';
import { inSimulation, START } from '../simulation.test_support.js';

const { logging } = rclnodejs;
const { DEBUG, INFO, WARN, ERROR, FATAL } = logging.getLogger('levels').LoggingSeverity;
type Log = { level: number; name: string; msg: string; function: string; stamp: object };

/** What arrives on `/rosout` when `write` logs with a node. */
async function logged(write: (node: InstanceType<typeof rclnodejs.Node>) => void): Promise<Log[]> {
  const node = rclnodejs.createNode('speaker', '/ns');
  const logs: Log[] = [];
  node.createSubscription('rcl_interfaces/msg/Log', '/rosout', (log: Log) => {
    logs.push(log);
  });
  node.spin();
  write(node);
  await node.getClock().sleepFor(new rclnodejs.Duration(1n));
  return logs;
}

describe('loggers', () => {
  it('drop what is below their level', () => {
    const logger = logging.getLogger('threshold');
    logger.setLoggerLevel(INFO);
    expect(logger.name).toBe('threshold');
    expect(logger.loggerEffectiveLevel).toBe(INFO);
    expect([logger.debug('d'), logger.info('i'), logger.fatal('f')]).toEqual([false, true, true]);
  });

  it.each([
    ['debug', DEBUG],
    ['warn', WARN],
    ['error', ERROR],
    ['fatal', FATAL],
    ['info', INFO],
  ])('start at the level of the command line: %s', (name, level) =>
    inSimulation(
      () => {
        expect(logging.getLogger('fresh').loggerEffectiveLevel).toBe(level);
      },
      undefined,
      ['--ros-args', '--log-level', name],
    ),
  );

  it('refuse what is not a name, level or message', () => {
    const logger = logging.getLogger('strict');
    expect(() => logger.setLoggerLevel('high' as never)).toThrow(/level.*number/);
    expect(() => logging.getLogger(123 as never)).toThrow(/name.*string/);
    expect(() => logger.getChild('')).toThrow(/non-empty string/);
    expect(() => logger.debug(123 as never)).toThrow(/message.*string/);
    expect(() => logging.configure({} as never)).toThrow(/context.*Context/);
  });
});

describe('/rosout', () => {
  it('carries what a node logs', () =>
    inSimulation(async () => {
      const logs = await logged((node) => {
        node.getLogger().warn('careful');
        node.getLogger().debug('nothing');
      });
      expect(logs).toMatchObject([
        {
          level: WARN,
          name: 'ns.speaker',
          msg: 'careful',
          stamp: { sec: Number(START / 10n ** 9n) },
        },
      ]);
    }));

  it('carries what children of its logger log', () =>
    inSimulation(async () => {
      const logs = await logged((node) => {
        const child = node.getLogger().getChild('part');
        child.info('small');
        child.destroy();
      });
      expect(logs).toMatchObject([{ name: 'ns.speaker.part', msg: 'small' }]);
    }));
});

describe('the services of loggers', () => {
  it('read and set levels', () =>
    inSimulation(async () => {
      const options = { enableLoggerService: true };
      const node = new rclnodejs.Node('speaker', '', rclnodejs.Context.defaultContext(), options);
      node.spin();
      const call = (name: string, kind: string, request: object) =>
        node
          .createClient(`rcl_interfaces/srv/${kind}`, `/speaker/${name}`)
          .sendRequestAsync(request, { timeout: 1000 });
      expect(
        await call('set_logger_levels', 'SetLoggerLevels', {
          levels: [{ name: 'speaker', level: ERROR }],
        }),
      ).toMatchObject({ results: [{ successful: true, reason: '' }] });
      expect(
        await call('get_logger_levels', 'GetLoggerLevels', { names: ['speaker'] }),
      ).toMatchObject({ levels: [{ name: 'speaker', level: ERROR }] });
      expect(node.getLogger().loggerEffectiveLevel).toBe(ERROR);
    }));
});
