import type { Client } from './client.js';
import type { Incompatibility } from './endpoint_events.js';
import type { Entity } from './entity.js';
import type { GraphNode } from './graph_node.js';
import type { Service } from './service.js';

/** Is notified of what enters and leaves the graph. */
export interface GraphListener {
  /** A node was created; it owns nothing yet. */
  nodeCreated?(node: GraphNode): void;
  /** A node is about to leave, with everything it owns. */
  nodeEnding?(node: GraphNode): void;
  /** A node has a new entity, which is about to meet others. */
  entityCreated?(entity: Entity): void;
  /** An entity is about to leave. */
  entityEnding?(entity: Entity): void;
  /** Two endpoints that can never exchange a message were accepted; returns whether their author is told. */
  incompatible?(pair: Incompatibility): void;
  /** A client and a server of one name and different types met, which never find each other. */
  mistyped?(client: Client, server: Service): void;
  /** Something was accepted that has no effect; returns whether its author is told. */
  warned?(text: string): boolean;
}

/**
 * The stages of listeners; the first is told first.
 *
 * - `note`: records what exists.
 * - `prepare`: gives a new node what it needs, and may query the listeners that recorded it.
 */
export const LISTENER_STAGES = ['note', 'prepare'] as const;

export type ListenerStage = (typeof LISTENER_STAGES)[number];

/** A listener that implements every method. */
export type FullListener = Required<GraphListener>;

/** Combines all listeners into one; undefined if there are none. */
export function combineListeners(listeners: readonly GraphListener[]): FullListener | undefined {
  if (listeners.length === 0) return undefined;
  return {
    nodeCreated(node) {
      for (const each of listeners) each.nodeCreated?.(node);
    },
    nodeEnding(node) {
      for (const each of listeners) each.nodeEnding?.(node);
    },
    entityCreated(entity) {
      for (const each of listeners) each.entityCreated?.(entity);
    },
    entityEnding(entity) {
      for (const each of listeners) each.entityEnding?.(entity);
    },
    incompatible(pair) {
      for (const each of listeners) each.incompatible?.(pair);
    },
    mistyped(client, server) {
      for (const each of listeners) each.mistyped?.(client, server);
    },
    warned(text) {
      return listeners.map((each) => each.warned?.(text)).includes(true);
    },
  };
}
