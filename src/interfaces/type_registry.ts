/** The registry of types: finds definitions by name and makes each type once. */
import { delimiter, join } from 'node:path';
import { type KnownNames, OrreryError, requireKnownOptions } from '../errors/index.js';
import {
  actionOf,
  baseOf,
  buildAction,
  buildMessage,
  buildService,
  type Lookup,
  type MakePart,
  parseSections,
  partOfAction,
  partOfService,
} from './build_message.js';
import { BuiltinSource, type Distro } from './builtin/index.js';
import {
  type DefinitionSource,
  type DefinitionText,
  DirectorySource,
  MemorySource,
} from './definition_source.js';
import { FurtherSource } from './further_source.js';
import { DEFAULT_MESSAGE_LIMIT, MessageBudget } from './message_budget.js';
import type { MessageType } from './message_type.js';
import {
  type InterfaceKind,
  type InterfaceName,
  parseInterfaceName,
  unknownType,
} from './names.js';
import { readSchema } from './read_schema.js';
import type { ActionType, ServiceType } from './service_type.js';

/** Options of {@link TypeRegistry}. */
export interface TypeRegistryOptions {
  /** Which built-in definitions to use. Default `jazzy`. */
  readonly distro?: Distro;
  /** Directories of packages (`<dir>/<pkg>/msg/*.msg`), searched before the built-in set. */
  readonly directories?: readonly string[];
  /**
   * Installation prefixes (`<prefix>/share/<pkg>/msg/*.msg`), searched after the built-in set so that the ROS of a
   * machine cannot change standard types. Default: the variable `AMENT_PREFIX_PATH`; pass `''` for none.
   */
  readonly amentPrefixPath?: string;
  /** The most bytes that a message may take; strings count one for each UTF-16 unit. Default 256 MiB. */
  readonly messageLimit?: number;
}

const OPTIONS: KnownNames<TypeRegistryOptions> = {
  distro: true,
  directories: true,
  amentPrefixPath: true,
  messageLimit: true,
};

/** Registries of the built-in set, by distribution and limit, shared by all runs of a thread. */
const standard = new Map<string, TypeRegistry>();

/**
 * Finds interface types by name. Definitions are searched in this order: `add`, `directories`, the built-in set of the
 * distribution, `amentPrefixPath`, and the further packages (`vision_msgs`, …) that none of these has. Nothing is read
 * until a type is requested.
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
  /** Every spelling that was requested, for speed. */
  readonly #spellings = new Map<string, MessageType>();
  readonly #building: string[] = [];
  readonly #budget: MessageBudget;
  /** Whether it builds all types itself: their parts may be redefined, or other registries take them from here. */
  #isApart: boolean;
  readonly #builtin: BuiltinSource;

  constructor(options: TypeRegistryOptions = {}) {
    requireKnownOptions(options, OPTIONS, 'a TypeRegistry');
    this.distro = options.distro ?? 'jazzy';
    this.#budget = new MessageBudget(options.messageLimit ?? DEFAULT_MESSAGE_LIMIT);
    const path = options.amentPrefixPath ?? process.env.AMENT_PREFIX_PATH ?? '';
    const prefixes = path.split(delimiter).filter((prefix) => prefix !== '');
    this.#builtin = new BuiltinSource(this.distro);
    const found = [
      ...(options.directories ?? []).map((directory) => new DirectorySource(directory)),
      this.#builtin,
      ...prefixes.map((prefix) => new DirectorySource(join(prefix, 'share'))),
    ];
    this.#sources = [this.#added, ...found, new FurtherSource(this.distro, found)];
    this.#isApart = (options.directories ?? []).length > 0;
  }

  /** The registry that shares the built-in types, if this type is in its built-in set; else undefined. */
  #standardWith(name: InterfaceName): TypeRegistry | undefined {
    if (this.#isApart) return undefined;
    const key = `${this.distro} ${this.#budget.limit}`;
    let types = standard.get(key);
    if (types === undefined) {
      const { distro } = this;
      types = new TypeRegistry({ distro, amentPrefixPath: '', messageLimit: this.#budget.limit });
      types.#isApart = true;
      standard.set(key, types);
    }
    return this.#builtin.find(name) === undefined ? undefined : types;
  }

  /** Marks types taken from the shared registry, and the types they consist of, as in use here. */
  #adopt(...types: readonly MessageType[]): void {
    for (const type of types) {
      if (this.#messages.has(type.name)) continue;
      this.#messages.set(type.name, type);
      for (const { nested } of type.members) if (nested !== undefined) this.#adopt(nested);
    }
  }

  /**
   * A message type: `std_msgs/msg/String`, `std_msgs/String`, `std_msgs.msg.String`, `std_msgs::msg::String`; also a
   * part of a service or action, `std_srvs/srv/SetBool_Request` or `test_msgs/action/Fibonacci_FeedbackMessage`.
   *
   * @throws `ORR_UNKNOWN_TYPE`, `ORR_TYPE_NAME`, `ORR_DEFINITION_SYNTAX`, `ORR_TYPE_CYCLE`,
   * `ORR_DEFINITION_LIMIT`
   */
  message(name: string): MessageType {
    let type = this.#spellings.get(name);
    if (type === undefined) {
      type = this.#message(parseInterfaceName(name, 'msg'));
      this.#spellings.set(name, type);
    }
    return type;
  }

  /**
   * A service type: `std_srvs/srv/SetBool`, or `…_SendGoal` and `…_GetResult` of an action. Throws like `message`.
   */
  service(name: string): ServiceType {
    const parsed = parseInterfaceName(name, 'srv');
    let type = this.#services.get(parsed.full);
    if (type === undefined) {
      type = this.#makeService(parsed);
      this.#services.set(parsed.full, type);
    }
    return type;
  }

  /** An action type: `test_msgs/action/Fibonacci`. Throws like `message`. */
  action(name: string): ActionType {
    const parsed = parseInterfaceName(name, 'action');
    let type = this.#actions.get(parsed.full);
    if (type === undefined) {
      type = this.#makeAction(parsed);
      this.#actions.set(parsed.full, type);
    }
    return type;
  }

  /** Whether a definition with this name, or one that contains it as a part, exists; it may be malformed. */
  has(name: string, kind: InterfaceKind = 'msg'): boolean {
    const parsed = parseInterfaceName(name, kind);
    if (this.#messages.has(parsed.full) || this.find(parsed) !== undefined) return true;
    const base = baseOf(parsed) ?? actionOf(parsed)?.name;
    return base !== undefined && this.find(parseInterfaceName(base)) !== undefined;
  }

  /**
   * Adds a definition given as text. It takes precedence over every other definition of that name.
   *
   * @param name e.g. `my_msgs/msg/Thing`, `my_msgs/srv/Ask`, `my_msgs/action/Go`
   * @throws `ORR_TYPE_CONFLICT` if the type is in use with another text
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
    this.#isApart = true;
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
   * unchanged: a recording is read with the definitions with which it was written.
   */
  fromSchema(name: string, schema: string): MessageType {
    const root = parseInterfaceName(name, 'msg');
    const sections = readSchema(root, schema);
    const built = new Map<string, MessageType>();
    const lookup: Lookup = (full, neededBy) => {
      const existing = built.get(full);
      if (existing !== undefined) return existing;
      const section = sections.get(full);
      if (section === undefined) return this.#lookup(full, neededBy);
      const type = buildMessage(full, section(), lookup, this.#building, this.#budget);
      built.set(full, type);
      return type;
    };
    const type = lookup(root.full, root.full);
    for (const [full, learned] of built) {
      if (!this.has(full)) this.#messages.set(full, learned);
    }
    const known = this.#message(root);
    return known.hash === type.hash ? known : type;
  }

  readonly #lookup: Lookup = (full, neededBy) => this.#message(parseInterfaceName(full), neededBy);

  readonly #makePart: MakePart = (full, parsed) => {
    const type = buildMessage(full, parsed, this.#lookup, this.#building, this.#budget);
    this.#messages.set(full, type);
    return type;
  };

  #message(name: InterfaceName, neededBy?: string): MessageType {
    const existing = this.#messages.get(name.full);
    if (existing !== undefined) return existing;
    const type = this.#part(name) ?? this.#plain(name, neededBy);
    this.#messages.set(name.full, type);
    return type;
  }

  #plain(name: InterfaceName, neededBy?: string): MessageType {
    const shared = name.kind === 'msg' ? this.#standardWith(name)?.message(name.full) : undefined;
    if (shared !== undefined) {
      this.#adopt(shared);
      return shared;
    }
    const found = name.kind === 'msg' ? this.find(name) : undefined;
    if (found === undefined) this.#unknown(name, neededBy);
    const [parsed] = parseSections(name, found, 1);
    return buildMessage(name.full, parsed!, this.#lookup, this.#building, this.#budget);
  }

  /** A part of a service or action, by its derived name. */
  #part(name: InterfaceName): MessageType | undefined {
    const base = baseOf(name);
    if (base === undefined) return undefined;
    return name.kind === 'srv'
      ? partOfService(this.service(base), name.name)
      : partOfAction(this.action(base), name.name);
  }

  #makeService(name: InterfaceName): ServiceType {
    const ofAction = actionOf(name);
    if (ofAction !== undefined) return this.action(ofAction.name)[ofAction.service];
    const shared = name.kind === 'srv' ? this.#standardWith(name)?.service(name.full) : undefined;
    if (shared !== undefined) {
      this.#adopt(shared.request, shared.response);
      return shared;
    }
    const found = name.kind === 'srv' ? this.find(name) : undefined;
    if (found === undefined) this.#unknown({ ...name, kind: 'srv' });
    return buildService(name.full, parseSections(name, found, 2), found.text, this.#makePart);
  }

  #makeAction(name: InterfaceName): ActionType {
    const found = name.kind === 'action' ? this.find(name) : undefined;
    if (found === undefined) this.#unknown({ ...name, kind: 'action' });
    return buildAction(name.full, parseSections(name, found, 3), found.text, this.#makePart);
  }

  /** The text of an interface as it was written. */
  find(name: InterfaceName): DefinitionText | undefined {
    for (const source of this.#sources) {
      const found = source.find(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #unknown(name: InterfaceName, neededBy?: string): never {
    const known = this.packages().flatMap((pkg) => this.interfaces(pkg));
    throw unknownType(name, known, neededBy);
  }
}
