import type { Problems } from '../../errors/index.js';
import { didYouMean } from '../../errors/index.js';
import { attributeMistake } from './attribute_value.js';
import type { Attribute, Entity } from './entity.js';
import { type AttributeRule, GRAMMAR, ROOT, type TagRule } from './grammar.js';
import { SUBSTITUTIONS } from './substitutions.js';
import { hasSubstitution, parseTemplate, type Template, TemplateMistake } from './template.js';

class Validator {
  readonly #problems: Problems;

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  entity(entity: Entity, rule: TagRule): void {
    for (const attribute of entity.attributes.values()) this.#attribute(entity, attribute, rule);
    for (const [name, { required }] of rule.attributes) {
      if (!required || entity.attributes.has(name)) continue;
      this.#problems.add(
        'ORR_LAUNCH_ATTRIBUTE',
        `"${entity.tag}" needs the attribute "${name}".`,
        entity.place,
      );
    }
    this.#combinations(entity);
    for (const child of entity.children) this.#child(entity, child, rule);
  }

  #child(parent: Entity, child: Entity, rule: TagRule): void {
    const part = rule.parts.get(child.tag);
    if (part !== undefined) {
      this.entity(child, part);
      return;
    }
    const actionRule = GRAMMAR.get(child.tag);
    if (rule.nestsActions && actionRule !== undefined) {
      this.entity(child, actionRule);
      return;
    }
    const known = [...rule.parts.keys(), ...(rule.nestsActions ? GRAMMAR.keys() : [])];
    const reason =
      actionRule === undefined
        ? `"${child.tag}" is not known`
        : `"${child.tag}" is not allowed inside "${parent.tag}"`;
    const hint = didYouMean(child.tag, known) || listOf(known, rule.nestsActions);
    this.#problems.add('ORR_LAUNCH_TAG', `${reason}${hint}`, child.place);
  }

  #attribute(entity: Entity, attribute: Attribute, rule: TagRule): void {
    const known = rule.attributes.get(attribute.name);
    if (known === undefined && rule.parts.has(attribute.name)) {
      // In YAML, an empty list of parts.
      if (attribute.isList && attribute.texts.length === 0) return;
      this.#problems.add(
        'ORR_LAUNCH_ATTRIBUTE',
        `"${attribute.name}" of "${entity.tag}" is an element below it (in YAML, a list of mappings), not a value.`,
        attribute.place,
      );
      return;
    }
    if (known === undefined) {
      const names = [...rule.attributes.keys(), ...rule.parts.keys()];
      const hint =
        entity.tag === 'arg' && attribute.name === 'value'
          ? '; write "default", or use "let" to set a variable.'
          : didYouMean(attribute.name, names) || listOf([...rule.attributes.keys()], false);
      this.#problems.add(
        'ORR_LAUNCH_ATTRIBUTE',
        `"${entity.tag}" has no attribute "${attribute.name}"${hint}`,
        attribute.place,
      );
      return;
    }
    if (attribute.isList && known.kind !== 'value') {
      this.#problems.add(
        'ORR_LAUNCH_ATTRIBUTE',
        `"${attribute.name}" of "${entity.tag}" must be one string, not a list.`,
        attribute.place,
      );
      return;
    }
    for (const { text, place } of attribute.texts) {
      const template = this.#template(text, place);
      if (template === undefined) continue;
      this.#checkSubstitutions(template, place);
      this.#fixedText(attribute.name, known, template, place);
    }
  }

  /** A text without substitutions can be checked even in branches that are never taken. */
  #fixedText(
    name: string,
    rule: AttributeRule,
    template: Template,
    place: Attribute['place'],
  ): void {
    if (hasSubstitution(template)) {
      if (rule.kind !== 'literal') return;
      this.#problems.add(
        'ORR_LAUNCH_ATTRIBUTE',
        `"${name}" must be plain text without substitutions.`,
        place,
      );
      return;
    }
    const text = template.map((part) => (part.kind === 'text' ? part.text : '')).join('');
    const mistake = attributeMistake(name, rule, text);
    if (mistake !== undefined) this.#problems.add('ORR_LAUNCH_ATTRIBUTE', mistake, place);
  }

  #template(text: string, place: Attribute['place']): Template | undefined {
    try {
      return parseTemplate(text);
    } catch (error) {
      if (!(error instanceof TemplateMistake)) throw error;
      this.#problems.add('ORR_LAUNCH_SUBSTITUTION', `${error.message}.`, place);
      return undefined;
    }
  }

  #checkSubstitutions(template: Template, place: Attribute['place']): void {
    for (const part of template) {
      if (part.kind === 'text') continue;
      const arity = SUBSTITUTIONS.get(part.name);
      const count = part.args.length;
      if (arity === undefined) {
        const hint = didYouMean(part.name, SUBSTITUTIONS.keys()) || '.';
        const message = `The substitution "$(${part.name})" is not known${hint}`;
        this.#problems.add('ORR_LAUNCH_SUBSTITUTION', message, place);
      } else if (count < arity.min || count > arity.max) {
        const hint = part.name === 'eval' ? ' (put the whole expression in quotes)' : '';
        const message = `${part.source} has ${count} arguments; the form is ${arity.form}${hint}.`;
        this.#problems.add('ORR_LAUNCH_SUBSTITUTION', message, place);
      }
      for (const argument of part.args) this.#checkSubstitutions(argument, place);
    }
  }

  #combinations(entity: Entity): void {
    const { attributes, children } = entity;
    const refuse = (message: string): void =>
      this.#problems.add('ORR_LAUNCH_ATTRIBUTE', message, entity.place);
    if (attributes.has('if') && attributes.has('unless')) {
      refuse(`"${entity.tag}" cannot have both "if" and "unless".`);
    }
    if (entity.tag !== 'param') return;
    const hasFiles = children.some((child) => child.tag === 'file');
    const forms = [attributes.has('value'), children.length > 0].filter(Boolean).length;
    if (attributes.has('from') || hasFiles) {
      const isOne = attributes.has('from')
        ? forms === 0
        : children.every((each) => each.tag === 'file');
      if (attributes.has('name') || attributes.has('value') || !isOne) {
        refuse('"param" has "from", or "file" entries, or "name" with a value; only one of these.');
      }
    } else if (!attributes.has('name')) {
      refuse('"param" needs "name" or "from".');
    } else if (forms !== 1) {
      refuse('"param" needs either a "value" or nested "param" entries.');
    } else if (attributes.has('type') && children.length > 0) {
      refuse('"type" has no meaning for a "param" with nested entries.');
    }
    if (attributes.has('allow_substs') && !attributes.has('from') && !hasFiles) {
      refuse('"allow_substs" can only be used together with "from" or "file".');
    }
  }
}

function listOf(names: readonly string[], tooMany: boolean): string {
  return tooMany || names.length === 0 ? '.' : `; known are ${names.join(', ')}.`;
}

/** The first node as ROS 1 writes them; nothing else of such a file need be reported. */
function nodeOfRos1({ tag, attributes, children }: Entity): Attribute | undefined {
  if (tag === 'node' && !attributes.has('exec')) return attributes.get('type');
  for (const child of children) {
    const found = nodeOfRos1(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Checks everything of a launch file that does not depend on arguments. */
export function validateLaunch(root: Entity, problems: Problems): void {
  if (root.tag !== 'launch') {
    const message = `The root must be "launch", not "${root.tag}".`;
    problems.add('ORR_LAUNCH_STRUCTURE', message, root.place);
    return;
  }
  const old = nodeOfRos1(root);
  if (old !== undefined) {
    const message =
      'The file is a launch file of ROS 1, where nodes have "type" instead of "exec"; write it for ROS 2.';
    problems.add('ORR_LAUNCH_STRUCTURE', message, old.place);
    return;
  }
  new Validator(problems).entity(root, ROOT);
}
