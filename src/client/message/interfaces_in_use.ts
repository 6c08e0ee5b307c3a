import type { TypeRegistry } from '../../interfaces/index.js';
import { currentWorld } from '../world/world.js';
import type { ActionClass } from './action_class.js';
import { type InterfaceClass, InterfaceLoader, type TypeClass } from './interface_loader.js';
import type { MessageClass } from './message_class.js';
import type { ServiceClass } from './service_class.js';

const loaders = new WeakMap<TypeRegistry, InterfaceLoader>();

/** The loader that `require` and every node of the current world use. */
export function interfaceLoader(): InterfaceLoader {
  const { types } = currentWorld();
  let loader = loaders.get(types);
  if (loader === undefined) {
    loader = new InterfaceLoader(types);
    loaders.set(types, loader);
  }
  return loader;
}

/** The class for a name or class; the caller knows which kind it wants. */
function classOf(typeClass: TypeClass): InterfaceClass {
  return interfaceLoader().load(typeClass) as InterfaceClass;
}

/** The message class for a name or class. */
export function messageClassOf(typeClass: TypeClass<MessageClass>): MessageClass {
  return classOf(typeClass) as MessageClass;
}

/** The service class for a name or class. */
export function serviceClassOf(typeClass: TypeClass<ServiceClass>): ServiceClass {
  return classOf(typeClass) as ServiceClass;
}

/** The action class for a name or class. */
export function actionClassOf(typeClass: TypeClass<ActionClass>): ActionClass {
  return classOf(typeClass) as ActionClass;
}
