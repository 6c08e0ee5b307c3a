/** The description of a writer or reader in SEDP. */
import { Guid, isWriterEntity } from './guid.js';
import { MAX_LOCATORS, MAX_NAME_BYTES, MAX_USER_DATA_BYTES } from './limits.js';
import type { Locator } from './locator.js';
import {
  ParameterWriter,
  PID,
  parameterListOf,
  readGuid,
  readLocator,
  readParameters,
} from './parameter_list.js';
import type { Qos } from './qos.js';
import { readQosParameter, unannouncedQos, writeQosParameters } from './qos_parameters.js';
import { rejection } from './rejection.js';
import { PROTOCOL_VERSION } from './submessages.js';

/** A filter that a reader applies to what it receives. */
export interface ContentFilter {
  readonly name: string;
  readonly relatedTopic: string;
  readonly className: string;
  readonly expression: string;
  readonly parameters: readonly string[];
}

/** A writer or reader as it describes itself; its GUID tells which of the two it is. */
export interface EndpointData {
  readonly guid: Guid;
  readonly topic: string;
  readonly type: string;
  readonly qos: Qos;
  readonly userData: Uint8Array;
  /** Locators for its traffic; empty for those of the participant. */
  readonly unicast: readonly Locator[];
  readonly expectsInlineQos: boolean;
  readonly contentFilter?: ContentFilter;
}

function isWriterData(data: EndpointData): boolean {
  return isWriterEntity(data.guid.entity);
}

export function encodeEndpointData(data: EndpointData, vendor: number): Uint8Array {
  const list = new ParameterWriter(true);
  list.guid(PID.endpointGuid, data.guid);
  list.guid(PID.participantGuid, new Guid(data.guid.prefix, 0x1c1));
  list.string(PID.topicName, data.topic);
  list.string(PID.typeName, data.type);
  list.add(PID.protocolVersion, (out) => out.append(Uint8Array.from(PROTOCOL_VERSION)));
  list.add(PID.vendorId, (out) => {
    out.u8(vendor >> 8);
    out.u8(vendor & 0xff);
  });
  writeQosParameters(list, data.qos, isWriterData(data));
  if (data.userData.length > 0) list.octets(PID.userData, data.userData);
  for (const locator of data.unicast) list.locator(PID.unicastLocator, locator);
  if (data.expectsInlineQos) list.add(PID.expectsInlineQos, (out) => out.u8(1));
  const filter = data.contentFilter;
  if (filter !== undefined) {
    list.add(PID.contentFilter, (out) => {
      const start = out.position;
      const { name, relatedTopic, className, expression, parameters } = filter;
      for (const text of [name, relatedTopic, className, expression]) {
        out.align(4, start);
        out.string(text);
      }
      out.align(4, start);
      out.u32(parameters.length);
      for (const text of parameters) {
        out.align(4, start);
        out.string(text);
      }
    });
  }
  return list.finish();
}

/**
 * @param isWriter whether the payload came from the writer of publications
 * @throws Rejection when the payload is malformed or lacks GUID, topic or type
 */
export function decodeEndpointData(payload: Uint8Array, isWriter: boolean): EndpointData {
  let guid: Guid | undefined;
  let topic = '';
  let type = '';
  let userData: Uint8Array = new Uint8Array(0);
  let unicast: readonly Locator[] = [];
  let expectsInlineQos = false;
  let contentFilter: ContentFilter | undefined;
  const qos = unannouncedQos(isWriter);
  readParameters(parameterListOf(payload), (pid, value) => {
    if (readQosParameter(pid, value, qos)) return;
    switch (pid) {
      case PID.endpointGuid:
        guid = readGuid(value);
        break;
      case PID.topicName:
        topic = value.string(MAX_NAME_BYTES);
        break;
      case PID.typeName:
        type = value.string(MAX_NAME_BYTES);
        break;
      case PID.userData:
        userData = value.octets(MAX_USER_DATA_BYTES);
        break;
      case PID.unicastLocator: {
        const locator = readLocator(value);
        if (locator !== undefined && unicast.length < MAX_LOCATORS) unicast = [...unicast, locator];
        break;
      }
      case PID.expectsInlineQos:
        expectsInlineQos = value.u8() !== 0;
        break;
      case PID.contentFilter: {
        const text = () => value.string(MAX_USER_DATA_BYTES);
        const [name, relatedTopic, className, expression] = [text(), text(), text(), text()];
        value.align(4);
        const count = Math.min(value.u32(), 100);
        const parameters = Array.from({ length: count }, text);
        contentFilter = { name, relatedTopic, className, expression, parameters };
        break;
      }
    }
  });
  if (guid === undefined || topic === '' || type === '') throw rejection('parameter_list');
  const data = { guid, topic, type, qos, userData, unicast, expectsInlineQos };
  return contentFilter === undefined ? data : { ...data, contentFilter };
}

/** The GUID in a key of an endpoint or participant; disposals carry nothing else. */
export function decodeKey(payload: Uint8Array): Guid | undefined {
  let guid: Guid | undefined;
  readParameters(parameterListOf(payload), (pid, value) => {
    if (pid === PID.endpointGuid || pid === PID.participantGuid) guid ??= readGuid(value);
  });
  return guid;
}
