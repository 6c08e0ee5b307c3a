/** The DDS domain in which Orrery talks to one process. */

import { participantUserData, RosGraph, UdpDriver, type UdpOptions } from '../dds/index.js';
import { OrreryError } from '../errors/index.js';

/**
 * The process id shows whether a process lives. A process that is stopped, halted in a debugger or
 * without a processor for a while may be silent for longer than its lease, and does not hear Orrery
 * either.
 */
const PATIENT = { keepsSilent: true, lease: 3600e9 };

export interface OwnDomain {
  readonly domain: number;
  readonly driver: UdpDriver;
  readonly graph: RosGraph;
}

/**
 * Joins the first of these domains that is empty, as its free first place shows.
 * @throws `ORR_ORCHESTRATOR_DOMAIN` when there is none
 */
export async function openOwnDomain(
  domains: readonly number[],
  listener: NonNullable<UdpOptions['listener']>,
  gidBytes: 16 | 24,
  onNodes: () => void,
): Promise<OwnDomain> {
  for (const domain of domains) {
    try {
      const driver = await UdpDriver.open({
        ...{ domain, multicast: false, peers: ['127.0.0.1'], places: 1, name: 'orrery', listener },
        ...PATIENT,
      });
      const { participant } = driver;
      const graph = new RosGraph(participant, { gidBytes, onChange: onNodes }, driver.now());
      return { domain, driver, graph };
    } catch (error) {
      if (!(error instanceof OrreryError) || error.code !== 'ORR_DDS_PORTS') throw error;
    }
  }
  throw new OrreryError(
    'ORR_ORCHESTRATOR_DOMAIN',
    `Each process of a run needs a DDS domain of its own, and all ${domains.length} that runs may use are taken; end other runs, run fewer processes, or allow more domains in ORRERY_DOMAINS.`,
  );
}

/** Options with which Orrery takes part in the domain of a node that was started by hand. */
export function sharedDomain(domain: number) {
  const peers = ['127.0.0.1'];
  return { domain, multicast: true, peers, userData: participantUserData(), name: 'orrery' };
}

/** Joins the domain of a process that was started by hand; only its participant is discovered there. */
export async function joinDomainOf(
  { domain, prefix }: { readonly domain: number; readonly prefix: Uint8Array },
  listener: NonNullable<UdpOptions['listener']>,
  gidBytes: 16 | 24,
  onNodes: () => void,
): Promise<OwnDomain> {
  const driver = await UdpDriver.open({ ...sharedDomain(domain), only: prefix, listener });
  const graph = new RosGraph(driver.participant, { gidBytes, onChange: onNodes }, driver.now());
  return { domain, driver, graph };
}
