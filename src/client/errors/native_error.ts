import { RclNodeError, type RclNodeErrorOptions } from './rcl_node_error.js';

/**
 * In the native package: an error of the C++ layer. Here: an operation that the simulation
 * refuses where the native package would pass on a refusal of the middleware. Code `NATIVE_ERROR`.
 */
export class NativeError extends RclNodeError {
  nativeMessage: string;
  operation: string;

  constructor(nativeMessage: string, operation: string, options: RclNodeErrorOptions = {}) {
    super(`Native operation failed: ${operation} - ${nativeMessage}`, {
      code: 'NATIVE_ERROR',
      details: { nativeMessage, operation },
      ...options,
    });
    this.nativeMessage = nativeMessage;
    this.operation = operation;
  }
}
