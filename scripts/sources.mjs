// Lists the files that a build depends on.
import { readdirSync } from 'node:fs';

const SCRIPTS = ['bundle.mjs', 'split_code.mjs', 'keep_code.mjs', 'studio_page.mjs'];

/** URLs of all sources and of the build configuration. */
export function globSources(root) {
  const src = new URL('src/', root);
  const files = readdirSync(src, { recursive: true }).filter((name) =>
    /\.(tsx?|css|html)$/.test(name),
  );
  return [
    ...files.map((name) => new URL(name, src)),
    new URL('package.json', root),
    new URL('tsconfig.json', root),
    new URL('tsconfig.build.json', root),
    ...SCRIPTS.map((name) => new URL(`scripts/${name}`, root)),
  ];
}
