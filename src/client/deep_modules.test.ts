import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deepModules } from './deep_modules.js';
import { folder } from './differential.test_support.js';
import rclnodejs from './rclnodejs.js';

/** Modules of upstream's own machinery, which have no counterpart here. */
const MACHINERY = ['native_loader', 'openapi', 'prebuilds', 'utils', 'action/interfaces'];
const INTERNAL = ['_resolveQoS', 'declareQosParameters', 'getMessageTypeString'];

const module = (name: string) => deepModules[`rclnodejs/lib/${name}`];

describe('the modules behind rclnodejs/lib', () => {
  it('are what the default export gives', () => {
    expect(module('qos')).toBe(rclnodejs.QoS);
    expect(module('action/uuid')).toBe(rclnodejs.ActionUuid);
    expect(module('clock')).toEqual({ Clock: rclnodejs.Clock, ROSClock: rclnodejs.ROSClock });
    expect(module('interface_loader')).toEqual({ loadInterface: rclnodejs.require });
  });

  it('turn the JSON form of bigints back into bigints', () => {
    const { reviveBigInts } = module('message_serialization') as Record<
      string,
      (v: unknown) => unknown
    >;
    const message = { stamp: 12n, list: [-1n, 'n', '1'], nested: { text: '12n ' }, none: null };
    const text = rclnodejs.toJSONString(message);
    expect(reviveBigInts?.(JSON.parse(text))).toEqual(message);
    expect(reviveBigInts?.(JSON.parse('{"__proto__": {"a": "1n"}}'))).toEqual({});
  });

  it.skipIf(folder === undefined)('have the names of the real package', () => {
    const lib = join(folder as string, 'lib');
    const files = [lib, join(lib, 'action')].flatMap((directory) =>
      readdirSync(directory)
        .filter((file) => file.endsWith('.js'))
        .map((file) => join(directory, file)),
    );
    const missing: string[] = [];
    for (const file of files) {
      const name = file.slice(lib.length + 1, -'.js'.length);
      if (MACHINERY.includes(name)) continue;
      const text = readFileSync(file, 'utf8');
      const ours = module(name);
      if (ours === undefined) missing.push(name);
      if (text.includes('export default ')) continue;
      const list = /^export \{([^}]*)\}/m.exec(text.replace(/\/\/.*$/gm, ''))?.[1] ?? '';
      for (const exported of list.split(',').map((part) => part.trim())) {
        if (exported === '' || INTERNAL.includes(exported)) continue;
        if (!(exported in (ours ?? {}))) missing.push(`${name}: ${exported}`);
      }
    }
    expect(missing).toEqual([]);
  });
});
