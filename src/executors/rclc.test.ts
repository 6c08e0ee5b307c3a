import { expect, it } from 'vitest';
import { Client, Service, Timer } from '../graph/index.js';
import { TypeRegistry } from '../interfaces/index.js';
import { Bench, MS } from './bench.test_support.js';
import { EventsExecutor } from './events_executor.js';
import { RclcExecutor, type RclcOptions } from './rclc.js';

/** Handles in this order: S1 (50 ms), S2 (20 ms), T (every 100 ms, 10 ms). */
function rclc(options: RclcOptions, prepare: (bench: Bench) => void, withTimer = false): string {
  const bench = new Bench();
  bench.sub('/s2', 20, 1);
  bench.sub('/s1', 50, 1);
  if (withTimer) bench.timer('T', 100, 10);
  prepare(bench);
  const order = ['/s1', '/s2'];
  bench.node.attach(new RclcExecutor(bench.graph, { times: bench.times, order, ...options }));
  return bench.run(300);
}

it("processes what is ready in the user's order", () => {
  expect(rclc({}, (bench) => bench.at('/s2', 10))).toBe('/s21@10');
  const both = (bench: Bench) => {
    bench.at('/s2', 50, 90);
    bench.at('/s1', 50, 90);
  };
  expect(rclc({}, both, true)).toBe('/s11@50 /s22@100 /s12@120 T@170 T@200 T@300');
});

it('takes inputs when their turn comes, or all at the start of the round (LET)', () => {
  const late = (bench: Bench) => {
    bench.at('/s1', 0);
    bench.at('/s2', 0, 20);
  };
  expect(rclc({}, late)).toBe('/s11@0 /s22@50');
  expect(rclc({ semantics: 'let' }, late)).toBe('/s11@0 /s21@50 /s22@70');
});

it('begins a round when its trigger fires', () => {
  const two = (bench: Bench) => {
    bench.at('/s1', 0);
    bench.at('/s2', 80);
  };
  expect(rclc({ trigger: 'all' }, two)).toBe('/s11@80 /s21@130');
  expect(rclc({ trigger: { one: '/s2' } }, two)).toBe('/s11@80 /s21@130');
  expect(rclc({ trigger: { one: '/s1' } }, two)).toBe('/s11@0');
  expect(rclc({ trigger: (ready) => ready.length === 2 }, two)).toBe('/s11@80 /s21@130');
});

it('runs one round per period, and sends outputs at its end if configured so', () => {
  const sent = (outputs: 'callback' | 'period') => {
    const bench = new Bench();
    bench.sub('/in', 10, 10, '/out');
    bench.sink('/out');
    bench.at('/in', 5, 15, 25);
    const options = { times: bench.times, period: 50 * MS, outputs } as const;
    bench.node.attach(new RclcExecutor(bench.graph, { ...options, semantics: 'let' }));
    return bench.run(400);
  };
  expect(sent('callback')).toBe('/in1@5 /out1@15 /in2@50 /out2@60 /in3@100 /out3@110');
  expect(sent('period')).toBe('/in1@5 /out1@50 /in2@50 /out2@100 /in3@100 /out3@150');
});

it('calls subscriptions with the invocation ALWAYS in every round, and whenever a wait times out', () => {
  const calls = (options: RclcOptions, until: number) => {
    const bench = new Bench();
    bench.sub('/s2', 20);
    const s1 = bench.sub('/s1', 50);
    s1.onNothing = () => bench.log.push(`/s1-@${bench.now}`);
    bench.at('/s2', 10);
    bench.at('/s1', 100);
    bench.node.attach(
      new RclcExecutor(bench.graph, { times: bench.times, always: ['/s1'], ...options }),
    );
    return bench.run(until);
  };
  expect(calls({ order: ['/s1'] }, 300)).toBe('/s1-@10 /s21@60 /s11@100');
  const timeout = 100 * MS;
  expect(calls({ trigger: 'always', timeout }, 420)).toBe(
    '/s21@10 /s1-@30 /s11@100 /s1-@250 /s1-@400',
  );
});

it('sleeps for whole ms from the end of a round to the next point of the grid', () => {
  const bench = new Bench();
  bench.sub('/in', 20.4, 10);
  bench.at('/in', 0, 1, 2, 3);
  bench.node.attach(new RclcExecutor(bench.graph, { times: bench.times, period: 100 * MS }));
  // the rounds end at 20.4, 119.8 and 220.2 ms
  expect(bench.run(400)).toBe('/in1@0 /in2@99.4 /in3@199.8 /in4@299.2');
});

it('checks again only after the period if the trigger did not hold', () => {
  const bench = new Bench();
  bench.sub('/a', 1);
  bench.sub('/b', 1);
  bench.at('/a', 10);
  bench.at('/b', 30);
  const options = { times: bench.times, period: 100 * MS, trigger: 'all' } as const;
  bench.node.attach(new RclcExecutor(bench.graph, options));
  expect(bench.run(400)).toBe('/a1@100 /b1@101');
});

it('counts neither parameter nor type-description services in its trigger, and serves them', () => {
  const types = new TypeRegistry({ amentPrefixPath: '' });
  const prepare = (bench: Bench) => {
    const type = types.service('rcl_interfaces/srv/GetParameters');
    new Service(bench.node, '/n/get_parameters', type, (_request, respond) => {
      bench.log.push(`parameters@${bench.now}`);
      respond({ values: [] });
    });
    const asking = bench.graph.createNode({ name: 'asking' });
    const client = new Client(asking, '/n/get_parameters', type);
    asking.attach(new EventsExecutor(bench.kernel));
    new Timer(asking, 30 * MS, () => {
      client.send({ names: [] }, () => {});
    });
    bench.at('/s1', 0, 200);
    bench.at('/s2', 80);
  };
  expect(rclc({ trigger: 'all' }, prepare)).toMatch(
    /^parameters@30 parameters@60 \/s11@80 \/s21@130 /,
  );
});
