import crypto from 'node:crypto';
import type { LeakReporter } from './leaks.js';
import type { Patches } from './patches.js';

/** Any key of a type whose objects can be exported with a passphrase. */
const ED25519_KEY = Buffer.concat([
  Buffer.from('302e020100300506032b657004220420', 'hex'),
  Buffer.alloc(32, 1),
]);
/** Signatures and ciphers that use randomness, by their names in the Web Cryptography API. */
const SUBTLE = new Set(['ECDSA', 'RSA-PSS', 'RSA-OAEP']);

/** The prototypes of secret and private keys, which have no name; kept because making a key takes long. */
let keyPrototypes: readonly object[] | undefined;

/** Functions that draw from the operating system's entropy only with certain arguments. */
export function patchEntropy(patches: Patches, leaks: LeakReporter): void {
  const report = (target: object, name: string, what: string, is: Test = () => true) =>
    patches.before(target, name, (...values) => {
      if (is(values)) leaks.report('entropy', what);
    });
  const drawsPrime: Test = ([size]) => typeof size === 'number';
  report(crypto, 'createDiffieHellman', 'crypto.createDiffieHellman', drawsPrime);
  report(crypto, 'sign', 'crypto.sign', ([, , key]) => signsWithChance(key));
  report(crypto.Sign.prototype, 'sign', 'crypto.Sign.sign', ([key]) => signsWithChance(key));

  keyPrototypes ??= [
    crypto.createSecretKey(Buffer.alloc(8)),
    crypto.createPrivateKey({ key: ED25519_KEY, format: 'der', type: 'pkcs8' }),
  ].map((key) => Object.getPrototypeOf(key) as object);
  for (const keys of keyPrototypes) {
    report(keys, 'export', 'crypto.KeyObject.export', ([options]) => Object(options).passphrase);
  }

  const subtle = Object.getPrototypeOf(crypto.webcrypto.subtle) as object;
  for (const name of ['sign', 'encrypt']) {
    report(subtle, name, `crypto.subtle.${name}`, ([algorithm]) => SUBTLE.has(nameOf(algorithm)));
  }
  report(subtle, 'wrapKey', 'crypto.subtle.wrapKey', ([, , , by]) => SUBTLE.has(nameOf(by)));
}

type Test = (values: readonly unknown[]) => boolean;

function nameOf(algorithm: unknown): string {
  const name = typeof algorithm === 'string' ? algorithm : Reflect.get(Object(algorithm), 'name');
  return String(name).toUpperCase();
}

/**
 * Whether signing with this key is random: elliptic curves (except Ed25519 and Ed448), DSA and PSS
 * padding draw a new random number each time.
 */
function signsWithChance(given: unknown): boolean {
  const options = Object(given) as { key?: unknown; padding?: number };
  if (options.padding === crypto.constants.RSA_PKCS1_PSS_PADDING) return true;
  try {
    const key = [given, options.key].find((each) => each instanceof crypto.KeyObject);
    const { asymmetricKeyType: type = '' } = (key ??
      crypto.createPrivateKey(given as string)) as crypto.KeyObject;
    return ['ec', 'dsa', 'rsa-pss'].includes(type);
  } catch {
    return false; // no key: Node reports that itself
  }
}
