/** The command line of a stdio server: arguments in the command, shells, and shell operators without a shell. */
import * as l10n from '@vscode/l10n';
import { wordSet } from '../../common/guards.ts';
import type { Group } from '../config/format/group.ts';
import { isCommandLine, type Launch, plainWords, type Shell } from '../config/packages/launch.ts';
import { endOf, memberSpan, type StringNode } from '../config/text/json.ts';
import { type Fix, insert, preferred, removal, replace, replaceString } from '../fixes/fix.ts';
import { insertAfter, member } from '../fixes/members.ts';
import { fileWith, quote, quoteValue } from './message-text.ts';
import { downloadIn } from './package-urls.ts';
import type { ServerRule } from './rule.ts';

export const commandWithArguments: ServerRule = {
  code: 'command-with-arguments',
  severity: 'warning',
  on: { isProcess: true, has: 'command' },
  docs: {
    title: 'Arguments in command',
    why: 'The whole command, spaces included, is used as the name of the program, so a command line is not found.',
    wrong: fileWith('{"command": "node server.js"}'),
    right: fileWith('{"command": "node", "args": ["server.js"]}'),
  },
  check(parsed, _entry, report) {
    const command = parsed.group.fields.get('command')?.value;
    if (command?.type !== 'string' || !isCommandLine(command.value)) return;
    report(
      command,
      l10n.t('{0} is used as the name of one program. Move the arguments to "args".', quoteValue(command.value)),
      ({ text }) => splitWords(text, parsed.group, command),
    );
  },
};

/** Keeps the first word as the command and moves the others to the start of `args`. */
function splitWords(text: string, { fields, aliases }: Group, command: StringNode): readonly Fix[] {
  const [first, ...others] = plainWords(command.value) ?? [];
  const self = fields.get('command');
  const args = fields.get('args')?.value;
  if (first === undefined || self === undefined || (args !== undefined && args.type !== 'array')) return [];
  if (aliases.has('args')) return [];
  const words = others.map((word) => JSON.stringify(word)).join(', ');
  const title = l10n.t('Move the arguments to "args"');
  if (args === undefined) {
    const { text: added } = insertAfter(text, memberSpan(self), member('args', `[${words}]`));
    return [preferred(title, replace(command, JSON.stringify(first) + added))];
  }
  const behind = args.items.length > 0 ? ', ' : '';
  return [preferred(title, replaceString(command, first), insert(args.offset + 1, words + behind))];
}

export const shellWrapper: ServerRule = {
  code: 'shell-wrapper',
  severity: 'information',
  on: { isProcess: true, has: 'command' },
  docs: {
    title: 'Shell as command',
    why: 'A shell exists only on some systems, interprets special characters, and may keep running when the server is stopped.',
    wrong: fileWith('{"command": "sh", "args": ["-c", "docs-server --quiet"]}'),
    right: fileWith('{"command": "docs-server", "args": ["--quiet"]}'),
  },
  check(parsed, { launch }, report) {
    const command = parsed.group.fields.get('command')?.value;
    if (launch?.shell === undefined || command === undefined || downloadIn(launch) !== undefined) return;
    const { kind, name } = launch.shell;
    const message =
      kind === 'cmd' && scripts.has(launch.program)
        ? l10n.t(
            'Starting the server with {0} works only on Windows, where some agents need it to start {1}. For other systems, start the program directly.',
            quote(name),
            quote(launch.program),
          )
        : worksOnly(kind, quote(name));
    report(command, message, () => withoutShell(parsed.group, launch));
  },
};

/** Programs that are scripts on Windows. */
const scripts = wordSet('npx npm pnpm pnpx yarn');

/** Returns the fix that starts the program directly; empty if the script is more than a program with arguments. */
function withoutShell({ fields }: Group, { words, shell }: Launch): readonly Fix[] {
  const command = fields.get('command')?.value;
  const args = fields.get('args')?.value;
  const [script, ...others] = words;
  if (command?.type !== 'string' || args?.type !== 'array' || script === undefined) return [];
  const inScript = (plainWords(script.value.trim()) ?? []).filter((word, index) => index > 0 || word !== 'exec');
  const [program, ...inner] = inScript;
  // Arguments after the script of a Unix shell are parameters of the script.
  if (program === undefined || (shell?.kind === 'posix' && others.length > 0)) return [];
  const first = args.items[0];
  if (first === undefined) return [];
  const before = { offset: first.offset, length: endOf(script) - first.offset };
  const rest = others[0];
  const gone = inner.length === 0 && rest !== undefined ? { ...before, length: rest.offset - first.offset } : before;
  const kept = inner.map((word) => JSON.stringify(word)).join(', ');
  const shellWords = [command, ...args.items.slice(0, shell?.script)].flatMap((word) =>
    word.type === 'string' ? [word.value] : [],
  );
  const title = l10n.t('Remove {0} and start {1} directly', quoteValue(shellWords.join(' ')), quoteValue(program));
  return [removal(title, replaceString(command, program), replace(gone, kept))];
}

function worksOnly(kind: Shell, shell: string): string {
  switch (kind) {
    case 'posix':
      return l10n.t('Starting the server with {0} works only on Unix. Start the program directly.', shell);
    case 'cmd':
      return l10n.t('Starting the server with {0} works only on Windows. Start the program directly.', shell);
    default:
      return l10n.t(
        'Starting the server with {0} works only with PowerShell installed. Start the program directly.',
        shell,
      );
  }
}

const operator = /^(?:&&|\|\||\||;|&|<|(?:\d|&)?>>?(?:&\d)?|(?:\d|&)?>>?\/dev\/null)$/;

/** True for the value of an option: `--delimiter ;`. In `--verbose | tee log`, a command follows, so it's an operator. */
const isSeparator = (value: string, before = '', after = '-'): boolean =>
  value.length === 1 && /^--\w[\w-]*$/.test(before) && (after.startsWith('-') || /sep|delim|join|split/i.test(before));

/** Programs with arguments that look like operators. */
const ownSyntax = wordSet('find test expr jq awk env wsl ssh xargs concurrently');

export const shellSyntax: ServerRule = {
  code: 'shell-syntax',
  severity: 'warning',
  on: { isProcess: true, has: 'command' },
  docs: {
    title: 'Shell operator without a shell',
    why: 'The program is started directly. Operators such as &&, | and > are passed to it as ordinary arguments.',
    wrong: fileWith('{"command": "docs-server", "args": ["--init", "&&", "docs-server"]}'),
    right: fileWith('{"command": "./scripts/docs-server.sh"}'),
  },
  check(_server, { launch }, report) {
    if (launch === undefined || launch.shell !== undefined || ownSyntax.has(launch.program)) return;
    const [, ...words] = launch.words;
    const found = words.find(
      ({ value }, index) =>
        operator.test(value) && !isSeparator(value, words[index - 1]?.value, words[index + 1]?.value),
    );
    if (found === undefined) return;
    report(
      found,
      l10n.t(
        '{0} is passed to the program as an argument, because no shell reads it. Use a script instead.',
        quote(found.value),
      ),
    );
  },
};
