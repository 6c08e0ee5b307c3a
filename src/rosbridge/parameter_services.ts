/** The services of `rosapi` that read and change parameters; a name is `/node:parameter`, a value is JSON. */
import type { Bridge } from './bridge.js';
import { type ClientParameter, readParameters, writeParameters } from './node_parameters.js';
import { refused } from './refused.js';

type About = (key: string) => string;
type Answer = (bridge: Bridge, about: About) => Promise<object>;

const DONE = { successful: true, reason: '' };
const failed = (reason: string) => ({ successful: false, reason });

/** The parameter asked for, in the form `/node.parameter`. */
function asked(about: About): string {
  const [node = '', name = '', ...more] = about('name').split(':');
  if (node === '' || name === '' || more.length > 0) {
    throw refused(`${JSON.stringify(about('name'))} is not written as /node:parameter.`);
  }
  return `${node.startsWith('/') ? node : `/${node}`}.${name}`;
}

async function found(bridge: Bridge, about: About): Promise<ClientParameter | undefined> {
  const [parameter] = await readParameters(bridge, [asked(about)]);
  return parameter?.value === undefined ? undefined : parameter;
}

async function written(bridge: Bridge, parameter: ClientParameter): Promise<object> {
  const [problem] = await writeParameters(bridge, [parameter]);
  return problem === undefined ? DONE : failed(problem);
}

export const PARAMETER_SERVICES: Readonly<Record<string, Answer>> = {
  get_param: async (bridge, about) => {
    const value = (await found(bridge, about))?.value;
    if (value !== undefined) return { value: JSON.stringify(value), ...DONE };
    const other = about('default_value');
    if (other !== '') return { value: other, ...DONE };
    return { value: '', ...failed(`There is no parameter ${about('name')}.`) };
  },
  set_param: async (bridge, about) => {
    let value: unknown;
    try {
      value = JSON.parse(about('value'));
    } catch {
      throw refused(`The value of ${about('name')} is not JSON.`);
    }
    return written(bridge, { name: asked(about), value });
  },
  has_param: async (bridge, about) => ({ exists: (await found(bridge, about)) !== undefined }),
  delete_param: (bridge, about) => written(bridge, { name: asked(about) }),
  get_param_names: async (bridge) => ({
    names: (await readParameters(bridge, [])).map(({ name }) => name.replace('.', ':')),
  }),
};
