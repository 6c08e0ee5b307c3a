// Lists the files that a build depends on.
import { readdirSync } from 'node:fs';

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
    new URL('scripts/bundle.mjs', root),
    new URL('scripts/studio_page.mjs', root),
  ];
}
