/** Modules of Node that the page does not have; what is bundled names them and never calls them. */
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
