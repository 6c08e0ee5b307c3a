/** Builds types from parsed definitions; the registry decides where the definitions come from. */
import { OrreryError } from '../errors/index.js';
import { checkDepth, checkExtent } from './check_extent.js';
import type { DefinitionText } from './definition_source.js';
import { actionParts, DERIVED_NAME, serviceParts } from './derived_message.js';
import { Member } from './member.js';
import type { MessageBudget } from './message_budget.js';
import { MessageType } from './message_type.js';
import type { InterfaceName } from './names.js';
import { parseIdl } from './parse_idl.js';
import { type ParseContext, parseMessage, splitSections } from './parse_message.js';
import type { ParsedSection } from './read_schema.js';
import { ActionType, ServiceType } from './service_type.js';

/** Finds a nested message type by full name while another is being built. */
export type Lookup = (full: string, neededBy: string) => MessageType;

/** Builds and keeps a message that is part of a service or action. */
export type MakePart = (full: string, parsed: ParsedSection) => MessageType;

/** What the parser needs to know about a definition. */
function contextOf(name: InterfaceName, found: DefinitionText) {
  return {
    package: name.package,
    type: name.full,
    ...(found.file === undefined ? {} : { file: found.file }),
  };
}

/** Parsed definitions: those of the built-in set are the same objects in all runs of a thread. */
const parsed = new WeakMap<DefinitionText, readonly ParsedSection[]>();

/** Parses the sections of a message (1), service (2) or action (3). */
export function parseSections(
  name: InterfaceName,
  found: DefinitionText,
  count: 1 | 2 | 3,
): readonly ParsedSection[] {
  let sections = parsed.get(found);
  if (sections === undefined) {
    const context = contextOf(name, found);
    sections = found.isIdl
      ? parseIdl(found.text, count, context)
      : msgSections(found.text, count, context);
    parsed.set(found, sections);
  }
  return sections;
}

/** The sections of a `.msg`, `.srv` or `.action` text. */
function msgSections(text: string, count: 1 | 2 | 3, context: ParseContext): ParsedSection[] {
  const texts = count === 1 ? [{ text, firstLine: 1 }] : splitSections(text, count, context);
  return texts.map((section) => ({
    definition: parseMessage(section.text, { ...context, firstLine: section.firstLine }),
    text: section.text,
  }));
}

/**
 * Builds a message type.
 *
 * @param building names under construction, innermost last: finds cycles
 * @throws `ORR_TYPE_CYCLE`, `ORR_DEFINITION_LIMIT`
 */
export function buildMessage(
  full: string,
  parsed: ParsedSection,
  lookup: Lookup,
  building: string[],
  budget: MessageBudget,
): MessageType {
  if (building.includes(full)) {
    const cycle = [...building.slice(building.indexOf(full)), full].join(' → ');
    throw new OrreryError(
      'ORR_TYPE_CYCLE',
      `The definition of ${full} contains itself (${cycle}); break the cycle.`,
      { place: { type: full } },
    );
  }
  checkDepth(building[0] ?? full, building.length + 1);
  building.push(full);
  try {
    const members = parsed.definition.fields.map((field) => {
      const { nested } = field.type;
      return new Member(field, nested === undefined ? undefined : lookup(nested, full));
    });
    const type = new MessageType({ name: full, members, budget, ...parsed });
    checkExtent(type, budget.limit);
    return type;
  } finally {
    building.pop();
  }
}

/** Builds a service. Its event type is made on first use. */
export function buildService(
  full: string,
  parts: readonly ParsedSection[],
  text: string,
  make: MakePart,
): ServiceType {
  const request = make(`${full}_Request`, parts[0]!);
  const response = make(`${full}_Response`, parts[1]!);
  const event = () => make(`${full}_Event`, serviceParts(full));
  return new ServiceType(full, request, response, event, text);
}

/** Builds an action. */
export function buildAction(
  full: string,
  sections: readonly ParsedSection[],
  text: string,
  make: MakePart,
): ActionType {
  const [goal, result, feedback] = ['Goal', 'Result', 'Feedback'].map((part, i) =>
    make(`${full}_${part}`, sections[i]!),
  );
  const parts = actionParts(full);
  return new ActionType({
    name: full,
    goal: goal!,
    result: result!,
    feedback: feedback!,
    sendGoal: buildService(`${full}_SendGoal`, parts.sendGoal, '', make),
    getResult: buildService(`${full}_GetResult`, parts.getResult, '', make),
    feedbackMessage: make(`${full}_FeedbackMessage`, parts.feedbackMessage),
    definition: text,
  });
}

/** The service or action that a derived message or service name belongs to. */
export function baseOf(name: InterfaceName): string | undefined {
  if (name.kind === 'msg') return undefined;
  const base = DERIVED_NAME.exec(name.name)?.[1];
  return base === undefined ? undefined : `${name.package}/${name.kind}/${base}`;
}

/** The action whose service this is, if it is one. */
export function actionOf({ kind, package: owner, name }: InterfaceName) {
  const [, action, service] =
    /^(.+)_(SendGoal|GetResult)$/.exec(kind === 'action' ? name : '') ?? [];
  if (action === undefined) return undefined;
  const which = service === 'SendGoal' ? 'sendGoal' : 'getResult';
  return { name: `${owner}/action/${action}`, service: which } as const;
}

/** The part of a service that a derived name refers to. */
export function partOfService(service: ServiceType, name: string): MessageType | undefined {
  if (name.endsWith('_Request')) return service.request;
  if (name.endsWith('_Response')) return service.response;
  return name.endsWith('_Event') ? service.event : undefined;
}

/** The part of an action that a derived name refers to. */
export function partOfAction(action: ActionType, name: string): MessageType | undefined {
  if (/_SendGoal_[A-Z][a-z]+$/.test(name)) return partOfService(action.sendGoal, name);
  if (/_GetResult_[A-Z][a-z]+$/.test(name)) return partOfService(action.getResult, name);
  if (name.endsWith('_Goal')) return action.goal;
  if (name.endsWith('_Result')) return action.result;
  if (name.endsWith('_FeedbackMessage')) return action.feedbackMessage;
  return name.endsWith('_Feedback') ? action.feedback : undefined;
}
