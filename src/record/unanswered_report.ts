import { type Graph, Service } from '../graph/index.js';
import { NANOSECONDS_PER_SECOND } from '../kernel/index.js';

/** Requests of one client that a service took long ago and had not answered when the run ended. */
export interface UnansweredReport {
  readonly service: string;
  readonly server: string;
  readonly client: string;
  /** Number of requests, at most 100. */
  readonly count: number;
  /** How long ago the first was taken, in virtual seconds. */
  readonly seconds: number;
  /** Whether the callback that holds the first request still awaits something; otherwise it has ended without an answer. */
  readonly awaits: boolean;
  /** The callback that sent the request, if it is still open, too. */
  readonly caller?: string;
}

/** The virtual time in ns after which a request counts as unanswered. */
const PATIENCE = NANOSECONDS_PER_SECOND;

/** The services of actions answer only when a goal is over. */
const MAY_TAKE_LONG = /\/_action\//;

/** The unanswered requests of the services that exist now. */
export function reportUnanswered(graph: Graph): UnansweredReport[] {
  const { now } = graph.kernel;
  const reports = new Map<string, UnansweredReport>();
  for (const node of graph.nodes) {
    for (const entity of node.entities) {
      if (!(entity instanceof Service) || MAY_TAKE_LONG.test(entity.name)) continue;
      for (const { request, since, callback } of entity.openRequests.values()) {
        if (now - since < PATIENCE) continue;
        const awaits = graph.awaiting.has(callback);
        const client = request.client.node.fullName;
        const key = `${entity.name} ${node.number} ${client} ${awaits}`;
        const known = reports.get(key);
        const caller = graph.awaiting.get(request.cause)?.entity.label();
        reports.set(key, {
          ...{ service: entity.name, server: node.fullName, client, awaits },
          ...(caller !== undefined && { caller }),
          ...{ seconds: (now - since) / NANOSECONDS_PER_SECOND },
          ...known,
          ...{ count: (known?.count ?? 0) + 1 },
        });
      }
    }
  }
  return [...reports.values()];
}

/** In words. */
export function describeUnanswered(report: UnansweredReport): string {
  const { service, server, client, count, seconds, awaits, caller } = report;
  const more = count > 1 ? ` (nor ${count - 1} later requests)` : '';
  const what = `${service}: ${server} has not answered ${client} for ${seconds.toFixed(3)} s${more}`;
  if (!awaits) return `${what}, and its callback has ended; send the response.`;
  if (caller === undefined) return `${what}: its callback still awaits something.`;
  return `${what}: its callback still awaits something, and the callback of ${caller}, which called, awaits the response. If the one is to bring what the other awaits, neither goes on.`;
}
