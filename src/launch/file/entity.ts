import type { Place } from '../../errors/index.js';

/** One text of an attribute; a list attribute has several. */
export interface AttributeText {
  readonly text: string;
  /** Quoted in YAML: a value that must stay text. XML has no such difference. */
  readonly quoted: boolean;
  readonly place: Place;
}

export interface Attribute {
  readonly name: string;
  readonly place: Place;
  readonly isList: boolean;
  readonly texts: readonly AttributeText[];
}

/**
 * One element of a launch file, the same for XML and YAML: a nested tag in XML (`<param …/>`) and
 * an item of a list under a key in YAML (`param: [{…}]`) are both children.
 */
export interface Entity {
  readonly tag: string;
  readonly place: Place;
  readonly attributes: ReadonlyMap<string, Attribute>;
  readonly children: readonly Entity[];
}
