import type { Distribution } from '../distribution.js';
import type { BurstLoss } from '../faults/fault.js';
import type {
  AgentLinkRule,
  AgentModel,
  ExternalNetworkModel,
  FlowModel,
  LinkQuality,
  NetworkModel,
  NetworkSimulatorModel,
  Ns3NetworkModel,
  SimpleNetworkModel,
  TrafficModel,
  TunModel,
  WifiNetworkModel,
  WindowsModel,
} from '../network_model.js';
import { BIT_RATES } from './bit_rates.js';
import { channelReader, positionReader } from './channel_reader.js';
import type { ConfigReader, Read } from './config_reader.js';

const ADDRESS = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;

/** Reads the agents of a system and the network between them. */
export function networkReader(
  reader: ConfigReader,
  distribution: Read<Distribution>,
): Read<NetworkModel> {
  const { text } = reader;
  const address: Read<string> = (node) => {
    const value = text(node);
    if (value === undefined || ADDRESS.test(value)) return value;
    return reader.refuse(node, `An IPv4 address is needed, e.g. 10.0.0.1, not "${value}".`);
  };
  return reader.object<NetworkModel>(
    {
      agents: reader.named(
        reader.object<AgentModel>({
          nodes: reader.list(text),
          files: reader.list(text),
          position: positionReader(reader),
          address,
          tun: reader.object<TunModel>({ processes: reader.list(text) }),
        }),
      ),
      simulator: reader.exactlyOne(
        reader.object<NetworkSimulatorModel>({
          simple: simpleReader(reader, distribution),
          wifi: reader.object<WifiNetworkModel>(wifiFields(reader)),
          ns3: reader.object<Ns3NetworkModel>({ ...wifiFields(reader), ...windowFields(reader) }),
          external: reader.object<ExternalNetworkModel>(
            { address: text, ...windowFields(reader) },
            ['address'],
          ),
        }),
      ),
      traffic: reader.object<TrafficModel>({
        mtu: reader.number(576, 65_535, true),
        datagram: reader.number(512, 65_000, true),
        heartbeat_period: reader.positiveDuration,
        heartbeat_response_delay: reader.duration,
        nack_response_delay: reader.duration,
      }),
      channel: channelReader(reader),
      link_states: reader.object<NonNullable<NetworkModel['link_states']>>(
        { period: reader.positiveDuration },
        ['period'],
      ),
      flows: reader.list(flowReader(reader)),
    },
    ['agents'],
  );
}

function simpleReader(
  reader: ConfigReader,
  distribution: Read<Distribution>,
): Read<SimpleNetworkModel> {
  const probability = reader.number(0, 1);
  const quality: { readonly [K in keyof LinkQuality]-?: Read<NonNullable<LinkQuality[K]>> } = {
    delay: distribution,
    loss: probability,
    burst: reader.object<BurstLoss>(
      { enter: probability, leave: probability, bad: probability, good: probability },
      ['enter', 'leave'],
    ),
    bit_errors: probability,
    bandwidth: reader.quantity(BIT_RATES, '10Mbit/s'),
    queue: reader.number(0, 1e9, true),
  };
  return reader.object<SimpleNetworkModel>({
    ...quality,
    links: reader.list(
      reader.object<AgentLinkRule>({ from: reader.text, to: reader.text, ...quality }),
    ),
  });
}

/** How the fields of a section are read. */
type Fields<T> = { readonly [K in keyof T]-?: Read<NonNullable<T[K]>> };

function wifiFields(reader: ConfigReader): Fields<WifiNetworkModel> {
  return {
    standard: reader.choice('11a', '11b', '11g', '11n', '11ax'),
    rate: reader.number(0, 11, true),
    queue: reader.number(1, 1e6, true),
    attempts: reader.number(1, 1000, true),
    errors: reader.choice('table', 'nist'),
  };
}

function windowFields(reader: ConfigReader): Fields<WindowsModel> {
  return {
    window: reader.positiveDuration,
    timeout: reader.positiveDuration,
    connect_timeout: reader.positiveDuration,
    packet_holding: reader.positiveDuration,
  };
}

function flowReader(reader: ConfigReader): Read<FlowModel> {
  const flow = reader.object<FlowModel>(
    {
      from: reader.text,
      to: reader.text,
      start: reader.duration,
      stop: reader.duration,
      tcp: reader.object<NonNullable<FlowModel['tcp']>>({
        congestion: reader.choice('cubic', 'reno'),
        min_timeout: reader.positiveDuration,
      }),
      udp: reader.object<NonNullable<FlowModel['udp']>>(
        {
          rate: reader.quantity(BIT_RATES, '10Mbit/s'),
          bytes: reader.number(1, 1472, true),
        },
        ['rate'],
      ),
    },
    ['from', 'to'],
  );
  return (node) => {
    const value = flow(node);
    if (value === undefined || (value.tcp === undefined) !== (value.udp === undefined))
      return value;
    return reader.refuse(node, 'A flow is either tcp or udp.');
  };
}
