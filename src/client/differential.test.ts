import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnyClass, folder, outcome, real, same } from './differential.test_support.js';
import * as ourErrors from './errors/index.js';
import { Parameter } from './parameter/parameter.js';
import { ParameterDescriptor } from './parameter/parameter_descriptor.js';
import { type ParameterType, parameterTypeFromValue } from './parameter/parameter_type.js';
import { FloatingPointRange, IntegerRange } from './parameter/range.js';
import { QoS } from './qos/qos.js';
import { QoSOverridingOptions, type QoSPolicyKind } from './qos/qos_overriding_options.js';
import { declareQosParameters } from './qos/qos_parameters.js';
import { resolveQoS } from './qos/resolve_qos.js';
import { Duration } from './time/duration.js';
import { Time } from './time/time.js';

type ErrorClass = new (...args: unknown[]) => Error & { toJSON(): object };

const seconds = fc.bigInt({ min: -(2n ** 36n), max: 2n ** 36n });
const nanoseconds = fc.oneof(
  fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }),
  fc.bigInt({ min: -3n, max: 3n }),
);
const notInteger = fc.oneof(fc.boolean(), fc.constant(null), fc.constant({}), fc.constant('x'));

/** The members of the real parameter module that are compared. */
interface ParameterModule {
  readonly Parameter: typeof Parameter;
  readonly ParameterDescriptor: typeof ParameterDescriptor;
  readonly IntegerRange: typeof IntegerRange;
  readonly FloatingPointRange: typeof FloatingPointRange;
  readonly parameterTypeFromValue: typeof parameterTypeFromValue;
}

const parameterValue = fc.oneof(
  fc.boolean(),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.double(),
  fc.integer(),
  fc.string(),
  fc.constantFrom(null, undefined),
  fc.array(fc.boolean()),
  fc.array(fc.bigInt()),
  fc.array(fc.double({ noInteger: true })),
  fc.array(fc.string()),
  fc.uint8Array(),
);
const parameterType = fc.integer({ min: -1, max: 11 }) as fc.Arbitrary<ParameterType>;

describe.skipIf(folder === undefined)('same as the real rclnodejs (package not installed?)', () => {
  it('errors: name, message, code, fields, toString, toJSON', async () => {
    const theirErrors = (await real('errors.js')) as Record<string, ErrorClass>;
    const text = fc.string();
    const options = fc.record(
      { code: text, nodeName: text, entityType: text, entityName: text, details: fc.anything() },
      { requiredKeys: [] },
    );
    const argumentsOf: Record<string, fc.Arbitrary<unknown[]>> = {
      TypeValidationError: fc.tuple(text, fc.anything(), text, options),
      RangeValidationError: fc.tuple(text, fc.oneof(text, fc.double()), text, options),
      MessageValidationError: fc.tuple(
        text,
        fc.array(fc.record({ field: text, problem: text })),
        options,
      ),
      NameValidationError: fc.tuple(text, text, text, fc.integer({ min: -2, max: 9 }), options),
      TimeoutError: fc.tuple(text, fc.integer(), options),
      AbortError: fc.tuple(text, fc.option(text, { nil: undefined }), options),
      ParameterTypeError: fc.tuple(text, text, text, options),
    };
    const twoTexts = ['ParameterError', 'ParameterNotFoundError', 'TopicError', 'PublisherError'];
    twoTexts.push('SubscriptionError', 'ActionError', 'GoalRejectedError', 'NativeError');
    for (const name of twoTexts) argumentsOf[name] = fc.tuple(text, text, options);
    expect(Object.keys(ourErrors).sort()).toEqual(Object.keys(theirErrors).sort());
    const ours: Readonly<Record<string, unknown>> = ourErrors;
    for (const name of Object.keys(theirErrors)) {
      const Theirs = theirErrors[name]!;
      const Ours = ours[name] as ErrorClass;
      fc.assert(
        fc.property(argumentsOf[name] ?? fc.tuple(text, options), (args) => {
          const view = (error: InstanceType<ErrorClass>) => {
            const fields = { ...error, timestamp: undefined };
            const json = error.toJSON();
            return { fields, json: { ...json, stack: 0, timestamp: 0 }, text: String(error) };
          };
          expect(view(new Ours(...args))).toEqual(view(new Theirs(...args)));
        }),
        { numRuns: 50 },
      );
    }
  });

  it('Duration and Time: construction, arithmetic, comparison, messages', async () => {
    const TheirTime = (await real('time.js')).default as typeof Time;
    const TheirDuration = (await real('duration.js')).default as typeof Duration;
    const amount = fc.oneof(seconds, nanoseconds);
    const operations = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte'] as const;
    fc.assert(
      fc.property(amount, amount, amount, amount, fc.constantFrom(1, 2, 3), (s, n, t, m, type) => {
        const clock = type as 1 | 2 | 3;
        const run = (T: typeof Time, D: typeof Duration) => () => {
          const time = new T(s, n, clock);
          const duration = new D(t, m);
          return [
            time.nanoseconds,
            time.secondsAndNanoseconds,
            time.toMsg(),
            duration.nanoseconds,
            outcome(() => time.add(duration).nanoseconds),
            outcome(() => time.sub(duration).nanoseconds),
            outcome(() => time.sub(new T(0n, 5n, 2)).nanoseconds),
            ...operations.map((op) => outcome(() => time[op](new T(0n, n, 1)))),
            ...operations.map((op) => outcome(() => duration[op](new D(m, t)))),
            ...operations.map((op) => outcome(() => Reflect.apply(duration[op], duration, [time]))),
            ...operations.map((op) => outcome(() => Reflect.apply(time[op], time, [duration]))),
          ];
        };
        same(run(Time, Duration), run(TheirTime, TheirDuration));
      }),
    );
    fc.assert(
      fc.property(notInteger, notInteger, (a, b) => {
        const call = (C: unknown, ...args: unknown[]) => {
          const time = new (C as AnyClass)(...args);
          return time.nanoseconds;
        };
        same(
          () => call(Time, a, b),
          () => call(TheirTime, a, b),
        );
        same(
          () => call(Duration, 1n, b),
          () => call(TheirDuration, 1n, b),
        );
        same(
          () => call(Time, 1n, 1n, String(a)),
          () => call(TheirTime, 1n, 1n, String(a)),
        );
      }),
    );
  });

  it('QoS: constructor, setters, profiles', async () => {
    const TheirQoS = (await real('qos.js')).default as typeof QoS;
    const { _resolveQoS } = (await real('qos_overriding_options.js')) as {
      _resolveQoS: (qos: unknown) => object;
    };
    const view = (qos: object) => ({ ...qos });
    const fields = ['history', 'depth', 'reliability', 'durability', 'liveliness'] as const;
    fc.assert(
      fc.property(fc.array(fc.nat(5), { maxLength: 5 }), fc.anything(), (args, value) => {
        expect(view(new QoS(...args))).toEqual(view(new TheirQoS(...args)));
        for (const field of [...fields, 'avoidRosNameSpaceConventions' as const]) {
          const set = (Q: typeof QoS) => () => {
            const qos = new Q();
            Object.assign(qos, { [field]: value });
            return view(qos);
          };
          same(set(QoS), set(TheirQoS));
        }
      }),
    );
    const profiles = Object.entries(Object.getOwnPropertyDescriptors(TheirQoS))
      .filter(([name]) => name.startsWith('profile'))
      .map(([name]) => name as 'profileDefault');
    expect(profiles).toHaveLength(7);
    for (const name of profiles) {
      expect(QoS[name]).toBe(TheirQoS[name]);
      expect(view(resolveQoS(QoS[name]))).toEqual(view(_resolveQoS(QoS[name])));
    }
    expect(view(resolveQoS({ depth: 3 }))).toEqual(view(_resolveQoS({ depth: 3 })));
    expect(QoS.LivelinessPolicy).toEqual(TheirQoS.LivelinessPolicy);
  });

  it('QoS overrides: declared names, values and the resulting QoS', async () => {
    const theirs = await real<{
      QoSOverridingOptions: typeof QoSOverridingOptions;
      declareQosParameters: typeof declareQosParameters;
      _resolveQoS: typeof resolveQoS;
    }>('qos_overriding_options.js');
    const fakeNode = (overrides: Record<string, unknown>) => {
      const declared = new Map<string, { name: string; type: unknown; value: unknown }>();
      return {
        declared,
        hasParameter: (name: string) => declared.has(name),
        getParameter: (name: string) => declared.get(name),
        declareParameter: (parameter: Parameter) => {
          const policy = parameter.name.split('.').at(-1) as string;
          const { name, type } = parameter;
          const entry = { name, type, value: overrides[policy] ?? parameter.value };
          declared.set(name, entry);
          return entry;
        },
      };
    };
    const overrides = fc.record(
      {
        depth: fc.bigInt({ min: 0n, max: 99n }),
        history: fc.constantFrom('keep_last', 'keep_all', 'nonsense'),
        reliability: fc.constantFrom('reliable', 'best_effort'),
        liveliness: fc.constantFrom('automatic', 'manual_by_topic'),
      },
      { requiredKeys: [] },
    );
    const kinds = fc.array(fc.constantFrom(1, 2, 3, 4, 5, 6));
    const id = fc.option(fc.string());
    fc.assert(
      fc.property(kinds, overrides, id, fc.boolean(), (policyKinds, values, entityId, good) => {
        const run = (o: typeof QoSOverridingOptions, d: typeof declareQosParameters, q: QoS) => {
          const node = fakeNode(values);
          const callback = () => ({ successful: good, reason: 'why' });
          const options = new o(policyKinds as QoSPolicyKind[], { entityId, callback });
          const result = outcome(() => d('publisher', node as never, '/chatter', q, options));
          return { result, declared: [...node.declared.values()], qos: { ...q } };
        };
        const profile = QoS.profileSensorData;
        expect(run(QoSOverridingOptions, declareQosParameters, resolveQoS(profile))).toEqual(
          run(
            theirs.QoSOverridingOptions,
            theirs.declareQosParameters,
            theirs._resolveQoS(profile),
          ),
        );
      }),
    );
  });

  it('Parameter and its messages', async () => {
    const theirs = await real<ParameterModule>('parameter.js');
    const name = fc.oneof(fc.string(), fc.constant('a.b'), fc.constant(7 as never));
    fc.assert(
      fc.property(name, parameterType, parameterValue, parameterValue, (n, t, v, w) => {
        const run = (P: typeof Parameter) => () => {
          const parameter = new P(n, t, v as never);
          const message = parameter.toParameterMessage();
          const back = P.fromParameterMessage(message);
          const set = outcome(() => {
            parameter.value = w as never;
            return parameter.value;
          });
          return [parameter.name, parameter.type, message, back.value, set];
        };
        same(run(Parameter), run(theirs.Parameter));
        same(
          () => parameterTypeFromValue(v),
          () => theirs.parameterTypeFromValue(v),
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('ParameterDescriptor and ranges', async () => {
    const theirs = await real<ParameterModule>('parameter.js');
    const range = fc.tuple(fc.integer(), fc.integer(), fc.nat(5), fc.double(), fc.integer());
    fc.assert(
      fc.property(range, parameterType, parameterValue, ([from, to, step, at, offset], t, v) => {
        const run = (m: typeof theirs) => () => {
          const f = new m.FloatingPointRange(from, to, step);
          const i = new m.IntegerRange(BigInt(from), BigInt(to), BigInt(step));
          const inside = from + (offset % 7) * step;
          return [
            [at, from, to, inside, inside + 1e-9].map((x) => f.inRange(x)),
            [BigInt(offset), BigInt(from), BigInt(inside)].map((x) => i.inRange(x)),
            f.isValidType(t),
            i.isValidType(t),
            outcome(() => new m.ParameterDescriptor('p', t, 'text', false, f).hasRange()),
            outcome(() => new m.ParameterDescriptor('p', t, 'text', true, i).readOnly),
            outcome(() => {
              const descriptor = new m.ParameterDescriptor('p', 3, undefined, false, f);
              descriptor.validateParameter(new m.Parameter('p', t, v as never));
            }),
          ];
        };
        same(
          run({
            Parameter,
            ParameterDescriptor,
            IntegerRange,
            FloatingPointRange,
            parameterTypeFromValue,
          }),
          run(theirs),
        );
      }),
      { numRuns: 1000 },
    );
  });
});
