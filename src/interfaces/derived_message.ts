/** The messages that rosidl derives from services and actions. */
import type { Field, FieldType, MessageDefinition } from './message_definition.js';
import { fieldTypeText } from './message_definition.js';

/** Names of derived messages and services; the first group is the name of the base. */
export const DERIVED_NAME =
  /^(.+?)_(?:(?:(?:SendGoal|GetResult)_)?(?:Request|Response|Event)|Goal|Result|Feedback|FeedbackMessage)$/;

/** A derived message: its definition, parsed and as text. */
export interface DerivedMessage {
  readonly definition: MessageDefinition;
  readonly text: string;
}

function derived(fields: readonly (readonly [name: string, type: FieldType])[]): DerivedMessage {
  const list: Field[] = fields.map(([name, type]) => ({ name, type }));
  const text = list.map((f) => `${schemaTypeText(f.type)} ${f.name}\n`).join('');
  return { definition: { fields: list, constants: [] }, text };
}

/** The type as in schema texts, with nested types as `package/Name`. */
export function schemaTypeText(type: FieldType): string {
  const text = fieldTypeText(type);
  const parts = text.split('/');
  return parts.length === 3 ? `${parts[0]}/${parts[2]}` : text;
}

const atMostOne = { kind: 'bounded', size: 1 } as const;
const GOAL_ID = ['goal_id', { nested: 'unique_identifier_msgs/msg/UUID' }] as const;

/** The `_Event` message of a service (REP-2012). */
export function serviceParts(service: string): DerivedMessage {
  return derived([
    ['info', { nested: 'service_msgs/msg/ServiceEventInfo' }],
    ['request', { nested: `${service}_Request`, array: atMostOne }],
    ['response', { nested: `${service}_Response`, array: atMostOne }],
  ]);
}

/** The derived messages of an action: requests and responses of its services, and its feedback. */
export function actionParts(action: string): {
  readonly sendGoal: readonly [DerivedMessage, DerivedMessage];
  readonly getResult: readonly [DerivedMessage, DerivedMessage];
  readonly feedbackMessage: DerivedMessage;
} {
  return {
    sendGoal: [
      derived([GOAL_ID, ['goal', { nested: `${action}_Goal` }]]),
      derived([
        ['accepted', { primitive: 'bool' }],
        ['stamp', { nested: 'builtin_interfaces/msg/Time' }],
      ]),
    ],
    getResult: [
      derived([GOAL_ID]),
      derived([
        ['status', { primitive: 'int8' }],
        ['result', { nested: `${action}_Result` }],
      ]),
    ],
    feedbackMessage: derived([GOAL_ID, ['feedback', { nested: `${action}_Feedback` }]]),
  };
}
