import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ActionUuid } from './action/action_uuid.js';
import { CancelResponse, GoalResponse } from './action/response.js';
import { folder, type Loose, outcome, real, same } from './differential.test_support.js';
import { DistroUtils } from './distro_utils.js';
import { messageClassOf } from './message/interfaces_in_use.js';
import { MessageIntrospector } from './message/message_introspector.js';
import * as ourValidation from './message/validate_message.js';
import { NodeOptions } from './node_options.js';
import { ParameterEventHandler } from './parameter/parameter_event_handler.js';
import { PublisherEventType, SubscriptionEventType } from './qos/event_callbacks.js';
import { ServiceIntrospectionStates } from './service_introspection_states.js';
import { ClockChange } from './time/clock_change.js';
import { ClockType } from './time/clock_type.js';
import { MessageInfo } from './topic/message_info.js';

type Validation = typeof ourValidation;

const TYPES = [
  'std_msgs/msg/String',
  'std_msgs/msg/Int64',
  'std_msgs/msg/MultiArrayLayout',
  'std_msgs/msg/UInt8MultiArray',
  'geometry_msgs/msg/PoseWithCovarianceStamped',
  'sensor_msgs/msg/JointState',
  'rcl_interfaces/msg/ParameterEvent',
  'test_msgs/msg/BasicTypes',
  'test_msgs/msg/BoundedSequences',
] as const;

/** Names that are fields of some type above, and names that are not. */
const FIELDS = ['data', 'header', 'stamp', 'sec', 'frame_id', 'pose', 'covariance', 'name'];
FIELDS.push('position', 'dim', 'label', 'size', 'layout', 'node', 'new_parameters', 'bool_value');
FIELDS.push('int64_value', 'uint8_value', 'string_values', 'bool_values', 'nonsense');

const scalar = fc.oneof(
  fc.boolean(),
  fc.integer(),
  fc.double(),
  fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n }),
  fc.string({ maxLength: 4 }),
  fc.constantFrom(null, undefined),
);
const { value: message } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.dictionary(fc.constantFrom(...FIELDS), tie('value'), { maxKeys: 4, noNullPrototype: true }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.uint8Array({ maxLength: 4 }),
    fc.float64Array({ maxLength: 4 }),
  ),
}));

/** The real modules with our message classes: those of the package are generated from an installed ROS. */
async function realWithOurMessages<M>(file: string): Promise<M> {
  const loader = (await real('interface_loader.js')).default as { loadInterface: unknown };
  loader.loadInterface = (name: string) => messageClassOf(name);
  return (await real(file)) as M;
}

describe.skipIf(folder === undefined)('same as the real rclnodejs (package not installed?)', () => {
  it('message validation: problems, their order and their words', async () => {
    const theirs = await realWithOurMessages<Validation>('message_validation.js');
    const options = fc.record(
      { strict: fc.boolean(), checkTypes: fc.boolean(), checkRequired: fc.boolean() },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.constantFrom(...TYPES), message, options, (type, value, chosen) => {
        const run = (v: Validation) => () => [
          v.validateMessage(value, type, chosen),
          outcome(() => v.assertValidMessage(value, type, chosen)),
          outcome(() => v.createMessageValidator(type, chosen)(value)),
        ];
        same(run(ourValidation), run(theirs));
      }),
      { numRuns: 2000 },
    );
    expect(ourValidation.ValidationProblem).toEqual(theirs.ValidationProblem);
  });

  it('message schemas, field names and types', async () => {
    const theirs = await realWithOurMessages<Validation>('message_validation.js');
    for (const type of TYPES) {
      const run = (v: Validation) => [
        v.getMessageSchema(type),
        v.getFieldNames(type),
        FIELDS.map((field) => v.getFieldType(type, field)),
      ];
      expect(run(ourValidation)).toEqual(run(theirs));
    }
    for (const wrong of ['std_msgs/msg/Nothing', '', {}, () => {}]) {
      const name = (v: Validation) => {
        const result = outcome(() => v.getFieldNames(wrong as string));
        return 'value' in (result as object) ? result : 'throws';
      };
      expect(name(ourValidation)).toEqual(name(theirs));
    }
  });

  it('message introspector', async () => {
    const Theirs = (await realWithOurMessages<{ default: typeof MessageIntrospector }>(
      'message_introspector.js',
    )) as { default: typeof MessageIntrospector };
    for (const type of TYPES) {
      const run = (M: typeof MessageIntrospector) => () => {
        const one = new M(type);
        // `defaults` reads what only generated classes have.
        return [one.typeName, one.fields, one.schema];
      };
      same(run(MessageIntrospector), run(Theirs.default));
    }
  });

  it('distributions, by name and number', async () => {
    const theirs = (await real('distro.js')).default as typeof DistroUtils;
    const names = fc.oneof(
      fc.constantFrom('humble', 'jazzy', 'Rolling', 'LYRICAL', 'kilted', 'iron', 'eloquent'),
      fc.string({ minLength: 1 }),
    );
    const ids = fc.oneof(
      fc.constantFrom(...Object.values(DistroUtils.DistroId).filter((id) => id !== 0)),
      fc.integer({ min: 1 }),
    );
    fc.assert(
      fc.property(names, ids, (name, id) => {
        const run = (d: typeof DistroUtils) => () => [d.getDistroId(name), d.getDistroName(id)];
        same(run(DistroUtils), run(theirs));
      }),
    );
    expect(DistroUtils.getKnownDistroNames()).toEqual(theirs.getKnownDistroNames());
    expect(DistroUtils.DistroId).toEqual(theirs.DistroId);
  });

  it('goal ids', async () => {
    const Theirs = (await real('action/uuid.js')).default as typeof ActionUuid;
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ minLength: 1 }), fc.anything()), (bytes) => {
        fc.pre(Boolean(bytes));
        const run = (U: typeof ActionUuid) => () => {
          const id = U.fromBytes(bytes as Uint8Array);
          return [id.bytes, String(id)];
        };
        same(run(ActionUuid), run(Theirs));
      }),
    );
  });

  it('parameters of events', async () => {
    const Theirs = (await real('parameter_event_handler.js'))
      .default as typeof ParameterEventHandler;
    const name = fc.constantFrom('a', 'b', 'c');
    const parameter = fc.record({ name, value: fc.record({ type: fc.nat(9) }) });
    const list = fc.array(parameter, { maxLength: 3 });
    const node = fc.constantFrom('/n', '/ns/n', 'n');
    const event = fc.record({
      node,
      new_parameters: list,
      changed_parameters: list,
      deleted_parameters: list,
    });
    fc.assert(
      fc.property(event, name, node, (one, wanted, from) => {
        const run = (P: typeof ParameterEventHandler) => () => [
          P.getParametersFromEvent(one as never),
          P.getParameterFromEvent(one as never, wanted, from),
        ];
        same(run(ParameterEventHandler), run(Theirs));
      }),
    );
  });

  it('message infos and node options', async () => {
    const TheirInfo = (await real('message_info.js')).default as typeof MessageInfo;
    const ns = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n });
    fc.assert(
      fc.property(ns, ns, ns, ns, fc.uint8Array(), (a, b, c, d, gid) => {
        const raw = {
          source_timestamp: a,
          received_timestamp: b,
          publication_sequence_number: c,
          reception_sequence_number: d,
          publisher_gid: Buffer.from(gid),
        };
        expect(new MessageInfo(raw).toPlainObject()).toEqual(new TheirInfo(raw).toPlainObject());
      }),
    );
    const TheirOptions = (await real('node_options.js')).default as typeof NodeOptions;
    const values = fc.tuple(fc.anything(), fc.anything(), fc.anything(), fc.anything());
    fc.assert(
      fc.property(values, (args) => {
        const run = (O: typeof NodeOptions) => () => {
          const one: NodeOptions = Reflect.construct(O, args);
          const { startParameterServices, parameterOverrides, enableRosout } = one;
          return [startParameterServices, parameterOverrides, enableRosout];
        };
        same(run(NodeOptions), run(TheirOptions));
      }),
    );
  });

  it('numbers of kinds, states and answers', async () => {
    const numbers = (value: object) =>
      Object.fromEntries(Object.entries(value).filter(([, one]) => typeof one !== 'function'));
    const response = (await real('action/response.js')) as Record<string, object>;
    const events = (await real('event_handler.js')) as Record<string, object>;
    const constants: readonly (readonly [object, unknown])[] = [
      [ClockType, (await real('clock_type.js')).default],
      [ClockChange, (await real('clock_change.js')).default],
      [ServiceIntrospectionStates, (await real('service_introspection.js')).default],
      [GoalResponse, response.GoalResponse],
      [CancelResponse, response.CancelResponse],
      [PublisherEventType, events.PublisherEventType],
      [SubscriptionEventType, events.SubscriptionEventType],
    ];
    for (const [ours, theirs] of constants) {
      expect(numbers(ours)).toEqual(numbers(theirs as Loose));
    }
  });
});
