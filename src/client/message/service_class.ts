import type { ServiceType } from '../../interfaces/index.js';
import { type InterfaceTypeInfo, type MessageClass, typeInfo } from './message_class.js';

/** A generated service class, e.g. what `rclnodejs.require('std_srvs/srv/SetBool')` returns. */
export interface ServiceClass {
  readonly name: string;
  type(): InterfaceTypeInfo;
  readonly Request: MessageClass;
  readonly Response: MessageClass;
  /** The message type of service introspection. */
  readonly Event: MessageClass;
  readonly serviceType: ServiceType;
}

/** Makes the class of a service type; `classOf` returns the classes of its messages. */
export function makeServiceClass(
  serviceType: ServiceType,
  classOf: (type: ServiceType['request']) => MessageClass,
): ServiceClass {
  const info = typeInfo(serviceType.name);

  class Service {
    static type(): InterfaceTypeInfo {
      return { ...info };
    }

    static get Request(): MessageClass {
      return classOf(serviceType.request);
    }

    static get Response(): MessageClass {
      return classOf(serviceType.response);
    }

    static get Event(): MessageClass {
      return classOf(serviceType.event);
    }

    static get serviceType(): ServiceType {
      return serviceType;
    }
  }

  Object.defineProperty(Service, 'name', { value: info.interfaceName });
  return Service;
}
