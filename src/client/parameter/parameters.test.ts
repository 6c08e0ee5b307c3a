import { describe, expect, it } from 'vitest';
import type { Node } from '../node/node.js';
import { NodeOptions } from '../node_options.js';
import { createNode } from '../rclnodejs.js';
import { inSimulation } from '../simulation.test_support.js';
import { Parameter } from './parameter.js';
import { ParameterDescriptor } from './parameter_descriptor.js';
import type { ParameterMessage } from './parameter_message.js';
import { ParameterType } from './parameter_type.js';
import { IntegerRange } from './range.js';

const { PARAMETER_INTEGER: INTEGER, PARAMETER_STRING: STRING } = ParameterType;

describe('parameters of a node', () => {
  it('are declared, set, refused and undeclared', () =>
    inSimulation(() => {
      const node = createNode('node');
      const range = new IntegerRange(0n, 10n);
      const descriptor = new ParameterDescriptor('p', INTEGER, 'text', false, range);
      expect(node.declareParameter(new Parameter('p', INTEGER, 5), descriptor).value).toBe(5n);
      expect(() => node.declareParameter(new Parameter('p', INTEGER, 6n))).toThrow(
        'already declared',
      );
      expect(node.setParameter(new Parameter('p', INTEGER, 11n)).successful).toBe(false);
      expect(node.setParameter(new Parameter('p', STRING, 'x')).successful).toBe(false);
      expect(node.setParameter(new Parameter('q', STRING, 'x')).successful).toBe(false);
      expect(node.setParameter(new Parameter('p', INTEGER, 7n)).successful).toBe(true);
      expect(node.getParameter('p').value).toBe(7n);
      const fixed = new ParameterDescriptor('r', STRING, 'text', true);
      node.declareParameter(new Parameter('r', STRING, 'a'), fixed);
      expect(node.setParameter(new Parameter('r', STRING, 'b')).reason).toContain('readonly');
      expect(() => node.undeclareParameter('r')).toThrow('read-only');
      node.undeclareParameter('p');
      expect(node.hasParameter('p')).toBe(false);
      expect(node.getParameter('p').type).toBe(ParameterType.PARAMETER_NOT_SET);
    }));

  it('pass through the callbacks before, on and after setting', () =>
    inSimulation(() => {
      const node = createNode('node');
      node.declareParameter(new Parameter('p', INTEGER, 1n));
      const log: string[] = [];
      node.addPreSetParametersCallback(([p]) => [
        new Parameter('p', INTEGER, (p?.value as bigint) * 2n),
      ]);
      node.addOnSetParametersCallback(([p]) => {
        log.push(`on ${p?.value}`);
        return { successful: p?.value !== 6n, reason: 'six' };
      });
      node.addPostSetParametersCallback(([p]) => log.push(`after ${p?.value}`));
      expect(node.setParameter(new Parameter('p', INTEGER, 2n)).successful).toBe(true);
      expect(node.setParameter(new Parameter('p', INTEGER, 3n))).toEqual({
        successful: false,
        reason: 'six',
      });
      expect(log).toEqual(['on 4', 'after 4', 'on 6']);
      expect(node.getParameter('p').value).toBe(4n);
    }));

  it('take overrides from options and the command line', () =>
    inSimulation(
      () => {
        const options = new NodeOptions();
        options.parameterOverrides = new Parameter('c', STRING, 'option');
        options.automaticallyDeclareParametersFromOverrides = true;
        const node = createNode('node', 'ns', undefined, options);
        expect(node.getParameter('a').value).toBe(1n);
        expect(node.getParameter('b').value).toBe('node');
        expect(node.getParameter('c').value).toBe('option');
        const other = createNode('other');
        expect(other.declareParameter(new Parameter('a', INTEGER, 9n)).value).toBe(1n);
        expect(other.declareParameter(new Parameter('b', STRING, 'own')).value).toBe('own');
      },
      undefined,
      ['--ros-args', '-p', 'a:=1', '-p', 'node:b:=node'],
    ));

  it('can be read, set and watched from other nodes', () =>
    inSimulation(async () => {
      const remote = createNode('remote');
      const local = createNode('local');
      remote.declareParameter(new Parameter('a.b', INTEGER, 1n));
      remote.declareParameter(new Parameter('list', ParameterType.PARAMETER_DOUBLE_ARRAY, [0.5]));
      remote.spin();
      local.spin();
      const client = local.createParameterClient('remote');
      expect(await client.waitForService(1000)).toBe(true);
      expect((await client.getParameter('list')).value).toEqual([0.5]);
      await expect(client.getParameter('none')).rejects.toMatchObject({
        code: 'PARAMETER_NOT_FOUND',
      });
      const { names, prefixes } = await client.listParameters({ prefixes: ['a'] });
      expect([names, prefixes]).toEqual([['a.b'], ['a']]);
      const [described] = await client.describeParameters(['a.b']);
      expect(described?.type).toBe(INTEGER);
      expect([...(await client.getParameterTypes(['a.b']))]).toEqual([INTEGER]);
      const changes: unknown[] = [];
      const watcher = local.createParameterWatcher('remote', ['a.b']);
      expect(await watcher.start()).toBe(true);
      watcher.on('change', (list: ParameterMessage[]) =>
        changes.push(list[0]?.value.integer_value),
      );
      const handler = local.createParameterEventHandler();
      handler.addParameterCallback('a.b', 'remote', (p) =>
        changes.push(`handler ${p.value.integer_value}`),
      );
      expect(await client.setParameter('a.b', 7n)).toEqual({
        name: 'a.b',
        successful: true,
        reason: '',
      });
      expect((await client.setParameter('a.b', 'text')).successful).toBe(false);
      expect(remote.getParameter('a.b').value).toBe(7n);
      await client.getParameter('a.b');
      expect(changes).toEqual([7n, 'handler 7']);
      watcher.destroy();
      await expect(watcher.start()).rejects.toMatchObject({ code: 'WATCHER_DESTROYED' });
    }));

  it('have six services', () =>
    inSimulation(() => {
      const node: Node = createNode('node');
      const services = node.getServiceNamesAndTypesByNode('node', '/').map(({ name }) => name);
      expect(services).toEqual([
        '/node/describe_parameters',
        '/node/get_parameter_types',
        '/node/get_parameters',
        '/node/get_type_description',
        '/node/list_parameters',
        '/node/set_parameters',
        '/node/set_parameters_atomically',
      ]);
    }));
});
