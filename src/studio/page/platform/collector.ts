/** What `node:v8` and `node:vm` are used for in what is bundled: a page cannot ask for collections of memory. */
export const setFlagsFromString = (): void => undefined;

/** Nor does it know how much memory its arrays hold. */
export const getHeapStatistics = (): { readonly external_memory: number } => ({
  external_memory: 0,
});

/** Takes the place of the collector. */
export const runInNewContext = () => (): void => undefined;
