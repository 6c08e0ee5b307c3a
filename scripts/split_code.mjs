// Moves the code of a large bundle out of its ES module into a script beside it, for which V8 can be given what it has
// compiled before; for ES modules, Node 20 offers no such thing. The module keeps its imports, hands them over, and
// exports what it gets.
import { parseAst } from 'rolldown/parseAst';

/** Smaller files stay as they are. */
const LEAST_SIZE = 10_000;
const IMPORT = /^import (?:(.+) from )?"[^"]+";$/;
const EXPORTS = /\nexport \{ (.+) \};\s*$/;

/**
 * @param text - of a module that the bundler has written
 * @param name - of its file, without the folder
 * @param loader - the address of `start/index.js` from there
 * @returns the name and code of the script, and the new text of the module; undefined: the module is small, or a program
 */
export function splitCode(text, name, loader) {
  const end = EXPORTS.exec(text);
  if (text.length < LEAST_SIZE || end === null) return undefined;
  const lines = withoutModuleWords(text).slice(0, -end[0].length).split('\n');
  const imports = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith('import ')),
  );
  const code = lines.slice(imports.length).join('\n');
  const taken = imports.flatMap(namesOf).join(', ');
  const exported = end[1].split(', ').map((each) => each.split(' as '));
  const given = exported.map(([local]) => local);
  // Importers would keep the first value.
  const changing = [...code.matchAll(/^let ([\w$]+)/gm)].find(([, local]) => given.includes(local));
  if (changing !== undefined) throw new Error(`${name} exports ${changing[1]}, which changes`);
  const script = name.replace(/\.js$/, '.code.js');
  const address = `new URL("./${script}", import.meta.url).href`;
  return {
    script,
    code: `(($address, $import, $taken) => { "use strict"; const [${taken}] = $taken;\n${code}\nreturn [${given.join(', ')}];\n})`,
    module: [
      ...imports,
      `import { loadCode } from "${loader}";`,
      `const [${given.map((_, i) => `$${i}`).join(', ')}] = loadCode(${address}, (name) => import(name), [${taken}]);`,
      `export { ${exported.map((each, i) => `$${i} as ${each.at(-1)}`).join(', ')} };`,
      '',
    ].join('\n'),
  };
}

/** The text with names for what only a module may say: its address, and `import()`. The same words in quotes stay. */
function withoutModuleWords(text) {
  const changes = [];
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return;
    if (node.type === 'ImportExpression') {
      changes.push([node.start, node.start + 'import'.length, '$import']);
    }
    const isAddress = node.type === 'MemberExpression' && node.object.type === 'MetaProperty';
    if (isAddress && node.object.meta.name === 'import') {
      if (node.property.name !== 'url') {
        throw new Error(`import.meta.${node.property.name} is not known in scripts`);
      }
      changes.push([node.start, node.end, '$address']);
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseAst(text));
  changes.sort(([a], [b]) => b - a);
  for (const [start, end, instead] of changes) {
    text = text.slice(0, start) + instead + text.slice(end);
  }
  return text;
}

/** The names that an import gives to what it imports. */
function namesOf(line) {
  const match = IMPORT.exec(line);
  if (match === null) throw new Error(`an import of a form that is not expected: ${line}`);
  const [, clause = ''] = match;
  return clause
    .split(/[{},]/)
    .map((each) => each.trim().split(' as ').at(-1))
    .filter((local) => local !== '');
}
