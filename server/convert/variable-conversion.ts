/** Converts variables from one tool's syntax to another's. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look
import * as l10n from '@vscode/l10n';
import { formatNames } from '../../common/generated/tools.ts';
import { replaceVariables, writtenVariables } from '../../common/variables.ts';
import { variableInStyle } from '../config/variable-spelling.ts';
import { environmentName, hostVariables, isUsualName, variableNameFrom } from '../config/variable-syntax.ts';
import type { TargetTraits } from '../tools/target-format.ts';
import type { ConversionContext } from './server-draft.ts';
import { formatOf } from './tools.ts';

const forms =
  /\$\{\{ *(?:secrets|inputs)\.([\w.-]+) *\}\}|\$\{user_config\.([\w.-]+)\}|\$\{(env|input|command|config|secret|workspaceFolder(?:Basename)?):(?!-)([^{}:]+)(:-(?:[^{}]|\{[^{}]*\})*)?\}|(?<!\$)\{(env|file):([^{}]+)\}|\$\{file:([^{}]+)\}|\$\{([A-Za-z_]\w*|\/)\}|([\\$]?)\$([A-Za-z_]\w*)/g;

/** Variables of VS Code that depend on the editor. Environment variables can have the same names in other tools. */
const ofEditor =
  /^(?:file\w*|relativeFile\w*|cwd|execPath|lineNumber|columnNumber|selectedText|defaultBuildTask|extensionInstallFolder)$/;

/** True for a variable that only VS Code sets. */
export const isEditorVariable = (name: string): boolean => ofEditor.test(name);

/**
 * Converts the variables in a text to Oh My Pi's syntax: `${NAME}`, `${NAME:-default}`.
 * @param note adds a note to the report
 */
export function toOwn(text: string, context: ConversionContext, note: (reason: string) => void): string {
  if (!text.includes('$') && !text.includes('{')) return text;
  const { dialect, prompts, promptNames, target } = context;
  const format = formatOf(dialect);
  if (format.runsCommands === true && text.includes('$('))
    note(l10n.t('{0} runs the command in "$(…)". Oh My Pi doesn\'t.', formatNames[dialect]));
  const made = (words: string, what: string, fallback?: string | null): string => {
    const name = variableNameFrom(words);
    if (typeof fallback === 'string') {
      note(l10n.t('{0}. To change the default, set the environment variable {1}.', what, name));
      return `\${${name}:-${fallback}}`;
    }
    note(l10n.t('{0}. Set the environment variable {1}.', what, name));
    if (fallback === null) note(l10n.t("The default of {0} can't be written in a variable and is omitted.", name));
    return `\${${name}}`;
  };
  const unresolved = (words: string, match: string): string =>
    made(words, l10n.t('Only the source tool can resolve {0}', match));
  const environment = (text: string, match: string, fallback = ''): string => {
    const name = environmentName(text);
    return name === undefined ? made(text, l10n.t("Oh My Pi can't expand {0}", match)) : `\${${name}${fallback}}`;
  };

  function one(match: string, ...groups: readonly (string | undefined)[]): string {
    const [secret, asked, kind, name = '', fallback, braced, inside = '', file, plain, before, bare] = groups;
    if (secret !== undefined)
      return made(secret.split('.').at(-1) ?? secret, l10n.t('The source tool stores this secret'));
    if (kind === 'env') return (format.bracedVariables === true ? '$' : '') + environment(name, match, fallback);
    const id = asked ?? (kind === 'input' ? name : undefined);
    if (id !== undefined) {
      const prompt = prompts?.get(id);
      return made(
        promptNames?.get(id) ?? id,
        prompt?.description
          ? l10n.t('The source tool prompts for this value ("{0}")', prompt.description)
          : l10n.t('The source tool prompts for this value'),
        prompt?.fallback,
      );
    }
    if (kind !== undefined) return unresolved(kind.startsWith('workspace') ? `${kind}_${name}` : name, match);
    if (braced === 'env') {
      const own = environment(inside, match);
      if (format.bracedVariables !== true) note(l10n.t('Only OpenCode expands {0}. It is written as {1}.', match, own));
      return own;
    }
    const path = file ?? (braced === 'file' ? inside : undefined);
    if (path !== undefined)
      return made(path.split(/[\\/]/).at(-1) ?? path, l10n.t('The source tool reads this value from a file'));
    // `before`: a backslash or dollar sign before the variable.
    const expandsBare = format.bareVariables === 'anywhere' || (format.bareVariables === 'unescaped' && before === '');
    if (bare !== undefined) return expandsBare ? `${before}\${${bare}}` : match;
    return plain === undefined ? match : host(plain, match);
  }

  function host(name: string, match: string): string {
    // `fromOwn` keeps these variables for targets that have them too.
    if (target?.variables === 'env' && (name === '/' || hostVariables.get(name) === 'VS Code')) return match;
    if (name === 'userHome') return '${HOME}';
    if (name === 'pathSeparator' || name === '/') return '/';
    const tool = hostVariables.get(name);
    const isName = name === 'workspaceFolderBasename' || (dialect === 'vscode' && isEditorVariable(name));
    if (isName && dialect !== 'oh-my-pi') return unresolved(name, match);
    if (tool === undefined || dialect === 'oh-my-pi') return match;
    note(
      target === undefined
        ? l10n.t(
            'Only {0} sets {1}. In Oh My Pi, it is replaced by the folder in which the server is started.',
            tool,
            match,
          )
        : l10n.t('Only {0} sets {1}.', tool, match),
    );
    return `\${${name}:-.}`;
  }

  return text.replace(forms, one);
}

/**
 * Converts the variables in a text to the syntax of a target.
 * @param tool display name of the target
 * @param note adds a note to the report
 */
export function fromOwn(
  text: string,
  { variables, bareVariables, noDefaults }: Pick<TargetTraits, 'variables' | 'bareVariables' | 'noDefaults'>,
  tool: string,
  note: (reason: string) => void,
): string {
  if (bareVariables === true && /\$[A-Za-z_]/.test(text))
    note(l10n.t('{0} expands variables in the form $NAME too.', tool));
  if (variables === 'braces' && /\{(?:env|file):/.test(text))
    note(l10n.t('{0} expands variables in the form {env:NAME} too.', tool));
  const written = writtenVariables(text).filter(({ name }) => isUsualName(name));
  if (variables === 'none' && written.length > 0) note(l10n.t("{0} doesn't expand variables.", tool));
  if ((variables === 'own' && noDefaults !== true) || variables === 'none') return text;
  return replaceVariables(text, written, ({ name, fallback }) => {
    if (variables === 'env' && hostVariables.get(name) === 'VS Code') return `\${${name}}`;
    if (fallback !== undefined)
      note(l10n.t("The default of {0} is omitted because the target format doesn't support defaults.", `\${${name}}`));
    return variableInStyle(variables, name);
  });
}
