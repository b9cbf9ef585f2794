/** Shell operators in a command line that isn't run by a shell. */
import * as l10n from '@vscode/l10n';
import { fileWith, quote } from './message-text.ts';
import type { ServerRule } from './rule.ts';

const operator = /^(?:&&|\|\||\||;|&|<|(?:\d|&)?>>?(?:&\d)?|(?:\d|&)?>>?\/dev\/null)$/;

/** True for the value of an option: `--delimiter ;`. */
const isSeparator = (value: string, before = ''): boolean => value.length === 1 && /^--\w[\w-]*$/.test(before);

/** Programs with arguments that look like operators. */
const ownSyntax: ReadonlySet<string> = new Set([
  'find',
  'test',
  'expr',
  'jq',
  'awk',
  'env',
  'wsl',
  'ssh',
  'xargs',
  'concurrently',
]);

export const shellSyntax: ServerRule = {
  code: 'shell-syntax',
  severity: 'warning',
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
      ({ value }, index) => operator.test(value) && !isSeparator(value, words[index - 1]?.value),
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
