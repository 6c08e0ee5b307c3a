/** ARCHITECTURE.md lists the rooms and files that exist. */
import { describe, expect, it } from 'vitest';
import rclnodejs from '../src/client/rclnodejs.js';
import { inSimulation } from '../src/client/simulation.test_support.js';
import { filesIn, textOf } from './project.js';
import { ROOMS, roomOf } from './rooms.js';

const text = textOf('ARCHITECTURE.md');

describe('ARCHITECTURE.md', () => {
  it('lists the rooms of the table, in its order', () => {
    const section = text.split(/^## /m).find((each) => each.startsWith('Rooms'));
    const described = [...(section ?? '').matchAll(/^\| `(\w+)`/gm)].map((match) => match[1]);
    const rooms = new Set(filesIn('src').map(roomOf));
    expect(described).toEqual(Object.keys(ROOMS).filter((room) => rooms.has(room)));
  });

  it('names files that exist', () => {
    // Paths are relative to the project's folder or, in the path of a message, to `src`.
    const path = String.raw`[\w/]+\.(?:ts|md)`;
    const code = new RegExp(
      String.raw`\`((?:src|test|python)/${path}|(?!docs/)\w+/${path})\``,
      'g',
    );
    const named = [...text.matchAll(code)].map(([, file]) => file!);
    const files = new Set(['src', 'test', 'python'].flatMap((folder) => filesIn(folder)));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((file) => !files.has(file) && !files.has(`src/${file}`))).toEqual([]);
  });

  it('names next to a file something that this file defines', () => {
    const pairs = [
      ...text.matchAll(/(?<!`)`([\w/]+\.tsx?)` \(`(#?\w+)`\)|`(\w+)` \(`([\w/]+\.tsx?)`\)/g),
    ];
    const wrong = pairs.filter(([, first, second, name = second, file = first]) => {
      const path = filesIn('src').find((each) => each.endsWith(`/${file!}`) || each === file);
      return path === undefined || !new RegExp(`(?<![\\w#])${name!}\\b`).test(textOf(path));
    });
    expect(pairs.length).toBeGreaterThan(4);
    expect(wrong.map(([pair]) => pair)).toEqual([]);
  });

  it("names in each room's row files and folders of that room", () => {
    const rows = [...text.matchAll(/^\| `(\w+)` *\|[^|]*\|([^|]*)\|$/gm)];
    const missing = rows.flatMap(([, room, cell]) =>
      [...cell!.matchAll(/`([^`]+)`/g)]
        .map(([, name]) => `src/${room}/${name}`)
        .filter((path) =>
          filesIn(path.replace(/\/[^/]*$/, '')).every((file) => !file.startsWith(path)),
        ),
    );
    expect(rows.length).toBeGreaterThan(30);
    expect(missing).toEqual([]);
  });

  it('uses names that the sources define', () => {
    const sources = filesIn('src').map(textOf).join('\n');
    const named = [...text.matchAll(/`(#?[A-Za-z]\w*(?:\.[a-z]\w*)*)(?:\(\))?`/g)]
      .map(([, name]) => name!)
      .filter((name) => /[a-z][A-Z]|[A-Z]_|^[A-Z]\w+|\./.test(name) && !/\.(ts|md|js)$/.test(name));
    const unknown = named.filter((name) =>
      name.split('.').some((word) => !new RegExp(`(?<![\\w#])${word}\\b`).test(sources)),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(unknown).toEqual([]);
  });

  it('describes the path of a message by the files on it, in order', async () => {
    const section = text.split(/^## /m).find((each) => each.startsWith('The path of one message'));
    const told = [...section!.matchAll(/`([a-z_/]+\.ts)`/g)].map(([, file]) => file!);
    const seen = new Set<string>();
    const look = () => {
      Error.stackTraceLimit = 100;
      for (const line of (new Error().stack ?? '').split('\n').toReversed()) {
        const file = /\/src\/([\w/]+\.ts)/.exec(line)?.[1];
        if (file !== undefined && told.includes(file)) seen.add(file);
      }
      return 0;
    };
    await inSimulation(() => {
      const node = rclnodejs.createNode('camera');
      node.handle.graph.observers.add('callback', { published: look });
      // A function that takes the message alone is called without a detour.
      node.createSubscription('std_msgs/msg/String', 'image', (_message, _info) => look());
      const publisher = node.createPublisher('std_msgs/msg/String', 'image');
      node.createTimer(1_000_000n, () => publisher.publish('x'));
      node.spin();
    }, 0.01);
    expect([...seen]).toEqual([
      ...['kernel/kernel.ts', 'graph/timer.ts', 'client/topic/publisher.ts'],
      ...['graph/publisher.ts', 'graph/subscription.ts', 'client/topic/subscription.ts'],
    ]);
    expect([...new Set(told)].filter((file) => seen.has(file))).toEqual([...seen]);
  });
});
