/**
 * Everything that Node offers to programs is classified, and the guard does what the class says.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { FakeWorld } from '../src/guard/fake_world.test_support.js';
import { installGuard, REPORTED_CALLS } from '../src/guard/index.js';
import { walkSurface } from './node_surface.js';
import { surfaceClasses } from './surface_classes.js';
import { surfaceOf } from './surface_of.js';

const classes = surfaceClasses();
/** Other Node executables, separated by colons: each is asked what it offers. */
const NODES = (process.env.ORRERY_NODES ?? '').split(':').filter((path) => path !== '');

const unclassified = (names: Iterable<string>) => [...names].filter((name) => !classes.has(name));

describe('the surface of Node', () => {
  it('is classified: this version', () => {
    const names = [...walkSurface().keys()];
    expect(names.length).toBeGreaterThan(2500);
    expect(unclassified(surfaceOf(process.execPath))).toEqual([]);
  });

  it.skipIf(NODES.length === 0).each(NODES)('is classified: %s', (node) => {
    const names = surfaceOf(node);
    expect(names.length).toBeGreaterThan(2500);
    expect(unclassified(names)).toEqual([]);
  });
});

describe('the guard', () => {
  const real = walkSurface();
  let uninstall = () => {};
  afterEach(() => uninstall());
  const install = (strict = false): FakeWorld => {
    const world = new FakeWorld();
    uninstall = installGuard(world, { strict }).uninstall;
    return world;
  };

  it('replaces exactly what is not pure, and restores it', () => {
    install();
    const changed = [...real].filter(([, { holder, key, descriptor }]) => {
      const now = Object.getOwnPropertyDescriptor(holder, key);
      return !Object.is(now?.value, descriptor.value) || now?.get !== descriptor.get;
    });
    const replaced = new Set(changed.map(([name]) => name));
    uninstall();
    const wanted = [...real.keys()].filter(
      (name) => !['pure', 'unseen'].includes(classes.get(name) ?? 'pure'),
    );
    expect(wanted.filter((name) => !replaced.has(name))).toEqual([]);
    expect([...replaced].filter((name) => !wanted.includes(name))).toEqual([]);
    for (const { holder, key, descriptor } of real.values()) {
      expect(Object.getOwnPropertyDescriptor(holder, key)).toEqual(descriptor);
    }
  });

  it('reports every call of class `reported` before it does anything', () => {
    const named = new Set(Object.values(REPORTED_CALLS).join(' ').split(/\s+/));
    install(true);
    const silent: string[] = [];
    for (const name of named) {
      const { holder, key } = real.get(name) ?? {};
      if (holder === undefined || key === undefined) continue; // Arguments of another version of Node.
      try {
        const { get, value } = Object.getOwnPropertyDescriptor(holder, key)!;
        Reflect.apply((get ?? value) as () => unknown, holder, []);
        silent.push(name);
      } catch (error) {
        if (!/^ORR_LEAK_/.test(Reflect.get(error as object, 'code') as string)) silent.push(name);
      }
    }
    expect(silent).toEqual([]);
    uninstall();
  });

  it('holds time for every call of class `held`', async () => {
    const world = install();
    const unheld: string[] = [];
    const held = [...real].filter(([name]) => classes.get(name) === 'held' && !TALKING.test(name));
    expect(held.length).toBeGreaterThan(100);
    for (const [name, { holder, key }] of held) {
      world.held.length = 0;
      try {
        const answer = Reflect.apply(Reflect.get(holder, key) as () => unknown, holder, [() => {}]);
        void Promise.resolve(answer).catch(() => {});
      } catch {
        // Node refuses such arguments.
      }
      if (world.held.length === 0) unheld.push(name);
    }
    uninstall();
    expect(unheld).toEqual([]);
  });
});

/** Conversations, which hold time while they last: see virtual_world.test.ts. */
const TALKING = /^(child_process|dgram|fetch|https?|net|tls|worker_threads|Blob)\b/;
