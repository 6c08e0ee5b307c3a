// Completes the built package with the declarations of all built-in interfaces, where the declarations of
// `orrery-sim/rclnodejs` find them, with the definitions as archives for Python, and with the fonts for pictures. Run
// after `tsc -p tsconfig.build.json`.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const dist = new URL('../dist/', import.meta.url);
const { declareInterfaces } = await import(new URL('client/index.js', dist));
const { TypeRegistry, parseInterfaceName } = await import(new URL('interfaces/index.js', dist));

const registry = new TypeRegistry({ amentPrefixPath: '' });
writeFileSync(
  new URL('client/interfaces.d.ts', dist),
  declareInterfaces(registry, { module: './declarations/type_maps.js' }),
);
const names = new URL('client/names.d.ts', dist);
const line = "export type * from './interfaces.js';\n";
const text = readFileSync(names, 'utf8');
if (!text.includes(line)) writeFileSync(names, line + text);
// Types must be members of the default export, too (`rclnodejs.Node`), which a constant cannot offer.
const door = new URL('client/rclnodejs.d.ts', dist);
const declared = readFileSync(door, 'utf8').replace(
  /declare const rclnodejs: [\s\S]*?\nexport default rclnodejs;/,
  "import * as rclnodejs from './names.js';\nexport default rclnodejs;",
);
writeFileSync(door, declared);

// One archive for each distribution with definitions of its own; `python/orrery_interfaces` uses those of jazzy for
// newer ones.
// Packages that `python/orrery_interfaces` reads itself are not in them.
const further = new Set(
  readdirSync(new URL('../python/orrery_interfaces/further/', import.meta.url)),
);
const archives = new URL('interfaces/definitions/', dist);
mkdirSync(archives, { recursive: true });
for (const distro of ['humble', 'iron', 'jazzy']) {
  const types = new TypeRegistry({ distro, amentPrefixPath: '' });
  const names = types
    .packages()
    .filter((pkg) => !further.has(`${pkg}.txt`))
    .flatMap((pkg) => types.interfaces(pkg));
  const texts = names.map((name) => {
    const { text, isIdl } = types.find(parseInterfaceName(name));
    return [isIdl ? `${name}.idl` : name, text];
  });
  writeFileSync(
    new URL(`${distro}.json`, archives),
    `${JSON.stringify(Object.fromEntries(texts))}\n`,
  );
}

// Two of the package's twenty fonts, and their licence.
const fonts = new URL('analysis/fonts/', dist);
mkdirSync(fonts, { recursive: true });
const find = createRequire(import.meta.url).resolve;
for (const file of ['ttf/DejaVuSans.ttf', 'ttf/DejaVuSans-Bold.ttf', 'LICENSE']) {
  copyFileSync(find(`dejavu-fonts-ttf/${file}`), new URL(file.split('/').at(-1), fonts));
}
