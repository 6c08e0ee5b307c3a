import crypto from 'node:crypto';
import fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import type { LeakReporter } from './leaks.js';
import type { Patches } from './patches.js';

const KEYS = 'generateKey generateKeyPair generatePrime'.split(' ');
const ALWAYS = [...KEYS, ...KEYS.map((name) => `${name}Sync`), 'publicEncrypt'];
const EXCHANGES = ['ECDH', 'DiffieHellman', 'DiffieHellmanGroup'];
/** Signatures and ciphers that mix in chance, as the Web Cryptography API names them. */
const SUBTLE = new Set(['ECDSA', 'RSA-PSS', 'RSA-OAEP']);

/** What draws from the operating system's entropy, which cannot be seeded: reported. */
export function patchEntropy(patches: Patches, leaks: LeakReporter): void {
  const report = (target: object, name: string, what: string, is: Test = () => true) =>
    patches.before(target, name, (...values) => {
      if (is(values)) leaks.report('entropy', what);
    });
  for (const name of ALWAYS) report(crypto, name, `crypto.${name}`);
  for (const name of EXCHANGES) {
    const { prototype } = Reflect.get(crypto, name) as { prototype: object };
    report(prototype, 'generateKeys', `crypto.${name}.generateKeys`);
  }
  const drawsPrime: Test = ([size]) => typeof size === 'number';
  report(crypto, 'createDiffieHellman', 'crypto.createDiffieHellman', drawsPrime);
  report(crypto, 'sign', 'crypto.sign', ([, , key]) => signsWithChance(key));
  report(crypto.Sign.prototype, 'sign', 'crypto.Sign.sign', ([key]) => signsWithChance(key));

  const subtle = Object.getPrototypeOf(crypto.webcrypto.subtle) as object;
  report(subtle, 'generateKey', 'crypto.subtle.generateKey');
  for (const name of ['sign', 'encrypt']) {
    report(subtle, name, `crypto.subtle.${name}`, ([algorithm]) => SUBTLE.has(nameOf(algorithm)));
  }
  for (const [target, names, prefix] of [
    [fs, ['mkdtemp', 'mkdtempSync'], 'fs.'],
    [fsPromises, ['mkdtemp'], 'fs.promises.'],
  ] as const) {
    for (const name of names) report(target, name, prefix + name);
  }
  report(URL, 'createObjectURL', 'URL.createObjectURL');
}

type Test = (values: readonly unknown[]) => boolean;

function nameOf(algorithm: unknown): string {
  const name = typeof algorithm === 'string' ? algorithm : Reflect.get(Object(algorithm), 'name');
  return String(name).toUpperCase();
}

/** Elliptic curves (not Ed25519 and Ed448), DSA and PSS padding take a new random number each. */
function signsWithChance(given: unknown): boolean {
  const options = Object(given) as { key?: unknown; padding?: number };
  if (options.padding === crypto.constants.RSA_PKCS1_PSS_PADDING) return true;
  try {
    const key = [given, options.key].find((each) => each instanceof crypto.KeyObject);
    const { asymmetricKeyType: type = '' } = (key ??
      crypto.createPrivateKey(given as string)) as crypto.KeyObject;
    return ['ec', 'dsa', 'rsa-pss'].includes(type);
  } catch {
    return false; // no key: Node says so itself
  }
}
