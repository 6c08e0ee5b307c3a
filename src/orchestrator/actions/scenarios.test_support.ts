import type { CallbackModel, NodeModel } from './node_model.js';

export const MS = 1_000_000;

/** A callback on a topic, or with a number on a timer of this period in ns. */
export function callback(
  from: string | number,
  outputs: readonly string[],
  more: Partial<CallbackModel> = {},
): CallbackModel {
  return {
    trigger:
      typeof from === 'string' ? { kind: 'topic', topic: from } : { kind: 'timer', period: from },
    outputs,
    serviceCalls: [],
    sendsStatus: outputs.length === 0,
    changesDataProviderState: false,
    mayCauseReconfiguration: false,
    ...more,
  };
}

export function node(
  name: string,
  callbacks: readonly CallbackModel[],
  services: readonly string[] = [],
): NodeModel {
  return { name, priority: 0, services, callbacks };
}

/** The four scenarios of ros2_def: a dropped message, parallel inputs, a shared topic, a service. */
export const SCENARIOS = {
  drop: [node('detector', [callback('/t', ['/output'])])],
  parallel: [
    node('P1', [callback('/M', ['/D1'])]),
    node('P2', [callback('/M', ['/D2'])]),
    node('T', [callback('/D1', []), callback('/D2', [])]),
  ],
  shared: [
    node('P1', [callback('/M', ['/D'])]),
    node('P2', [callback('/M', ['/D'])]),
    node('T', [callback('/D', [])]),
  ],
  service: [
    node('N1', [callback('/T', [], { serviceCalls: ['/S'] })]),
    node('N2', [callback('/T', [], { serviceCalls: ['/S'] })]),
    node('SP', [callback('/T', [])], ['/S']),
  ],
};
