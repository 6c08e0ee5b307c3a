import { decodeShown, type MessageObject, unsignedChars } from '../../interfaces/index.js';
import type { SerializedMessage, Subscription } from '../subscription.js';
import { evaluateFilter, type FilterNode } from './filter_node.js';
import { parseFilterExpression } from './parse_filter_expression.js';

/** A content filter as callers write it. */
export interface ContentFilterOptions {
  /** A condition in the SQL subset of the DDS specification (annex B), e.g. `data >= %0`. */
  readonly expression: string;
  /** Values of `%0`, `%1`, …; strings as in SQL, `'text'` or `42`. */
  readonly parameters?: readonly (string | number | bigint | boolean)[];
}

/** Decides which messages a subscription wants. */
export class ContentFilter {
  readonly expression: string;
  readonly parameters: readonly string[];
  readonly #root: FilterNode;

  /** @throws {Error} if the expression cannot be read or a parameter is missing. */
  constructor(options: ContentFilterOptions) {
    this.expression = options.expression;
    this.parameters = (options.parameters ?? []).map(String);
    this.#root = parseFilterExpression(this.expression, this.parameters);
  }

  /** Whether the message fulfils the condition. */
  accepts(message: object): boolean {
    return evaluateFilter(this.#root, message);
  }

  /** The function that a subscription uses; it also reads the fields of serialized messages. */
  acceptance({ raw, type }: Subscription): (message: object) => boolean {
    if (!raw) return (message) => this.accepts(unsignedChars(type, message as MessageObject));
    return (message) => this.accepts(decodeShown(type, (message as SerializedMessage).serialized));
  }
}
