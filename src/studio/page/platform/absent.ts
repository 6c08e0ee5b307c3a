/** Node modules that do not exist in the page; bundled code imports them but never calls them. */
function absent(): never {
  throw new Error('This is not available in a page.');
}

export const endianness = () => 'LE';
export const tmpdir = () => '/tmp';
export const fileURLToPath = (url: string | URL) => new URL(url).pathname;
export const createRequire = () => Object.assign(absent, { resolve: () => '/absent/package.json' });
export const { TextDecoder } = globalThis;

export {
  absent as AsyncLocalStorage,
  absent as isMainThread,
  absent as pathToFileURL,
  absent as randomInt,
  absent as spawn,
  absent as spawnSync,
};
export default { absent };
