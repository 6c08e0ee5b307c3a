import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NameValidationError, TypeValidationError } from '../errors/index.js';
import { expandTopicName, isTopicOrServiceHidden } from './expand_topic_name.js';
import { validator } from './validator.js';

const word = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/);
const absolute = fc.array(word, { minLength: 1, maxLength: 4 }).map((w) => `/${w.join('/')}`);

function problem(check: (name: string) => true, name: string): [string, number] {
  try {
    check(name);
  } catch (error) {
    expect(error).toBeInstanceOf(NameValidationError);
    const { validationResult, invalidIndex } = error as NameValidationError;
    return [validationResult, invalidIndex];
  }
  throw new Error(`'${name}' was taken as valid`);
}

describe('validator', () => {
  it('accepts every well-formed name', () => {
    fc.assert(
      fc.property(word, absolute, (name, path) => {
        expect(validator.validateNodeName(name)).toBe(true);
        expect(validator.validateFullTopicName(path)).toBe(true);
        expect(validator.validateNamespace(path)).toBe(true);
        for (const topic of [path, path.slice(1), `~${path}`, `{node}${path}`, `${path}/{ns}`]) {
          expect(validator.validateTopicName(topic)).toBe(true);
        }
      }),
    );
    expect(validator.validateNamespace('/')).toBe(true);
    expect(validator.validateTopicName('~')).toBe(true);
  });

  it('names the rule and the place', () => {
    const { validateFullTopicName, validateNodeName, validateNamespace, validateTopicName } =
      validator;
    const only = "must not contain characters other than alphanumerics, '_', or '/'";
    expect(problem(validateFullTopicName, '')).toEqual(['topic name must not be empty', 0]);
    expect(problem(validateFullTopicName, '/a?')).toEqual([`topic name ${only}`, 2]);
    expect(problem(validateFullTopicName, 'a')[0]).toContain('must be absolute');
    expect(problem(validateFullTopicName, '/')[0]).toContain("must not end with a '/'");
    expect(problem(validateFullTopicName, '/a//b')[1]).toBe(3);
    expect(problem(validateFullTopicName, '/a/1b')[1]).toBe(3);
    expect(problem(validateFullTopicName, `/${'a'.repeat(247)}`)[1]).toBe(246);
    expect(problem(validateNodeName, '')[0]).toBe('node name must not be empty');
    expect(problem(validateNodeName, '1a')).toEqual(['node name must not start with a number', 0]);
    expect(problem(validateNodeName, 'a/b')[1]).toBe(1);
    expect(problem(validateNodeName, 'a'.repeat(256))[1]).toBe(254);
    expect(problem(validateNamespace, 'ns')[0]).toContain('namespace must be absolute');
    expect(problem(validateNamespace, '/ns/')[0]).toContain("unless only a '/'");
    expect(problem(validateTopicName, 'a/42b')).toEqual([
      'topic name token must not start with a number',
      2,
    ]);
    expect(problem(validateTopicName, '~ab')[1]).toBe(1);
    expect(problem(validateTopicName, 'a~')[1]).toBe(1);
    expect(problem(validateTopicName, 'a/{b')[1]).toBe(2);
    expect(problem(validateTopicName, 'a}')[1]).toBe(1);
    expect(problem(validateTopicName, '{{a}}')[1]).toBe(1);
    expect(problem(validateTopicName, '{1a}')[0]).toContain('substitution name');
  });

  it('isValid agrees with validate for any string, and refuses other types', () => {
    const pairs = [
      ['validateFullTopicName', 'isValidFullTopicName'],
      ['validateNodeName', 'isValidNodeName'],
      ['validateTopicName', 'isValidTopicName'],
      ['validateNamespace', 'isValidNamespace'],
    ] as const;
    const name = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('/', 'a', '1', '_', '~', '{', '}', '?', 'ü') }),
    );
    for (const [validate, isValid] of pairs) {
      fc.assert(
        fc.property(name, (text) => {
          if (validator[isValid](text)) expect(validator[validate](text)).toBe(true);
          else expect(() => validator[validate](text)).toThrow(NameValidationError);
        }),
      );
      expect(validator[isValid](7)).toBe(false);
      expect(() => validator[validate](7 as never)).toThrow(TypeValidationError);
    }
  });
});

describe('expandTopicName', () => {
  it('makes absolute names of relative, private and substituted ones', () => {
    expect(expandTopicName('chatter', 'node_name', '/ns')).toBe('/ns/chatter');
    expect(expandTopicName('chatter', 'node_name', '/')).toBe('/chatter');
    expect(expandTopicName('~/chatter', 'node_name', '/ns')).toBe('/ns/node_name/chatter');
    expect(expandTopicName('~/chatter', 'node_name', '/')).toBe('/node_name/chatter');
    expect(expandTopicName('~', 'node_name', '/')).toBe('/node_name');
    expect(expandTopicName('{ns}/x/{node}', 'n', '/a')).toBe('/a/x/n');
    expect(expandTopicName('{node}/x', 'n', '/a')).toBe('/a/n/x');
    expect(expandTopicName('/abs', 'n', '/a')).toBe('/abs');
  });

  it('says which name is wrong', () => {
    expect(() => expandTopicName('t', 'no?de', '/ns')).toThrow('node name is invalid');
    expect(() => expandTopicName('t', 'n', '')).toThrow('node namespace is invalid');
    expect(() => expandTopicName('t?', 'n', '/')).toThrow('topic name is invalid');
    expect(() => expandTopicName('{what}', 'n', '/')).toThrow('unknown substitution: {what}');
  });
});

describe('isTopicOrServiceHidden', () => {
  it('looks for a token that starts with an underscore', () => {
    for (const name of ['/_a', '_a', '/a/_b', '/a/_', '_']) {
      expect(isTopicOrServiceHidden(name)).toBe(true);
    }
    for (const name of ['', '/a_', 'a_b', '/a/b_/c']) {
      expect(isTopicOrServiceHidden(name)).toBe(false);
    }
    expect(() => isTopicOrServiceHidden(1 as never)).toThrow(TypeError);
  });
});
