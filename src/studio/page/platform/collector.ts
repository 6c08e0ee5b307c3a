/** What `node:v8` and `node:vm` are used for in what is bundled: a page cannot ask for collections of memory. */
export const setFlagsFromString = (): void => undefined;

/** Takes the place of the collector. */
export const runInNewContext = () => (): void => undefined;
