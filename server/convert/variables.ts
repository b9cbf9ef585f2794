/** Variables from one tool's form into another's. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look
import { type Dialect, dialectNames } from '../../common/tool-files.ts';
import { variablePattern } from '../../common/variables.ts';
import { hostVariables, variableName } from '../config/variables.ts';
import type { Target } from './targets.ts';
import { traitsOf } from './traits.ts';

/** A text in another tool's form, and what somebody should know about that. */
export interface Translated {
  readonly text: string;
  readonly notes: readonly string[];
}

/** What a source says about the values that it asks for (`inputs` of VS Code), by id. */
export type Prompts = ReadonlyMap<string, string>;

const forms =
  /\$\{\{ *(?:secrets|inputs)\.([\w.-]{1,100}) *\}\}|\$\{user_config\.([\w.-]{1,100})\}|\$\{(env|input|command|config|secret):([^}:]{1,200})(:-[^}]{0,200})?\}|(?<!\$)\{(env|file):([^{}]{1,200})\}|\$\{([A-Za-z_]\w*|\/)\}|(?<![\\$\w])\$([A-Za-z_]\w*)/g;

const identifier = /^[A-Za-z_]\w*$/;

/** The text with its variables as the agent expands them: `${NAME}`, `${NAME:-default}`. */
export function toOwn(text: string, dialect: Dialect, prompts: Prompts): Translated {
  if (!text.includes('$') && !text.includes('{')) return { text, notes: [] };
  const notes: string[] = [];
  const traits = traitsOf(dialect);
  if (traits.runsCommands === true && text.includes('$('))
    notes.push(`${dialectNames[dialect]} runs the command in "$(…)". Oh My Pi doesn't.`);
  const made = (words: string, what: string): string => {
    const name = variableName(words);
    notes.push(`${what}. Set the environment variable ${name}.`);
    return `\${${name}}`;
  };
  const environment = (name: string, fallback = ''): string =>
    identifier.test(name) ? `\${${name}${fallback}}` : made(name, `Oh My Pi can't expand \${env:${name}}`);

  function one(match: string, ...groups: readonly (string | undefined)[]): string {
    const [secret, asked, kind, name = '', fallback, braced, inside = '', plain, bare] = groups;
    if (secret !== undefined) return made(secret.split('.').at(-1) ?? secret, 'The source tool stores this secret');
    if (kind === 'env') return (traits.bracedVariables === true ? '$' : '') + environment(name, fallback);
    const id = asked ?? (kind === 'input' ? name : undefined);
    if (id !== undefined) {
      const prompt = prompts.get(id);
      return made(
        id,
        prompt ? `The source tool prompts for this value ("${prompt}")` : 'The source tool prompts for this value',
      );
    }
    if (kind !== undefined) return made(name, `Only the source tool can resolve \${${kind}:${name}}`);
    if (braced === 'env') return environment(inside.trim());
    if (braced === 'file')
      return made(inside.split(/[\\/]/).at(-1) ?? inside, 'The source tool reads this value from a file');
    if (bare !== undefined) return traits.bareVariables === true ? `\${${bare}}` : match;
    return plain === undefined ? match : host(plain, match);
  }

  function host(name: string, match: string): string {
    if (name === 'userHome') return '${HOME}';
    if (name === 'pathSeparator' || name === '/') return '/';
    const tool = hostVariables.get(name);
    if (tool === undefined || dialect === 'agent') return match;
    notes.push(
      `Only ${tool} sets \${${name}}. In Oh My Pi, it is replaced by the folder in which the server is started.`,
    );
    return `\${${name}:-.}`;
  }

  return { text: text.replace(forms, one), notes };
}

const own = /\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g;

/** The text with its variables as a target expands them. @param tool the target's name for people */
export function fromOwn(
  text: string,
  { variables, bareVariables }: Pick<Target, 'variables' | 'bareVariables'>,
  tool: string,
): Translated {
  const notes: string[] = [];
  if (bareVariables === true && /(?<![\\$\w])\$[A-Za-z_]/.test(text))
    notes.push(`${tool} expands variables in the form $NAME too.`);
  if (variables === 'braces' && /\{(?:env|file):/.test(text))
    notes.push(`${tool} expands variables in the form {env:NAME} too.`);
  if (variables === 'none' && variablePattern().test(text)) notes.push(`${tool} doesn't expand variables.`);
  if (variables === 'own' || variables === 'none') return { text, notes };
  const translated = text.replace(own, (_, name: string, fallback: string | undefined) => {
    if (variables === 'env' && hostVariables.get(name) === 'VS Code') return `\${${name}}`;
    if (fallback !== undefined)
      notes.push(`The default of \${${name}} is omitted because the target format doesn't support defaults.`);
    return variables === 'env' ? `\${env:${name}}` : `{env:${name}}`;
  });
  return { text: translated, notes };
}
