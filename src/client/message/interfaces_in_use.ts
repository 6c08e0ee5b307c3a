import { TypeRegistry } from '../../interfaces/index.js';
import { DistroUtils } from '../distro_utils.js';
import type { ActionClass } from './action_class.js';
import { type InterfaceClass, InterfaceLoader, type TypeClass } from './interface_loader.js';
import type { MessageClass } from './message_class.js';
import type { ServiceClass } from './service_class.js';

let current: InterfaceLoader | undefined;

/** The loader that `require` and every node of this program use. */
export function interfaceLoader(): InterfaceLoader {
  current ??= new InterfaceLoader(new TypeRegistry({ distro: builtinDistro() }));
  return current;
}

/** Has everything from now on take its interfaces from this registry. */
export function useTypeRegistry(registry: TypeRegistry): void {
  if (current?.registry !== registry) current = new InterfaceLoader(registry);
}

type Distro = NonNullable<ConstructorParameters<typeof TypeRegistry>[0]>['distro'];

function builtinDistro(): NonNullable<Distro> {
  const name = DistroUtils.getDistroName();
  switch (name) {
    case 'humble':
    case 'iron':
    case 'kilted':
    case 'lyrical':
    case 'rolling':
      return name;
    default:
      return 'jazzy';
  }
}

/** The class that a name or a class stands for; the caller knows which kind it wants. */
function classOf(typeClass: TypeClass): InterfaceClass {
  return interfaceLoader().load(typeClass) as InterfaceClass;
}

/** The message class that a name or a class stands for. */
export function messageClassOf(typeClass: TypeClass<MessageClass>): MessageClass {
  return classOf(typeClass) as MessageClass;
}

/** The service class that a name or a class stands for. */
export function serviceClassOf(typeClass: TypeClass<ServiceClass>): ServiceClass {
  return classOf(typeClass) as ServiceClass;
}

/** The action class that a name or a class stands for. */
export function actionClassOf(typeClass: TypeClass<ActionClass>): ActionClass {
  return classOf(typeClass) as ActionClass;
}
