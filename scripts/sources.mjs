// The files a build depends on.
import { readdirSync } from 'node:fs';

/** URLs of every TypeScript source and of the configuration that builds them. */
export function globSources(root) {
  const src = new URL('src/', root);
  const files = readdirSync(src, { recursive: true }).filter((name) => name.endsWith('.ts'));
  return [
    ...files.map((name) => new URL(name, src)),
    new URL('package.json', root),
    new URL('tsconfig.json', root),
    new URL('tsconfig.build.json', root),
    new URL('scripts/bundle.mjs', root),
  ];
}
