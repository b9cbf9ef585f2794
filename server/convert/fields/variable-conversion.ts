/** Converts variables from one tool's syntax to another's. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look
import * as l10n from '@vscode/l10n';
import type { TargetFormat } from '../../../common/generated/targets.ts';
import { formatNames } from '../../../common/generated/tools.ts';
import { replaceVariables, writtenVariables } from '../../../common/variables.ts';
import { andList } from '../../config/language.ts';
import {
  environmentName,
  hostVariables,
  isUsualName,
  variableNameFrom,
} from '../../config/variables/variable-syntax.ts';
import { inForm, variablesOf } from '../../config/variables/written-variables.ts';
import { formatOf, toolsReplacing, variablesOfTool } from '../../tools/find-tool.ts';
import { containsVariable, type VariableFacts, variableResult } from '../../tools/variable-facts.ts';
import type { ConversionContext } from './server-builder.ts';

const forms =
  /\$\{\{ *(?:secrets|inputs)\.([\w.-]+) *\}\}|\$\{user_config\.([\w.-]+)\}|\$\{(env|input|command|config|secret|workspaceFolder(?:Basename)?):(?!-)([^{}:]+)(:-(?:[^{}]|\{[^{}]*\})*)?\}|(?<!\$)\{(env|file):([^{}]+)\}|\$\{file:([^{}]+)\}|\$\{([A-Za-z_]\w*|\/)\}|([\\$]?)\$([A-Za-z_]\w*)/g;

/** Variables of VS Code that depend on the editor. Environment variables can have the same names in other tools. */
const ofEditor =
  /^(?:file\w*|relativeFile\w*|cwd|execPath|lineNumber|columnNumber|selectedText|defaultBuildTask|extensionInstallFolder)$/;

/** Returns the name of the tool for which something is written. */
export const targetName = (to: TargetFormat): string => formatNames[to === 'command' ? 'claude-code' : to];

/** True for a variable that only VS Code sets. */
export const isEditorVariable = (name: string): boolean => ofEditor.test(name);

/**
 * Converts the variables in a text to Oh My Pi's syntax: `${NAME}`, `${NAME:-default}`.
 * @param path the property of the source with the text
 * @param note adds a note to the report
 */
export function toOwn(text: string, path: string, context: ConversionContext, note: (reason: string) => void): string {
  if (!text.includes('$') && !text.includes('{')) return text;
  const { dialect, prompts, promptNames, to = 'oh-my-pi' } = context;
  const isSame = keepsVariables(context);
  const source = variablesOfTool(dialect);
  if (formatOf(dialect).runsCommands === true && text.includes('$('))
    note(l10n.t('{0} runs the command in "$(…)". {1} doesn\'t.', formatNames[dialect], targetName(to)));
  noteChanges(text, path, context, note);
  const made = (words: string, what: string, fallback?: string | null): string => {
    const name = variableNameFrom(words);
    const [form = 'braces'] = source.forms;
    if (typeof fallback === 'string' && !isSame) {
      note(l10n.t('{0}. To change the default, set the environment variable {1}.', what, name));
      return `\${${name}:-${fallback}}`;
    }
    note(l10n.t('{0}. Set the environment variable {1}.', what, name));
    if (fallback !== undefined) note(l10n.t("The default of {0} can't be written in a variable and is omitted.", name));
    return isSame ? inForm(form, name) : `\${${name}}`;
  };
  const unresolved = (words: string, match: string): string =>
    made(words, l10n.t('Only the source tool can resolve {0}', match));
  const environment = (text: string, match: string, fallback = ''): string => {
    const name = environmentName(text);
    return name === undefined
      ? made(text, l10n.t("{0} isn't the name of an environment variable", match))
      : `\${${name}${fallback}}`;
  };

  function one(match: string, ...groups: readonly (string | number | undefined)[]): string {
    const [secret, asked, kind, name = '', fallback, braced, inside = '', file, plain, before, bare] = groups.map(
      (group) => (typeof group === 'string' ? group : undefined),
    );
    if (secret !== undefined)
      return made(secret.split('.').at(-1) ?? secret, l10n.t('The source tool stores this secret'));
    if (isSame && kind !== 'input') return match;
    if (kind === 'env') return (containsVariable(source) ? '$' : '') + environment(name, match, fallback);
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
      if (source.forms.includes('curly')) return own;
      const [from, tools] = [formatNames[dialect], andList(toolsReplacing('curly'))];
      if (isOfSeveral(context)) note(l10n.t('Only {0} replace {1}. It is written as {2}.', tools, match, own));
      else if (source.isOpen === true)
        note(l10n.t("It isn't known whether {0} replaces {1}. It is written as {2}.", from, match, own));
      else note(l10n.t('{0} uses {1} as text. It is written as {2}.', from, match, own));
      return own;
    }
    const path = file ?? (braced === 'file' ? inside : undefined);
    if (path !== undefined)
      return made(path.split(/[\\/]/).at(-1) ?? path, l10n.t('The source tool reads this value from a file'));
    // `before`: a backslash or dollar sign before the variable.
    const expandsBare = source.forms.includes('dollar') && (source.escapes !== true || before === '');
    if (bare !== undefined) return expandsBare ? `${before}\${${bare}}` : match;
    return plain === undefined ? match : host(plain, match, Number(groups.at(-2)));
  }

  function host(name: string, match: string, at: number): string {
    // `fromOwn` keeps these variables for targets that have them too.
    if (keepsEditorVariables(to) && (name === '/' || hostVariables.get(name) === 'VS Code')) return match;
    if (name === 'userHome') {
      note(l10n.t('{0} is written as {1}, which Windows may not set.', match, '${HOME}'));
      return '${HOME}';
    }
    if (name === 'pathSeparator' || name === '/') return '/';
    const tool = hostVariables.get(name);
    const isName = name === 'workspaceFolderBasename' || (dialect === 'vscode' && isEditorVariable(name));
    if (isName && dialect !== 'oh-my-pi') return unresolved(name, match);
    const target = targetName(to);
    if (tool === undefined || tool === target || dialect === 'oh-my-pi') return match;
    note(
      to === 'oh-my-pi'
        ? l10n.t("Oh My Pi doesn't set {0}. It is replaced by the folder in which the server is started.", match)
        : l10n.t("{0} doesn't set {1}.", target, match),
    );
    return tool === 'VS Code' && isPathStart(path, text, at, match) ? '.' : `\${${name}:-.}`;
  }

  return text.replace(forms, one);
}

/** True if the tool of the source reads the target, too. Only inputs don't go along with a server. */
export function keepsVariables(context: ConversionContext): boolean {
  const { dialect, fromShell, to = 'oh-my-pi' } = context;
  return dialect === to && fromShell !== true && !isOfSeveral(context);
}

/** True for a folder at the start of a path that the server gets, as a word or after `=`. */
function isPathStart(path: string, text: string, at: number, written: string): boolean {
  if (!/^(?:command|args)\b/.test(path)) return false;
  const [before, after] = [text.slice(0, at), text.slice(at + written.length)];
  return /(?:^|^--?[\w-]+=)$/.test(before) && /^(?:$|[\\/])/.test(after);
}

/** True for an entry that could be of several tools. Many have files that look like those of Oh My Pi. */
const isOfSeveral = ({ dialect, isGuess, ownFile }: ConversionContext): boolean =>
  isGuess === true || (dialect === 'oh-my-pi' && ownFile !== true);

/** Notes variables that the source doesn't replace, or may not replace, and the target does. */
function noteChanges(text: string, path: string, context: ConversionContext, note: (reason: string) => void): void {
  const { dialect, fromShell, to = 'oh-my-pi' } = context;
  if (fromShell === true || isOfSeveral(context)) return;
  if (dialect === to || variablesOfTool(to).forms.length === 0) return;
  const [source, field] = [variablesOfTool(dialect), path.replace(/[.[].*$/s, '')];
  for (const variable of variablesOf(text)) {
    const { form, name, text: written } = variable;
    if (form === 'dollar' || form === 'curly' || hostVariables.has(name)) continue;
    const use = variableResult(source, field, variable);
    const [from, target] = [formatNames[dialect], targetName(to)];
    if (form === 'env' && containsVariable(source))
      note(l10n.t('In {0}, a dollar sign is before the value of {1}. It stays.', from, written));
    else if (use === 'text') note(l10n.t('{0} uses {1} as text. {2} replaces it.', from, written, target));
    else if (use === 'unknown')
      note(l10n.t("It isn't known whether {0} replaces {1}. {2} does.", from, written, target));
  }
}

/** True for a format with the variables of VS Code's editor. */
const keepsEditorVariables = (to: TargetFormat): boolean => variablesOfTool(to).forms[0] === 'env';

/**
 * Converts the variables in a text to the syntax of a target.
 * @param tool display name of the target
 * @param note adds a note to the report
 */
export function fromOwn(text: string, { forms }: VariableFacts, tool: string, note: (reason: string) => void): string {
  if (forms.includes('dollar') && /\$[A-Za-z_]/.test(text))
    note(l10n.t('{0} expands variables in the form $NAME too.', tool));
  if (forms.includes('curly') && /\{(?:env|file):/.test(text))
    note(l10n.t('{0} expands variables in the form {env:NAME} too.', tool));
  const written = writtenVariables(text).filter(({ name }) => isUsualName(name));
  const [form] = forms;
  if (form === undefined) {
    if (written.length > 0) note(l10n.t("{0} doesn't expand variables.", tool));
    return text;
  }
  return replaceVariables(text, written, ({ written: inOwnForm, name, fallback }) => {
    if (form === 'env' && hostVariables.get(name) === 'VS Code') return `\${${name}}`;
    if (fallback !== undefined && forms.includes('default')) return inOwnForm;
    if (fallback !== undefined)
      note(l10n.t("The default of {0} is omitted because the target format doesn't support defaults.", `\${${name}}`));
    return inForm(form, name);
  });
}
