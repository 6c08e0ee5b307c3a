// Completes the built package: declarations of all built-in interfaces, where the declarations of
// `orrery-sim/rclnodejs` find them. Run after `tsc -p tsconfig.build.json`.
import { readFileSync, writeFileSync } from 'node:fs';

const dist = new URL('../dist/', import.meta.url);
const { declareInterfaces } = await import(new URL('client/index.js', dist));
const { TypeRegistry } = await import(new URL('interfaces/index.js', dist));

const registry = new TypeRegistry({ amentPrefixPath: '' });
writeFileSync(
  new URL('client/interfaces.d.ts', dist),
  declareInterfaces(registry, { module: './declarations/type_maps.js' }),
);
const names = new URL('client/names.d.ts', dist);
const line = "export type * from './interfaces.js';\n";
const text = readFileSync(names, 'utf8');
if (!text.includes(line)) writeFileSync(names, line + text);
// In the default export too the names of types are members (`rclnodejs.Node`), which no constant has.
const door = new URL('client/rclnodejs.d.ts', dist);
const declared = readFileSync(door, 'utf8').replace(
  /declare const rclnodejs: [\s\S]*?\nexport default rclnodejs;/,
  "import * as rclnodejs from './names.js';\nexport default rclnodejs;",
);
writeFileSync(door, declared);
