// Builds the page of `orrery studio`: one HTML file with its script, its worker and its styles in it.
// The worker holds Orrery's own readers, analysis and comparison; what they import of Node is taken
// from `src/studio/page/platform`. Run after `scripts/bundle.mjs`, which removes what it did not write.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = join(root, 'src/studio/page');
const platform = (name) => join(page, 'platform', `${name}.ts`);
/** The most that the page may have, without runs and the script of the 3D panel, as sent over a network. */
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

/** Orrery's modules do nothing but define; those of Node and room `packages` have others here. */
const inPage = {
  name: 'in-page',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:/ }, ({ path }) => ({
      path: platform(STANDS_FOR[path.slice('node:'.length)] ?? 'absent'),
      namespace: 'node',
      sideEffects: false,
    }));
    // As a CommonJS module, so that a name that is never used need not be there.
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

/** What takes most of a bundle. */
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

/** Fails if what is bundled uses a name of a module of Node that nothing stands for: it would be undefined. */
async function checkStandIns(text) {
  const used = [...text.matchAll(/\bimport_node_(v8|[a-z]+)\d*\.(\w+)/g)];
  const contents = used.map(([, name, what], i) => {
    const file = JSON.stringify(platform(STANDS_FOR[name] ?? 'absent'));
    return `import { ${what} as name${i} } from ${file}; console.log(name${i});`;
  });
  const stdin = { contents: contents.join('\n'), resolveDir: root };
  await build({ stdin, bundle: true, write: false, logLevel: 'error' });
}

/** What is bundled asks that its licence goes with it. */
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
  // A text block, which the page gives to a worker: what it holds must not end it.
  WORKER: worker.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--'),
  // Most who look at a run never need it: it is unpacked when they do.
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
