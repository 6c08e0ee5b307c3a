import type { MessageType, ServiceType, TypeRegistry } from '../../interfaces/index.js';
import { TypeValidationError, ValidationError } from '../errors/index.js';
import { type ActionClass, makeActionClass } from './action_class.js';
import { type MessageClass, makeMessageClass } from './message_class.js';
import { makeServiceClass, type ServiceClass } from './service_class.js';

/** Any generated class. */
export type InterfaceClass = MessageClass | ServiceClass | ActionClass;

/** The interfaces of one package; the members are not enumerable. */
export interface InterfacePackage {
  readonly msg: Record<string, MessageClass>;
  readonly srv: Record<string, ServiceClass>;
  readonly action: Record<string, ActionClass>;
}

/** How an interface can be named. */
export type InterfaceName = string | { package: string; type: string; name: string };

/** What identifies an interface wherever one is expected: its name or its class. */
export type TypeClass<C extends InterfaceClass = InterfaceClass> = InterfaceName | C;

const SERVICE_PARTS = ['Request', 'Response', 'Event'];
const ACTION_PARTS = ['Goal', 'Result', 'Feedback', 'FeedbackMessage'];
const ACTION_SERVICES = ['SendGoal', 'GetResult'];

/** Finds interfaces by name and returns their classes, always the same class for a name. */
export class InterfaceLoader {
  readonly registry: TypeRegistry;
  readonly #messages = new Map<MessageType, MessageClass>();
  readonly #services = new Map<ServiceType, ServiceClass>();
  readonly #actions = new Map<string, ActionClass>();
  readonly #packages = new Map<string, InterfacePackage>();

  constructor(registry: TypeRegistry) {
    this.registry = registry;
  }

  /**
   * The class for `package/kind/Name`, for `{package, type, name}` or for a class (itself); for the
   * name of a package, all its interfaces.
   *
   * @throws {ValidationError} code `MESSAGE_NOT_FOUND` if there is no such interface.
   * @throws {TypeValidationError} if the argument names nothing.
   */
  load(name: unknown): InterfaceClass | InterfacePackage {
    if (typeof name === 'function' && 'type' in name) return name as InterfaceClass;
    if (typeof name === 'string') {
      if (!name.includes('/')) return this.#package(name);
      const [pkg, kind, type] = name.split('/');
      return this.#find(pkg, kind, type);
    }
    if (typeof name === 'object') return this.#byObject(name as Record<string, string> | null);
    throw notFound(String(name), { type: name });
  }

  /** The class of a message type. */
  messageClass(type: MessageType): MessageClass {
    let Class = this.#messages.get(type);
    if (Class === undefined) {
      Class = makeMessageClass(type, (nested) => this.messageClass(nested));
      this.#messages.set(type, Class);
    }
    return Class;
  }

  /** The class of a service type. */
  serviceClass(type: ServiceType): ServiceClass {
    let Class = this.#services.get(type);
    if (Class === undefined) {
      Class = makeServiceClass(type, (message) => this.messageClass(message));
      this.#services.set(type, Class);
    }
    return Class;
  }

  #actionClass(full: string): ActionClass {
    let Class = this.#actions.get(full);
    if (Class === undefined) {
      Class = makeActionClass(this.registry.action(full), {
        message: (type) => this.messageClass(type),
        service: (type) => this.serviceClass(type),
        cancelGoal: () => this.serviceClass(this.registry.service('action_msgs/srv/CancelGoal')),
        goalStatusArray: () =>
          this.messageClass(this.registry.message('action_msgs/msg/GoalStatusArray')),
      });
      this.#actions.set(full, Class);
    }
    return Class;
  }

  #byObject(name: Record<string, string> | null): InterfaceClass {
    if (!name?.package || !name.type || !name.name) {
      throw new TypeValidationError(
        'interfaceObject',
        name,
        'object with package, type, and name properties',
        { entityType: 'interface loader' },
      );
    }
    return this.#find(name.package, name.type, name.name);
  }

  #find(pkg: string | undefined, kind: string | undefined, type: string | undefined) {
    const what = `${pkg}, ${kind}, ${type}`;
    const details = { packageName: pkg, type: kind, messageName: type };
    if (!pkg || !kind || !type) throw notFound(what, details);
    try {
      return this.#load(`${pkg}/${kind}/${type}`, kind, type);
    } catch (cause) {
      throw notFound(what, details, cause);
    }
  }

  #load(full: string, kind: string, type: string): InterfaceClass {
    const isActionService = ACTION_SERVICES.some((service) => type.endsWith(`_${service}`));
    if (kind === 'action' && isActionService) return this.serviceClass(this.registry.service(full));
    const part = type.slice(type.lastIndexOf('_') + 1);
    const isPart = SERVICE_PARTS.includes(part) || ACTION_PARTS.includes(part);
    if (kind === 'msg' || (isPart && type.includes('_'))) {
      return this.messageClass(this.registry.message(full));
    }
    if (kind === 'action') return this.#actionClass(full);
    return this.serviceClass(this.registry.service(full));
  }

  #package(name: string): InterfacePackage {
    let result = this.#packages.get(name);
    if (result !== undefined) return result;
    const interfaces = this.registry.interfaces(name);
    if (interfaces.length === 0) throw notFound(name, { packageName: name });
    result = { msg: {}, srv: {}, action: {} };
    for (const full of interfaces) {
      const [, kind, type] = full.split('/') as [string, 'msg' | 'srv' | 'action', string];
      for (const member of [type, ...derivedNames(kind, type)]) {
        Object.defineProperty(result[kind], member, {
          get: () => this.#find(name, kind, member),
        });
      }
    }
    this.#packages.set(name, result);
    return result;
  }
}

/** The interfaces that a service or an action consists of. */
function derivedNames(kind: 'msg' | 'srv' | 'action', type: string): string[] {
  if (kind === 'msg') return [];
  if (kind === 'srv') return SERVICE_PARTS.map((part) => `${type}_${part}`);
  const services = ACTION_SERVICES.map((service) => `${type}_${service}`);
  return [
    ...ACTION_PARTS.map((part) => `${type}_${part}`),
    ...services,
    ...services.flatMap((service) => SERVICE_PARTS.map((part) => `${service}_${part}`)),
  ];
}

function notFound(what: string, details: object, cause?: unknown): ValidationError {
  const hint = cause instanceof Error ? ` (${cause.message})` : '';
  return new ValidationError(`The message required does not exist: ${what}${hint}`, {
    code: 'MESSAGE_NOT_FOUND',
    entityType: 'interface loader',
    details,
    cause,
  });
}
