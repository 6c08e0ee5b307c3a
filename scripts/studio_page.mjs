// Builds the page of `orrery studio`: one HTML file that includes its script, worker and styles. The worker contains
// Orrery's own readers, analysis and comparison; `src/studio/page/platform` replaces the Node modules that they
// import. Run after `scripts/bundle.mjs`, which removes files that it did not write.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = join(root, 'src/studio/page');
const platform = (name) => join(page, 'platform', `${name}.ts`);
/** The largest compressed size of the page, without runs and the script of the 3D panel. */
const MOST_BYTES = 300 * 1024;

const STANDS_FOR = {
  fs: 'fs',
  path: 'path',
  'path/posix': 'path',
  buffer: 'buffer',
  zlib: 'zlib',
  crypto: 'crypto',
  v8: 'collector',
  vm: 'collector',
};

/** Orrery's modules have no side effects; Node's modules and room `packages` have replacements here. */
const inPage = {
  name: 'in-page',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:/ }, ({ path }) => ({
      path: platform(STANDS_FOR[path.slice('node:'.length)] ?? 'absent'),
      namespace: 'node',
      sideEffects: false,
    }));
    // A CommonJS module, so that names that are never used may be missing.
    onLoad({ filter: /.*/, namespace: 'node' }, ({ path }) => ({
      contents: `module.exports = { ...require(${JSON.stringify(path)}) };`,
      resolveDir: root,
    }));
    onResolve({ filter: /^\..*\.js$/ }, ({ path, importer }) => {
      const source = resolve(dirname(importer), path).replace(/\.js$/, '.ts');
      if (!source.startsWith(join(root, 'src/'))) return undefined;
      if (source.endsWith('src/packages/index.ts'))
        return { path: platform('packages'), namespace: 'node', sideEffects: false };
      if (source.endsWith('globals.ts')) return { path: source };
      const exists = readable(source) ? source : `${source}x`;
      return { path: exists, sideEffects: false };
    });
  },
};

function readable(file) {
  try {
    readFileSync(file);
    return true;
  } catch {
    return false;
  }
}

/** Prints what takes most of a bundle. */
function printSizes({ outputs }) {
  for (const { inputs, bytes } of Object.values(outputs)) {
    const parts = Object.entries(inputs).sort(([, a], [, b]) => b.bytesInOutput - a.bytesInOutput);
    console.log(`${bytes} bytes, of these:`);
    for (const [name, part] of parts.slice(0, 25)) console.log(`  ${part.bytesInOutput} ${name}`);
  }
}

function bundle(entry, minify) {
  return build({
    entryPoints: [join(page, entry)],
    bundle: true,
    write: false,
    minify,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    conditions: ['browser'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { 'import.meta.url': '"file:///orrery/studio.js"' },
    loader: { '.css': 'text' },
    plugins: [inPage],
    logLevel: 'warning',
    metafile: true,
  });
}

async function bundled(entry) {
  await checkStandIns((await bundle(entry, false)).outputFiles[0].text);
  const { outputFiles, metafile } = await bundle(entry, true);
  if (process.argv.includes('--size')) printSizes(metafile);
  return outputFiles[0].text;
}

/** Fails if bundled code uses a name of a Node module that its replacement lacks, since that name would be undefined. */
async function checkStandIns(text) {
  const used = [...text.matchAll(/\bimport_node_(v8|[a-z]+)\d*\.(\w+)/g)];
  const contents = used.map(([, name, what], i) => {
    const file = JSON.stringify(platform(STANDS_FOR[name] ?? 'absent'));
    return `import { ${what} as name${i} } from ${file}; console.log(name${i});`;
  });
  const stdin = { contents: contents.join('\n'), resolveDir: root };
  await build({ stdin, bundle: true, write: false, logLevel: 'error' });
}

/** The licences of bundled packages, which must accompany them. */
const licences = ['preact', 'uplot', '@dagrejs/dagre', 'fzstd', 'yaml', 'three'].map((name) => {
  const text = readFileSync(join(root, 'node_modules', name, 'LICENSE'), 'utf8');
  return `${name}\n\n${text.trim()}\n`;
});

const [view, worker, scene] = await Promise.all(
  ['main.tsx', 'engine/worker.ts', 'scene/scene_main.ts'].map(bundled),
);
const parts = {
  LICENCES: licences.join('\n'),
  STYLE: readFileSync(join(page, 'studio.css'), 'utf8'),
  UPLOT_STYLE: readFileSync(join(root, 'node_modules/uplot/dist/uPlot.min.css'), 'utf8'),
  // The worker's script is a text block of the page, so nothing in it may end the block.
  WORKER: worker.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--'),
  // Most users never open the 3D panel, so its script is unpacked only when they do.
  SCENE: gzipSync(scene, { level: 9 }).toString('base64'),
  VIEW: view.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--'),
};
const html = readFileSync(join(page, 'page.html'), 'utf8').replace(
  /\/\*([A-Z_]+)\*\//g,
  (_, name) => parts[name],
);
const size = gzipSync(html.replace(parts.SCENE, '')).length;
if (size > MOST_BYTES) throw new Error(`The page has ${size} bytes; the limit is ${MOST_BYTES}.`);
const output = join(root, 'dist/studio/page/studio.html');
mkdirSync(dirname(output), { recursive: true });
writeFileSync(output, html);
if (process.argv.includes('--size'))
  console.log(`${html.length} bytes, ${size} compressed without 3D (${parts.SCENE.length})`);
