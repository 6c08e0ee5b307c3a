/** `docs/errors.md` describes every code in the sources, and no other. */
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { filesIn, isTest, textOf } from './project.js';
import { ROOMS, roomOf } from './rooms.js';
import { parse } from './source.js';

const sources = filesIn('src').filter((path) => path.endsWith('.ts') && !isTest(path));

/** The rooms in which each code occurs. */
function codesOfSources(): Map<string, Set<string>> {
  const rooms = new Map<string, Set<string>>();
  for (const path of sources) {
    // A name that ends in `_` stands for many codes.
    for (const [code] of textOf(path).matchAll(/\bORR_[A-Z0-9]+(?:_[A-Z0-9]+)*(?![A-Z0-9_])/g)) {
      rooms.set(code, (rooms.get(code) ?? new Set()).add(roomOf(path) ?? ''));
    }
  }
  return rooms;
}

interface Entry {
  readonly code: string;
  readonly room: string;
  readonly text: string;
  readonly example: string | undefined;
}

function entriesOfDocument(): Entry[] {
  return textOf('docs/errors.md')
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const [room = '', ...entries] = section.split(/^### /m);
      return entries.map((entry) => ({
        code: /^`(ORR_\w+)`$/m.exec(entry)?.[1] ?? entry.split('\n')[0]!,
        room: room.trim(),
        text: entry,
        example: /^> (.*)$/m.exec(entry)?.[1],
      }));
    });
}

/** The texts that a string or template of the sources can become, and how much of them is fixed. */
interface Sentence {
  readonly pattern: RegExp;
  readonly fixed: number;
}

function sentenceOf(node: ts.Node): Sentence | undefined {
  let parts: string[];
  if (ts.isStringLiteralLike(node)) parts = [node.text];
  else if (ts.isTemplateExpression(node)) {
    parts = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)];
  } else return undefined;
  const escaped = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  // Of a message with a list of mistakes, the document quotes the first line.
  const [pattern = ''] = escaped.join('.*').split('\n');
  return { pattern: new RegExp(pattern), fixed: parts.join('').split('\n')[0]!.length };
}

function sentencesOf(room: string): Sentence[] {
  const found: Sentence[] = [];
  const visit = (node: ts.Node) => {
    const sentence = sentenceOf(node);
    if (sentence !== undefined) found.push(sentence);
    ts.forEachChild(node, visit);
  };
  for (const path of sources) if (roomOf(path) === room) visit(parse(path));
  return found;
}

/** Codes whose messages come from user code or from another program. */
const FOREIGN = new Set(['ORR_MODULE_SYNTAX', 'ORR_UNEXPECTED']);

const codes = codesOfSources();
const entries = entriesOfDocument();

describe('docs/errors.md', () => {
  it('describes every code of the sources', () => {
    const described = new Set(entries.map(({ code }) => code));
    const missing = [...codes].filter(([code]) => !described.has(code));
    expect(missing.map(([code, rooms]) => `${code} (${[...rooms].join(', ')})`)).toEqual([]);
  });

  it('describes only codes that occur', () => {
    expect(entries.map(({ code }) => code).filter((code) => !codes.has(code))).toEqual([]);
  });

  it('has every code once, in order, under a room where it occurs', () => {
    const order = Object.keys(ROOMS);
    const place = ({ room, code }: Entry) => `${String(order.indexOf(room)).padStart(2)} ${code}`;
    const places = entries.map(place);
    expect(places).toEqual([...new Set(places)].sort());
    expect(new Set(entries.map(({ code }) => code)).size).toBe(entries.length);
    const elsewhere = entries.filter(({ code, room }) => !(codes.get(code)?.has(room) ?? true));
    expect(elsewhere.map(({ code, room }) => `${code} does not occur in ${room}`)).toEqual([]);
  });

  it('says what each code means, what to do, and how the message reads', () => {
    const incomplete = entries.filter(
      ({ code, text, example }) =>
        !/^\*\*Do:\*\* \S/m.test(text) ||
        !/^\n\n?[A-Z`]/.test(text.slice(text.indexOf('\n'))) ||
        (example === undefined && !FOREIGN.has(code)),
    );
    expect(incomplete.map(({ code }) => code)).toEqual([]);
  });

  it('quotes only messages of the sources', () => {
    const sentences = new Map(Object.keys(ROOMS).map((room) => [room, sentencesOf(room)]));
    const invented = entries.filter(({ code, example }) => {
      if (example === undefined || FOREIGN.has(code)) return false;
      const known = [...(codes.get(code) ?? [])].flatMap((room) => sentences.get(room) ?? []);
      return !known.some(
        ({ pattern, fixed }) => fixed > example.length / 4 && pattern.test(example),
      );
    });
    expect(invented.map(({ code, example }) => `${code}: ${example}`)).toEqual([]);
  });
});
