import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DescriptionError } from '../../errors/index.js';
import { formatParameterValue, type ParameterValue } from '../../parameters/index.js';
import { loadLaunchText } from './load.js';
import { printLaunch } from './print_launch.js';
import { escapeTemplate } from './template.js';

/** A launch element from which both forms are written. */
interface Element {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** A typed parameter value, written as each form writes values. */
  readonly value?: ParameterValue;
  readonly parts: readonly Element[];
  readonly children: readonly Element[];
}

function element(
  tag: string,
  attributes: Record<string, string | undefined>,
  more: Partial<Element> = {},
): Element {
  const given = Object.entries(attributes).filter((e): e is [string, string] => e[1] !== undefined);
  return { tag, attributes: Object.fromEntries(given), parts: [], children: [], ...more };
}

function xmlText(text: string): string {
  const names: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };
  return text.replace(/[&<>"]/g, (char) => `&${names[char]};`);
}

function escapedStrings(value: ParameterValue): ParameterValue {
  if (value.type === 'string') return { type: 'string', value: escapeTemplate(value.value) };
  if (value.type !== 'string_array') return value;
  return { type: 'string_array', value: value.value.map(escapeTemplate) };
}

function xmlValue(tag: string, value: ParameterValue): string {
  // `set_parameter` has no types: the value is YAML.
  const yaml = ` value="${xmlText(escapeTemplate(formatParameterValue(value)))}"`;
  if (tag === 'set_parameter') return yaml;
  if (value.type === 'string') return ` type="str" value="${xmlText(escapeTemplate(value.value))}"`;
  if (value.type === 'string_array') {
    const joined = value.value.map(escapeTemplate).join('\u2016');
    return ` type="list_of_str" value="${xmlText(joined)}" value-sep="\u2016"`;
  }
  return yaml;
}

function toXml({ tag, attributes, value, parts, children }: Element): string {
  const written = Object.entries(attributes).map(([k, v]) => ` ${k}="${xmlText(v)}"`);
  const own = value === undefined ? '' : xmlValue(tag, value);
  return `<${tag}${written.join('')}${own}>${[...parts, ...children].map(toXml).join('')}</${tag}>`;
}

function yamlBody({ attributes, value, parts, children }: Element): string {
  const entries = Object.entries(attributes).map(([k, v]) => `${k}: ${JSON.stringify(v)}`);
  if (value !== undefined) entries.push(`value: ${formatParameterValue(escapedStrings(value))}`);
  for (const tag of new Set(parts.map((part) => part.tag))) {
    const same = parts.filter((part) => part.tag === tag).map(yamlBody);
    entries.push(`${tag}: [${same.join(', ')}]`);
  }
  const nested = children.map(toYaml);
  if (entries.length === 0 && nested.length > 0) return `[${nested.join(', ')}]`;
  if (nested.length > 0) entries.push(`children: [${nested.join(', ')}]`);
  return `{${entries.join(', ')}}`;
}

function toYaml(one: Element): string {
  return `{${one.tag}: ${yamlBody(one)}}`;
}

const name = fc.constantFrom('a', 'b1', 'cam', 'base_link');
const namespace = fc.constantFrom(undefined, 'ns', '/', '/x/y', '$(var v)');
// Texts that could be taken for something else; XML has no control characters.
const text = fc.oneof(
  fc.constantFrom('yes', '10', '$(x)', '\\', '\\$(', "it's", '"q"', '# c', '- x', ': ', ' ', '~'),
  fc.string({ unit: 'grapheme-ascii' }),
);
const plainText = text.map(escapeTemplate);
const word = fc.constantFrom('x', 'two words', '$(var v)', '', '*');
const bool = fc.constantFrom(undefined, 'true', 'False', 'on');

const value: fc.Arbitrary<ParameterValue> = fc.oneof(
  fc.boolean().map((v) => ({ type: 'bool' as const, value: v })),
  fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map((v) => ({ type: 'integer' as const, value: v })),
  fc
    .double({ noDefaultInfinity: false })
    .filter((v) => v === 0 || !(Math.abs(v) < 2.3e-308))
    .map((v) => ({ type: 'double' as const, value: v })),
  text.map((v) => ({ type: 'string' as const, value: v })),
  fc
    .array(text, { minLength: 2, maxLength: 3 })
    .map((v) => ({ type: 'string_array' as const, value: v })),
  fc.array(fc.bigInt(-5n, 5n), { minLength: 1, maxLength: 3 }).map((v) => ({
    type: 'integer_array' as const,
    value: v,
  })),
);

const leafParam = fc
  .tuple(name, value)
  .map(([n, v]) => element('param', { name: n }, { value: v }));
const param = fc.oneof(
  leafParam,
  fc
    .tuple(name, fc.array(leafParam, { minLength: 1, maxLength: 2 }))
    .map(([n, parts]) => element('param', { name: n }, { parts })),
);
const remap = fc
  .constantFrom(['a', 'b'], ['~/a', '/b/c'], ['/x', 'y'])
  .map(([from, to]) => element('remap', { from, to }));
const env = fc
  .tuple(fc.constantFrom('A', 'B'), plainText)
  .map(([n, v]) => element('env', { name: n, value: v }));

const nodeParts = fc
  .tuple(
    fc.array(param, { maxLength: 3 }),
    fc.array(remap, { maxLength: 2 }),
    fc.array(env, { maxLength: 2 }),
  )
  .map((lists) => lists.flat());

const node = fc
  .record({
    tag: fc.constantFrom('node', 'lifecycle_node', 'node_container'),
    name,
    namespace,
    respawn: bool,
    delay: fc.constantFrom(undefined, '0.5', '1e-9', '3'),
    args: fc.constantFrom(undefined, "--x 'a b' $(var v)", `"it's" c`),
    rosArgs: fc.constantFrom(undefined, '-p q:=1 --log-level info'),
    condition: fc.constantFrom(undefined, 'true', '$(not false)', '0'),
    parts: nodeParts,
  })
  .map(({ tag, name: n, namespace: ns, respawn, delay, args, rosArgs, condition, parts }) =>
    element(
      tag,
      {
        ...{ pkg: 'p', exec: 'e', name: n, namespace: ns, respawn, respawn_delay: delay },
        ...{ args, ros_args: rosArgs, if: condition },
      },
      { parts },
    ),
  );

const component = fc
  .tuple(name, namespace, nodeParts)
  .map(([n, ns, parts]) =>
    element(
      'composable_node',
      { pkg: 'p', plugin: 'p::C', name: n, namespace: ns },
      { parts: parts.filter((part) => part.tag !== 'env') },
    ),
  );

const settings = fc.oneof(
  fc.tuple(name, value).map(([n, v]) => element('set_parameter', { name: n }, { value: v })),
  fc.tuple(word, plainText).map(([n, v]) => element('let', { name: `w${n}`, value: v })),
  name.map((n) => element('push_ros_namespace', { namespace: n })),
  remap.map(({ attributes }) => element('set_remap', attributes)),
  plainText.map((v) => element('set_env', { name: 'E', value: v })),
  fc.constant(element('unset_env', { name: 'GIVEN' })),
  fc.constant(element('append_env', { name: 'GIVEN', value: '$(var v)', prepend: 'true' })),
  bool.map((v) => element('set_use_sim_time', { value: v ?? 'false' })),
);

const simple = fc.oneof(
  plainText.map((message) => element('log', { message, level: 'WARN' })),
  plainText.map((reason) => element('shutdown', { reason })),
  fc
    .array(component, { minLength: 1, maxLength: 2 })
    .map((parts) => element('load_composable_node', { target: '/box' }, { parts })),
  fc
    .array(word, { minLength: 1, maxLength: 3 })
    .map((words) => element('executable', { cmd: `run ${words.map((w) => `'${w}'`).join(' ')}` })),
  fc.constant(element('lifecycle_transition', { target: '/a', transition: 'activate' })),
);

const { action } = fc.letrec<{ action: Element; children: Element[] }>((tie) => ({
  children: fc.array(tie('action'), { maxLength: 4 }),
  action: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    node,
    settings,
    simple,
    fc
      .tuple(bool, bool, tie('children'))
      .map(([scoped, forwarding, children]) =>
        element('group', { scoped, forwarding }, { children }),
      ),
    tie('children').map((children) => element('timer', { period: '0.25' }, { children })),
    fc
      .tuple(bool, tie('children'))
      .map(([once, children]) => element('on_process_exit', { target: 'a', once }, { children })),
  ),
}));

const system = fc.array(action, { maxLength: 6 }).map((children) => {
  // A group that forwards nothing must not use a variable from outside.
  const known = element('let', { name: 'v', value: 'vv' });
  const inside = (one: Element): Element => {
    if (one.children.length === 0) return one;
    const nested = one.children.map(inside);
    return { ...one, children: one.tag === 'group' ? [known, ...nested] : nested };
  };
  return element('launch', {}, { children: [known, ...children.map(inside)] });
});

const options = { env: { GIVEN: 'g' } };

describe('generated launch files', () => {
  it('expand to the same system from YAML and from XML', () => {
    fc.assert(
      fc.property(system, (root) => {
        const xml = loadLaunchText(toXml(root), 'a.launch.xml', options);
        const nested = root.children.map(toYaml).join(', ');
        const yaml = loadLaunchText(`launch: [${nested}]`, 'a.launch.yaml', options);
        expect(printLaunch(yaml)).toBe(printLaunch(xml));
      }),
      { numRuns: 80 },
    );
  });

  it('print to a launch file that expands to the same system', () => {
    fc.assert(
      fc.property(system, (root) => {
        const first = loadLaunchText(toXml(root), 'a.launch.xml', options);
        const printed = printLaunch(first);
        const second = loadLaunchText(printed, 'b.launch.yaml', options);
        expect(printLaunch(second)).toBe(printed);
        expect(withoutPlaces(second.actions)).toEqual(withoutPlaces(first.actions));
      }),
      { numRuns: 80 },
    );
  });

  it('spoilt at random, fail only with a description of the mistakes', () => {
    fc.assert(
      fc.property(system, fc.nat(), fc.string({ maxLength: 3 }), (root, at, noise) => {
        for (const text of [toXml(root), `launch: [${root.children.map(toYaml).join(', ')}]`]) {
          const cut = at % text.length;
          try {
            loadLaunchText(text.slice(0, cut) + noise + text.slice(cut + 1), 'c.launch', options);
          } catch (error) {
            if (!(error instanceof DescriptionError)) throw error;
          }
        }
      }),
      { numRuns: 100 },
    );
  });
});

function withoutPlaces(actions: unknown): unknown {
  return JSON.parse(JSON.stringify(actions, (key, each) => (key === 'place' ? undefined : each)));
}
