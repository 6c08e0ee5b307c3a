// Builds the documentation as a static site with search in `site/`: README, docs/, and a reference of every module
// that package.json exports. Exits with 1 if TypeDoc warns about anything or a link of the site is broken.
//
//   npm run docs
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Application, TSConfigReader, TypeDocReader } from 'typedoc';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The sources of the modules that programs can import. */
function entryPoints() {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.values(exports)
    .map(({ default: module }) => module?.replace('./dist/', 'src/').replace(/\.js$/, '.ts'))
    .filter((file) => file?.endsWith('.ts'));
}

async function writeSite() {
  const app = await Application.bootstrapWithPlugins(
    { entryPoints: entryPoints(), options: join(root, 'typedoc.json') },
    [new TypeDocReader(), new TSConfigReader()],
  );
  const project = await app.convert();
  if (project === undefined) process.exit(1);
  app.validate(project);
  await app.generateOutputs(project);
  if (app.logger.hasWarnings()) process.exitCode = 1;
  return app.options.getValue('out');
}

/** Finds links of the site to pages or anchors that do not exist. */
function brokenLinks(site) {
  const pages = readdirSync(site, { recursive: true }).filter((name) => name.endsWith('.html'));
  const texts = new Map(
    pages.map((name) => [join(site, name), readFileSync(join(site, name), 'utf8')]),
  );
  const places = new Map(
    [...texts].map(([page, text]) => [
      page,
      new Set([...text.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1])),
    ]),
  );
  return [...texts].flatMap(([page, text]) => {
    const links = new Set([...text.matchAll(/\s(?:href|src)="([^"]+)"/g)].map((match) => match[1]));
    return [...links]
      .filter((link) => !/^[a-z]+:|^\/\//.test(link))
      .filter((link) => {
        const [path, place] = decodeURI(link).split('#');
        const target = path === '' ? page : join(dirname(page), path);
        if (!existsSync(target)) return true;
        // On pages of the reference, TypeDoc confuses headings that differ only in case.
        if (path === '' && !page.includes('documents')) return false;
        return place && places.get(target)?.has(place) === false;
      })
      .map((link) => `${page.slice(site.length + 1)}: ${link}`);
  });
}

const site = await writeSite();
const broken = brokenLinks(site);
for (const link of broken) process.stderr.write(`broken link in ${link}\n`);
if (broken.length > 0) process.exitCode = 1;
else process.stdout.write(`${join(site, 'index.html')}: all links lead somewhere\n`);
