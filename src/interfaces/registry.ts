/** The registry of types: finds definitions by name and makes each type once. */
import { delimiter, join } from 'node:path';
import { OrreryError } from '../errors/index.js';
import { BuiltinSource, type Distro } from './builtin/index.js';
import {
  type DefinitionSource,
  type DefinitionText,
  DirectorySource,
  MemorySource,
} from './definition_source.js';
import { actionParts, DERIVED_NAME, serviceParts } from './derived_types.js';
import { Member, MessageType } from './message_type.js';
import {
  type InterfaceKind,
  type InterfaceName,
  nearestNames,
  parseInterfaceName,
} from './names.js';
import { parseMessage, splitSections } from './parser.js';
import { type ParsedSection, readSchema } from './read_schema.js';
import { ActionType, ServiceType } from './service_type.js';

/** Options of {@link TypeRegistry}. */
export interface TypeRegistryOptions {
  /** Which built-in definitions to use. Default `jazzy`. */
  readonly distro?: Distro;
  /** Directories of packages (`<dir>/<pkg>/msg/*.msg`), searched before the built-in set. */
  readonly directories?: readonly string[];
  /**
   * Installation prefixes (`<prefix>/share/<pkg>/msg/*.msg`), searched after the built-in set so
   * that the ROS installation of a machine cannot change the meaning of standard types.
   * Default: the environment variable `AMENT_PREFIX_PATH`; pass `''` for none.
   */
  readonly amentPrefixPath?: string;
}

/** Finds message types by full name while others are being built. */
type Lookup = (full: string, neededBy: string) => MessageType;

/**
 * Finds interface types by name. Definitions are searched in this order: `add`, `directories`, the
 * built-in set of the distribution, `amentPrefixPath`. Nothing is read until a type is asked for.
 *
 * @example
 * const types = new TypeRegistry();
 * const imu = types.message('sensor_msgs/msg/Imu');
 * const bytes = imu.encode(imu.normalize({ header: { frame_id: 'imu' } }));
 */
export class TypeRegistry {
  readonly distro: Distro;
  readonly #added = new MemorySource();
  readonly #sources: readonly DefinitionSource[];
  readonly #messages = new Map<string, MessageType>();
  readonly #services = new Map<string, ServiceType>();
  readonly #actions = new Map<string, ActionType>();
  /** Every spelling that was asked for, for speed. */
  readonly #spellings = new Map<string, MessageType>();
  readonly #building: string[] = [];

  constructor(options: TypeRegistryOptions = {}) {
    this.distro = options.distro ?? 'jazzy';
    const prefixes = (options.amentPrefixPath ?? process.env.AMENT_PREFIX_PATH ?? '')
      .split(delimiter)
      .filter((prefix) => prefix !== '');
    this.#sources = [
      this.#added,
      ...(options.directories ?? []).map((directory) => new DirectorySource(directory)),
      new BuiltinSource(this.distro),
      ...prefixes.map((prefix) => new DirectorySource(join(prefix, 'share'))),
    ];
  }

  /**
   * A message type: `std_msgs/msg/String`, `std_msgs/String`, `std_msgs.msg.String`,
   * `std_msgs::msg::String`; also a part of a service or action such as
   * `std_srvs/srv/SetBool_Request` or `test_msgs/action/Fibonacci_FeedbackMessage`.
   *
   * @throws `ORR_UNKNOWN_TYPE`, `ORR_TYPE_NAME`, `ORR_DEFINITION_SYNTAX`, `ORR_TYPE_CYCLE`
   */
  message(name: string): MessageType {
    let type = this.#spellings.get(name);
    if (type === undefined) {
      type = this.#message(parseInterfaceName(name, 'msg'));
      this.#spellings.set(name, type);
    }
    return type;
  }

  /** A service type: `std_srvs/srv/SetBool`, or `…_SendGoal` and `…_GetResult` of an action. Throws as `message`. */
  service(name: string): ServiceType {
    const parsed = parseInterfaceName(name, 'srv');
    let type = this.#services.get(parsed.full);
    if (type === undefined) {
      type = this.#makeService(parsed);
      this.#services.set(parsed.full, type);
    }
    return type;
  }

  /** An action type: `test_msgs/action/Fibonacci`. Throws as `message`. */
  action(name: string): ActionType {
    const parsed = parseInterfaceName(name, 'action');
    let type = this.#actions.get(parsed.full);
    if (type === undefined) {
      type = this.#makeAction(parsed);
      this.#actions.set(parsed.full, type);
    }
    return type;
  }

  /** Whether a definition of this name is there (it may still be malformed). */
  has(name: string, kind: InterfaceKind = 'msg'): boolean {
    const parsed = parseInterfaceName(name, kind);
    return this.#messages.has(parsed.full) || this.#find(parsed) !== undefined;
  }

  /**
   * Add a definition given as text. It takes precedence over every other definition of that name.
   *
   * @param name e.g. `my_msgs/msg/Thing`, `my_msgs/srv/Ask`, `my_msgs/action/Go`
   * @throws `ORR_TYPE_CONFLICT` when the type is in use with another text
   */
  add(name: string, text: string, kind: InterfaceKind = 'msg'): void {
    const parsed = parseInterfaceName(name, kind);
    const used =
      this.#messages.get(parsed.full) ??
      this.#services.get(parsed.full) ??
      this.#actions.get(parsed.full);
    if (used !== undefined && used.definition !== text) {
      throw new OrreryError(
        'ORR_TYPE_CONFLICT',
        `${parsed.full} is already in use with another definition; add definitions before the first use.`,
        { place: { type: parsed.full } },
      );
    }
    this.#added.set(parsed, { text });
  }

  /** All packages with interfaces, sorted. */
  packages(): string[] {
    return [...new Set(this.#sources.flatMap((source) => source.packages()))].sort();
  }

  /** Full names of a package's interfaces, sorted; empty for an unknown package. */
  interfaces(pkg: string): string[] {
    return [...new Set(this.#sources.flatMap((source) => source.interfaces(pkg)))].sort();
  }

  /**
   * A type from the concatenated `ros2msg` schema text of a recording. If the registry knows the
   * type with the same structure, that very type is returned. If it does not know the type, it
   * learns it. If it knows a different one, the type of the schema is returned and the registry is
   * unchanged: a recording is read with the definitions it was written with.
   */
  fromSchema(name: string, schema: string): MessageType {
    const parsed = parseInterfaceName(name, 'msg');
    const local = this.#schemaTypes(parsed, schema);
    const type = local(parsed.full, parsed.full);
    if (!this.has(parsed.full)) {
      this.#messages.set(type.name, type);
      this.#added.set(parsed, { text: type.definition });
      return type;
    }
    const known = this.#message(parsed);
    return known.hash === type.hash ? known : type;
  }

  /** The lookup among the sections of a schema, then in the registry. */
  #schemaTypes(root: InterfaceName, schema: string): Lookup {
    const sections = readSchema(root, schema);
    const built = new Map<string, MessageType>();
    const lookup: Lookup = (full, neededBy) => {
      const existing = built.get(full);
      if (existing !== undefined) return existing;
      const section = sections.get(full);
      if (section === undefined) return this.#lookup(full, neededBy);
      const type = this.#build(full, section(), lookup);
      built.set(full, type);
      return type;
    };
    return lookup;
  }

  readonly #lookup: Lookup = (full, neededBy) => this.#message(parseInterfaceName(full), neededBy);

  #message(name: InterfaceName, neededBy?: string): MessageType {
    const existing = this.#messages.get(name.full);
    if (existing !== undefined) return existing;
    const type = this.#derived(name) ?? this.#plain(name, neededBy);
    this.#messages.set(name.full, type);
    return type;
  }

  #plain(name: InterfaceName, neededBy?: string): MessageType {
    const found = name.kind === 'msg' ? this.#find(name) : undefined;
    if (found === undefined) this.#unknown(name, neededBy);
    const definition = parseMessage(found.text, this.#context(name, found));
    return this.#build(name.full, { definition, text: found.text }, this.#lookup);
  }

  /** A part of a service or action, by its derived name. */
  #derived(name: InterfaceName): MessageType | undefined {
    if (name.kind === 'msg') return undefined;
    const match = DERIVED_NAME.exec(name.name);
    if (match === null) return undefined;
    const [, base, part, service, servicePart, actionPart] = match;
    const full = `${name.package}/${name.kind}/${base}`;
    if (name.kind === 'srv') {
      return part === undefined ? undefined : pick(this.service(full), part);
    }
    const action = this.action(full);
    if (service !== undefined) {
      return pick(service === 'SendGoal' ? action.sendGoal : action.getResult, servicePart!);
    }
    if (actionPart === 'Goal') return action.goal;
    if (actionPart === 'Result') return action.result;
    if (actionPart === 'Feedback') return action.feedback;
    return actionPart === undefined ? undefined : action.feedbackMessage;
  }

  #makeService(name: InterfaceName): ServiceType {
    const ofAction = /^(.+)_(SendGoal|GetResult)$/.exec(name.name);
    if (name.kind === 'action' && ofAction !== null) {
      const action = this.action(`${name.package}/action/${ofAction[1]}`);
      return ofAction[2] === 'SendGoal' ? action.sendGoal : action.getResult;
    }
    const found = name.kind === 'srv' ? this.#find(name) : undefined;
    if (found === undefined) this.#unknown({ ...name, kind: 'srv' });
    const [request, response] = this.#sections(name, found, 2);
    return this.#assembleService(name.full, request!, response!, found.text);
  }

  #assembleService(
    name: string,
    request: ParsedSection,
    response: ParsedSection,
    text: string,
  ): ServiceType {
    const make = (part: string, parsed: ParsedSection) => this.#remember(`${name}_${part}`, parsed);
    const types = [make('Request', request), make('Response', response)] as const;
    const event = () => make('Event', serviceParts(name));
    return new ServiceType(name, types[0], types[1], event, text);
  }

  #makeAction(name: InterfaceName): ActionType {
    const found = name.kind === 'action' ? this.#find(name) : undefined;
    if (found === undefined) this.#unknown({ ...name, kind: 'action' });
    const sections = this.#sections(name, found, 3);
    const make = (part: string, parsed: ParsedSection) =>
      this.#remember(`${name.full}_${part}`, parsed);
    const goal = make('Goal', sections[0]!);
    const result = make('Result', sections[1]!);
    const feedback = make('Feedback', sections[2]!);
    const parts = actionParts(name.full);
    return new ActionType({
      name: name.full,
      goal,
      result,
      feedback,
      sendGoal: this.#assembleService(`${name.full}_SendGoal`, ...parts.sendGoal, ''),
      getResult: this.#assembleService(`${name.full}_GetResult`, ...parts.getResult, ''),
      feedbackMessage: make('FeedbackMessage', parts.feedbackMessage),
      definition: found.text,
    });
  }

  #sections(name: InterfaceName, found: DefinitionText, count: 2 | 3): ParsedSection[] {
    const context = this.#context(name, found);
    return splitSections(found.text, count, context).map(({ text, firstLine }) => ({
      definition: parseMessage(text, { ...context, firstLine }),
      text,
    }));
  }

  /** Build a derived type and keep it under its name. */
  #remember(full: string, parsed: ParsedSection): MessageType {
    const type = this.#build(full, parsed, this.#lookup);
    this.#messages.set(full, type);
    return type;
  }

  #build(full: string, parsed: ParsedSection, lookup: Lookup): MessageType {
    if (this.#building.includes(full)) {
      const cycle = [...this.#building.slice(this.#building.indexOf(full)), full].join(' → ');
      throw new OrreryError(
        'ORR_TYPE_CYCLE',
        `The definition of ${full} contains itself (${cycle}); break the cycle.`,
        { place: { type: full } },
      );
    }
    this.#building.push(full);
    try {
      const members = parsed.definition.fields.map(
        (field) =>
          new Member(
            field,
            field.type.nested === undefined ? undefined : lookup(field.type.nested, full),
          ),
      );
      return new MessageType({ name: full, members, ...parsed });
    } finally {
      this.#building.pop();
    }
  }

  #context(name: InterfaceName, found: DefinitionText) {
    return {
      package: name.package,
      type: name.full,
      ...(found.file === undefined ? {} : { file: found.file }),
    };
  }

  #find(name: InterfaceName): DefinitionText | undefined {
    for (const source of this.#sources) {
      const found = source.find(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #unknown(name: InterfaceName, neededBy?: string): never {
    const wanted = `${name.package}/${name.kind}/${name.name}`;
    const known = this.packages()
      .flatMap((pkg) => this.interfaces(pkg))
      .filter((full) => full.includes(`/${name.kind}/`));
    const near = nearestNames(wanted, known);
    const hint =
      near.length > 0
        ? `did you mean ${near.join(' or ')}?`
        : 'add its package directory or set AMENT_PREFIX_PATH.';
    const needed = neededBy === undefined || neededBy === wanted ? '' : ` (needed by ${neededBy})`;
    throw new OrreryError('ORR_UNKNOWN_TYPE', `The type ${wanted}${needed} is not known; ${hint}`, {
      place: { type: wanted },
    });
  }
}

/** The part of a service by the last word of its name. */
function pick(service: ServiceType, part: string): MessageType {
  if (part === 'Request') return service.request;
  return part === 'Response' ? service.response : service.event;
}
