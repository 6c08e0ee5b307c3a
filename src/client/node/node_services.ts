import type { ServicesMap } from '../declarations/type_maps.js';
import type { ServiceConstructor, ServiceParts } from '../declarations/typed_classes.js';
import type { EntityOptions } from '../entity.js';
import type { TypeClass } from '../message/interface_loader.js';
import { serviceClassOf } from '../message/interfaces_in_use.js';
import type { ServiceClass } from '../message/service_class.js';
import { checkEntityOptions } from '../options/check_options.js';
import { givenTo } from '../options/given_to.js';
import { Client } from '../service/client.js';
import type { Response } from '../service/response.js';
import { Service, type ServiceCallback } from '../service/service.js';
import { validateEntityOptions } from './entity_options.js';
import type { Node } from './node.js';
import { aboutEntity, requireCallback, requireClass, requireName } from './require_callback.js';

export type RequestPart<S> = S extends { Request: infer R } ? R : never;

/** The services that a node offers, and its clients of services. */
export class NodeServices {
  readonly #node: Node;

  constructor(node: Node) {
    this.#node = node;
  }

  /**
   * Creates a client of a service.
   *
   * @throws {TypeValidationError} if an argument is of the wrong type.
   * @throws {Error} if the service's name is invalid.
   */
  createClient<T extends keyof ServicesMap>(
    typeClass: T,
    serviceName: string,
    options?: EntityOptions,
  ): Client<ServicesMap[T]>;
  createClient<C extends TypeClass<ServiceClass>>(
    typeClass: C,
    serviceName: string,
    options?: EntityOptions,
  ): Client<ServiceParts<C>>;
  createClient(
    typeClass: TypeClass<ServiceClass>,
    serviceName: string,
    options?: EntityOptions,
  ): Client {
    const type = requireClass(typeClass, serviceClassOf, aboutEntity(this.#node, 'client'));
    const own = validateEntityOptions(options, this.#node.name());
    requireName('serviceName', serviceName, aboutEntity(this.#node, 'client'));
    if (options) checkEntityOptions(own, givenTo(this.#node, 'the client', serviceName));
    const client = new Client(this.#node, type, serviceName, own);
    this.#node._clients.push(client);
    return client;
  }

  /**
   * Creates a service. Options may be left out.
   *
   * @param callback - gets the request and a `Response`.
   * @throws {TypeValidationError} if an argument is of the wrong type.
   * @throws {Error} if the service's name is invalid.
   */
  createService<T extends keyof ServicesMap>(
    typeClass: T,
    serviceName: string,
    callback: (request: RequestPart<ServicesMap[T]>, response: Response) => unknown,
  ): Service;
  createService<T extends keyof ServicesMap>(
    typeClass: T,
    serviceName: string,
    options: EntityOptions | undefined,
    callback: (request: RequestPart<ServicesMap[T]>, response: Response) => unknown,
  ): Service;
  createService<S>(
    typeClass: ServiceConstructor<S>,
    serviceName: string,
    callback: (request: RequestPart<S>, response: Response) => unknown,
  ): Service;
  createService<S>(
    typeClass: ServiceConstructor<S>,
    serviceName: string,
    options: EntityOptions | undefined,
    callback: (request: RequestPart<S>, response: Response) => unknown,
  ): Service;
  createService(
    typeClass: TypeClass<ServiceClass>,
    serviceName: string,
    options: EntityOptions | undefined | ServiceCallback,
    callback?: ServiceCallback,
  ): Service;
  createService(
    typeClass: TypeClass<ServiceClass>,
    serviceName: string,
    options: EntityOptions | undefined | ServiceCallback,
    callback?: ServiceCallback,
  ): Service {
    const type = requireClass(typeClass, serviceClassOf, aboutEntity(this.#node, 'service'));
    const [given, answer] =
      typeof options === 'function' ? [undefined, options] : [options, callback];
    const own = validateEntityOptions(given, this.#node.name());
    requireName('serviceName', serviceName, aboutEntity(this.#node, 'service'));
    const about = aboutEntity(this.#node, 'service', serviceName);
    requireCallback(answer, about);
    if (given) checkEntityOptions(own, givenTo(this.#node, 'the service', serviceName));
    const service = new Service(this.#node, type, serviceName, own, answer);
    this.#node._services.push(service);
    return service;
  }
}
