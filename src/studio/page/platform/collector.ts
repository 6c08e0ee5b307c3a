/**
 * Stands for the parts of `node:v8` and `node:vm` that bundled code uses to request garbage collections, which a page
 * cannot do.
 */
export const setFlagsFromString = (): void => undefined;

/** A page does not know how much memory its arrays take. */
export const getHeapStatistics = (): { readonly external_memory: number } => ({
  external_memory: 0,
});

/** Takes the place of the garbage collector. */
export const runInNewContext = () => (): void => undefined;
