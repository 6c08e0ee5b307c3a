/** A function of a Python module that is run as a program. */
export interface EntryPoint {
  /** `my_pkg.talker:main` */
  readonly entry: string;
  /** The folder that its modules are imported from. */
  readonly root: string;
}

/** What a package offers; files are absolute. */
export interface PackageInfo {
  readonly name: string;
  /** `ament`: found through a resource index; `node`: a package.json; `source`: a package.xml. */
  readonly kind: 'ament' | 'node' | 'source';
  /** The installation prefix; for a Node package its folder. */
  readonly prefix: string;
  /** The `share` folder; for a Node package its folder, unless that has a `share/<name>`. */
  readonly share: string;
  /** Maps component classes to modules or libraries. */
  readonly components: ReadonlyMap<string, string>;
  /** Maps executables to files. For an ament package, those in `lib/<package>`. */
  readonly executables: ReadonlyMap<string, string>;
  /** Executables that are functions of Python modules; their files are in `executables`. */
  readonly entryPoints?: ReadonlyMap<string, EntryPoint>;
  /** Folders that its Python modules are imported from. */
  readonly pythonFolders?: readonly string[];
}
