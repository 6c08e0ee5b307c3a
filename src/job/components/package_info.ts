/** What a package offers; files are absolute. */
export interface PackageInfo {
  readonly name: string;
  /** `ament`: found through a resource index; `node`: through a package.json. */
  readonly kind: 'ament' | 'node';
  /** The installation prefix; for a Node package its folder. */
  readonly prefix: string;
  /** The `share` folder; for a Node package its folder, unless that has a `share/<name>`. */
  readonly share: string;
  /** Component class → module or library. */
  readonly components: ReadonlyMap<string, string>;
  /** Executable → file. For an ament package those in `lib/<package>`. */
  readonly executables: ReadonlyMap<string, string>;
}
