/** Variables that Oh My Pi doesn't expand, or that aren't set. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how Oh My Pi's variables look

import * as l10n from '@vscode/l10n';
import { maskNamed, maskTokens } from '../../common/text/mask-secrets.ts';
import { tokenIn } from '../../common/text/secrets.ts';
import { writtenVariables } from '../../common/variables.ts';
import type { ExpandableString } from '../config/format/expandable-strings.ts';
import type { StringNode } from '../config/text/json.ts';
import { Mark } from '../config/text/marks.ts';
import {
  environmentName,
  hostVariables,
  isReadByShell,
  isUsualName,
  nestedVariable,
  variableNameFrom,
} from '../config/variables/variable-syntax.ts';
import { spelledVariable } from '../config/variables/written-variables.ts';
import { choice, type Fix, preferred, replaceString } from '../fixes/fix.ts';
import { variableResult } from '../tools/variable-facts.ts';
import type { DocumentLevel, RuleContext } from './context.ts';
import { fileWith, quote } from './message-text.ts';
import { notExpanded } from './readers-meant.ts';
import type { Report, TextRule } from './rule.ts';

/** Returns a variable for a message. Its default may be a secret. */
const masked = (variable: string, name: string, fallback: string): string =>
  variable.replace(`${fallback}}`, () => `${maskNamed(name, fallback)}}`);

const withArgument = (argument: string): string => fileWith(`{"command": "docs-server", "args": ["${argument}"]}`);

/** VS Code, Cursor, and Windsurf use ${env:X} and ${input:x}, Windsurf also ${file:p}; OpenCode uses {env:X} and {file:p}. */
const foreign = /\$\{(env|input|command|config|secret|file):([^{}:$]+)(:-[^{}]*)?\}|(?<!\$)\{(env|file):([^{}]+)\}/g;

const nestedMessage = (nested: string): string =>
  l10n.t(
    "A variable inside another one isn't expanded: {0}. Use a default without variables.",
    quote(maskTokens(nested)),
  );

/** Reports a string with the corrected one. Offers no fix that would put a variable inside another one. */
function reportWith(node: StringNode, better: string, title: string, message: string, report: Report): void {
  const nested = nestedVariable(better);
  report(node, nested === undefined ? message : nestedMessage(nested), () =>
    nested !== undefined || better === node.value ? [] : [preferred(title, replaceString(node, better))],
  );
}

export const foreignVariable: TextRule = {
  code: 'foreign-variable',
  severity: 'warning',
  on: { marks: Mark.brace + Mark.dollar + Mark.backtick },
  docs: {
    title: "Another tool's variable syntax",
    why: 'Oh My Pi expands only ${NAME} and ${NAME:-default}. Other forms, and commands such as $(command), are passed to the server unchanged.',
    wrong: withArgument('${env:DOCS_HOME}'),
    right: withArgument('${DOCS_HOME}'),
  },
  check(text, { launch }, report, context) {
    const { node } = text;
    const { value } = node;
    if (!isReadByShell(launch, text) && reportUnexpanded(node, report)) return;
    if (value.includes('${') && !isReadByShell(launch, text)) {
      const nested = nestedVariable(value);
      if (nested !== undefined) {
        report(node, nestedMessage(nested));
        return;
      }
      const shellForm = unsupported.exec(value);
      if (shellForm !== null) {
        if (tokenIn(shellForm[0]) === undefined) reportForm(text, shellForm, report, context);
        return;
      }
    }
    if (!value.includes(':')) return;
    const [found] = value.matchAll(foreign);
    // literal-secret reports tokens.
    if (found === undefined || tokenIn(found[0]) !== undefined) return;
    const [form, dollarKind, name = '', fallback = '', kind = dollarKind] = found;
    const shown = (written: string): string => masked(written, name, fallback.slice(2));
    const better = value.replace(foreign, (match, ...groups) =>
      groups[0] === 'file' || groups[3] === 'file' ? match : (asOwn(groups) ?? match),
    );
    const own = asOwn(found.slice(1));
    const remedy =
      kind === 'file'
        ? l10n.t('Put the content of the file in a variable')
        : own === undefined
          ? l10n.t('Use ${NAME} or ${NAME:-default}')
          : l10n.t('Use {0}', shown(own));
    const problem = notExpanded(context, quote(shown(form)));
    if (problem !== undefined)
      reportWith(node, better, l10n.t('Change to ${NAME}'), l10n.t('{0} {1}.', problem, remedy), report);
  },
};

/** Expressions of CI systems, commands of shells, and variables of PowerShell, which no agent expands. */
const unexpanded =
  /\$\{\{\s*([\w.-]+)\s*\}\}|\$\{\{[^{}]*\}\}|\$env:([A-Za-z_]\w*)|\$\([A-Za-z_./~][^()]*\)|(?<=^(?:[\w-]+[=: ])?)`[^`\s][^`]*`$/;

/** Returns true if the string has such a form. */
function reportUnexpanded(node: StringNode, report: Report): boolean {
  const [form, expression, variable] = unexpanded.exec(node.value) ?? [];
  if (form === undefined || tokenIn(form) !== undefined) return false;
  const name = variable ?? (expression && variableNameFrom(expression.slice(expression.lastIndexOf('.') + 1)));
  if (name === undefined) {
    const remedy = l10n.t('Put the result in a variable such as ${NAME}');
    report(node, l10n.t('No agent runs {0}: the server gets it as text. {1}.', quote(maskTokens(form)), remedy));
    return true;
  }
  const better = node.value.replace(form, () => `\${${name}}`);
  const message = l10n.t('No agent expands {0}: the server gets it as text. Use {1}.', quote(form), `\${${name}}`);
  reportWith(node, better, l10n.t('Change to {0}', `\${${name}}`), message, report);
  return true;
}

/**
 * Forms that shells support and Oh My Pi doesn't, and settings of desktop extensions: `${X:?}`, `${user_config.x}`.
 * Without the colon, `X?` is the name of a variable.
 */
const unsupported = /\$\{(?:user_config\.([\w.-]+)|([A-Za-z_]\w*):([?=+])([^{}]*))\}/;

function reportForm(
  { node }: ExpandableString,
  [form, setting, name = '', operator = '', value = '']: RegExpExecArray,
  report: Report,
  context: RuleContext,
): void {
  let better = operator === '+' ? undefined : ownForm(name, operator, value);
  if (setting !== undefined) better = `\${${variableNameFrom(setting)}}`;
  const remedy =
    better === undefined ? l10n.t('Use ${NAME} or ${NAME:-default}') : l10n.t('Use {0}', masked(better, name, value));
  const problem = notExpanded(context, quote(masked(form, name, value)));
  if (problem === undefined) return;
  const message = l10n.t('{0} {1}.', problem, remedy);
  const changed = node.value.replace(form, () => better ?? form);
  reportWith(node, changed, l10n.t('Change to {0}', masked(better ?? form, name, value)), message, report);
}

const ownForm = (name: string, operator: string, value: string): string =>
  operator === '?' ? `\${${name}}` : `\${${name}:-${value}}`;

/** Returns undefined if the variable can't have such a name. */
function asOwn([kind, name, fallback = '', braces, inside]: readonly unknown[]): string | undefined {
  const written = String(braces === undefined ? name : inside);
  const own = (braces ?? kind) === 'env' ? environmentName(written) : variableNameFrom(written);
  return own && `\${${own}${fallback}}`;
}

/** In `$A$B`, the second one follows a letter. */
const bare = /(?<![\\$\w])(?:\$[A-Z_][A-Z0-9_]*\b)+/g;
const windows = /%([A-Z_][A-Z0-9_]{2,})%/g;

export const dollarVariable: TextRule = {
  code: 'dollar-variable',
  severity: 'warning',
  on: { marks: Mark.dollar + Mark.percent },
  docs: {
    title: 'Variable without braces',
    why: 'Strings are not processed by a shell. $NAME and %NAME% are passed to the server unchanged; Oh My Pi expands ${NAME}.',
    wrong: withArgument('$HOME/docs'),
    right: withArgument('${HOME}/docs'),
  },
  check(text, { launch }, report, context) {
    const { node, field } = text;
    const { value } = node;
    // In a URL, % starts a percent-encoded character.
    const [found] = value.match(bare) ?? (field === 'url' ? null : value.match(windows)) ?? [];
    if (found === undefined || isReadByShell(launch, text)) return;
    const [first = '', name = ''] = /[$%](\w+)%?/.exec(found) ?? [];
    const better = value.replace(bare, (names) => names.replace(/\$(\w+)/g, '${$1}'));
    const problem = notExpanded(
      context,
      quote(first),
      first.startsWith('$')
        ? (facts) => variableResult(facts, field, { form: 'dollar', name, text: first }) === 'text'
        : undefined,
    );
    if (problem === undefined) return;
    const message = l10n.t('{0} Use {1}.', problem, `\${${name}}`);
    const changed = field === 'url' ? better : better.replace(windows, '${$1}');
    reportWith(node, changed, l10n.t('Change to ${NAME}'), message, report);
  },
};

const home = /(^|(?<!\{file)[=:])~(?=$|[\\/])/g;

export const tildePath: TextRule = {
  code: 'tilde-path',
  severity: 'warning',
  on: { fields: ['command', 'args', 'env', 'cwd'], marks: Mark.tilde },
  docs: {
    title: 'Tilde for the home folder',
    why: 'Strings are not processed by a shell, so ~ is passed to the server unchanged.',
    wrong: withArgument('~/docs'),
    right: withArgument('${HOME}/docs'),
  },
  check(text, { launch }, report, context) {
    const { node } = text;
    const better = node.value.replace(home, '$1${HOME}');
    if (better === node.value || isReadByShell(launch, text)) return;
    const problem = notExpanded(context, quote('~'), ({ tilde }) => tilde?.includes(text.field) === false);
    if (problem === undefined) return;
    const message = l10n.t('{0} Use ${HOME} or the full path.', problem);
    reportWith(node, better, l10n.t('Change to ${HOME}'), message, report);
  },
};

export const hostVariable: TextRule = {
  code: 'host-variable',
  severity: 'information',
  on: { marks: Mark.dollar },
  docs: {
    title: 'Variable set by another tool only',
    why: 'The variable has a value in one tool only. Elsewhere, the text ${…} is passed to the server unchanged.',
    wrong: withArgument('${CLAUDE_PROJECT_DIR}/docs'),
    right: withArgument('${CLAUDE_PROJECT_DIR:-.}/docs'),
  },
  check({ node }, _entry, report, { environment, level }) {
    const found = writtenVariables(node.value).find(
      ({ name, fallback }) => fallback === undefined && hostVariables.has(name) && environment?.has(name) !== true,
    );
    if (found === undefined) return;
    const { name } = found;
    const inPlugins = pluginVariable.test(name);
    // Outside the folders of Oh My Pi, a file with such a variable belongs to a plugin.
    if (inPlugins && level !== undefined && outsideOwnFolders.has(level)) return;
    const remedy = name === 'userHome' ? l10n.t('Use ${HOME}') : l10n.t('Add a default, such as {0}', `\${${name}:-.}`);
    const shown = `\${${name}}`;
    const message = inPlugins
      ? l10n.t('Only plugins receive {0}. {1}.', shown, remedy)
      : l10n.t('Only {0} sets {1}. {2}.', hostVariables.get(name) ?? '', shown, remedy);
    report(node, message, () => hostFixes(node, name));
  },
};

const outsideOwnFolders: ReadonlySet<DocumentLevel> = new Set(['standalone', 'imported', 'plugin', 'foreign'] as const);
const pluginVariable = /PLUGIN_(?:ROOT|DATA)$/;

function hostFixes(node: ExpandableString['node'], name: string): readonly Fix[] {
  const write = (text: string): Fix =>
    choice(l10n.t('Change to {0}', text), replaceString(node, node.value.replaceAll(`\${${name}}`, text)));
  if (name === 'userHome') return [write('${HOME}')];
  if (name === 'pathSeparator') return [write('/')];
  return [write(`\${${name}:-.}`)];
}

/** A name that a shell would read as a variable with an operator: `PORT-80`, `PORT?`. */
const shellName = /^([A-Za-z_]\w*)([-?=])(.*)$/s;

export const unsetVariable: TextRule = {
  code: 'unset-variable',
  severity: 'hint',
  on: { marks: Mark.dollar },
  // In the files of other tools, this form may be plain text.
  appliesIn: ({ environment, tool }) =>
    environment !== undefined && spelledVariable('NAME', tool) === spelledVariable('NAME', undefined),
  docs: {
    title: 'Unset variable',
    why: 'Without a value or a default, the text ${NAME} is passed to the server unchanged. Switchyard checks only the names of variables, never their values.',
    wrong: withArgument('${DOCS_HOME}'),
    right: withArgument('${DOCS_HOME:-docs}'),
    context: { environment: new Set(['HOME']) },
  },
  check(text, { launch }, report, { environment }) {
    if (environment === undefined) return;
    const { node } = text;
    for (const { name, fallback } of writtenVariables(node.value)) {
      if (fallback !== undefined || hostVariables.has(name) || environment.has(name) || tokenIn(name) !== undefined)
        continue;
      // foreign-variable reports the former. A shell expands more forms, such as ${PORT-80}.
      if (name.startsWith('user_config.') || (!/^[A-Za-z_]\w*$/.test(name) && isReadByShell(launch, text))) continue;
      const [, base = '', operator = '', value = ''] = shellName.exec(name) ?? [];
      if (operator !== '') {
        const better = ownForm(base, operator, value);
        // What looks like a default may be a secret.
        const masked = maskNamed(base, value);
        const shown = ownForm(base, operator, masked);
        const message = l10n.t(
          "The environment variable {0} isn't set. Did you mean {1}?",
          quote(base + operator + masked),
          shown,
        );
        report(node, message, () => {
          const changed = node.value.replace(`\${${name}}`, () => better);
          return [choice(l10n.t('Change to {0}', shown), replaceString(node, changed))];
        });
      } else if (isUsualName(name)) {
        report(
          node,
          l10n.t(
            "The environment variable {0} isn't set. Set it, or add a default, such as {1}.",
            name,
            `\${${name}:-…}`,
          ),
        );
      }
    }
  },
};
