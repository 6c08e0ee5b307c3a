/** How a substitution is written and how many arguments it takes. */
export interface SubstitutionForm {
  readonly min: number;
  readonly max: number;
  readonly form: string;
}

/** All substitutions of the launch front ends that are supported. */
export const SUBSTITUTIONS: ReadonlyMap<string, SubstitutionForm> = new Map(
  Object.entries({
    var: { min: 1, max: 2, form: '$(var NAME [DEFAULT])' },
    env: { min: 1, max: 2, form: '$(env NAME [DEFAULT])' },
    optenv: { min: 1, max: 2, form: '$(optenv NAME [DEFAULT])' },
    dirname: { min: 0, max: 0, form: '$(dirname)' },
    filename: { min: 0, max: 0, form: '$(filename)' },
    'find-pkg-share': { min: 1, max: 1, form: '$(find-pkg-share PACKAGE)' },
    'find-pkg-prefix': { min: 1, max: 1, form: '$(find-pkg-prefix PACKAGE)' },
    'ament-index-resource': { min: 2, max: 2, form: '$(ament-index-resource TYPE NAME)' },
    'find-pkg-file': { min: 2, max: 2, form: '$(find-pkg-file PACKAGE PATH)' },
    'exec-in-pkg': { min: 2, max: 2, form: '$(exec-in-pkg EXECUTABLE PACKAGE)' },
    eval: { min: 1, max: 2, form: `$(eval 'EXPRESSION' [MODULES])` },
    anon: { min: 1, max: 1, form: '$(anon NAME)' },
    command: { min: 1, max: 2, form: `$(command 'COMMAND' [ON_STDERR])` },
    not: { min: 1, max: 1, form: '$(not VALUE)' },
    and: { min: 2, max: 2, form: '$(and LEFT RIGHT)' },
    or: { min: 2, max: 2, form: '$(or LEFT RIGHT)' },
    any: { min: 0, max: 64, form: '$(any VALUE…)' },
    all: { min: 0, max: 64, form: '$(all VALUE…)' },
    equals: { min: 2, max: 2, form: '$(equals LEFT RIGHT)' },
    'not-equals': { min: 2, max: 2, form: '$(not-equals LEFT RIGHT)' },
    if: { min: 2, max: 3, form: '$(if CONDITION VALUE [OTHERWISE])' },
    'for-var': { min: 1, max: 2, form: '$(for-var NAME [DEFAULT])' },
    index: { min: 1, max: 1, form: '$(index NAME)' },
    'string-join': { min: 2, max: 64, form: '$(string-join DELIMITER PART…)' },
    'string-strip': { min: 1, max: 1, form: '$(string-strip TEXT)' },
    'is-empty': { min: 1, max: 1, form: '$(is-empty TEXT)' },
    'not-empty': { min: 1, max: 1, form: '$(not-empty TEXT)' },
    'path-join': { min: 1, max: 64, form: '$(path-join PART…)' },
    'find-exec': { min: 1, max: 1, form: '$(find-exec NAME)' },
    'file-content': { min: 1, max: 1, form: '$(file-content PATH)' },
    param: { min: 1, max: 1, form: '$(param NAME)' },
    log_dir: { min: 0, max: 0, form: '$(log_dir)' },
    launch_log_dir: { min: 0, max: 0, form: '$(launch_log_dir)' },
  }),
);
