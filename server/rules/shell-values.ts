/** Values of `env` and `headers` that Oh My Pi doesn't pass on unchanged. */
import * as l10n from '@vscode/l10n';
import { Mark } from '../config/text/marks.ts';
import { choice, replaceString } from '../fixes/fix.ts';
import { fileWith, quote } from './message-text.ts';
import { concernsOhMyPi } from './readers-meant.ts';
import type { TextRule } from './rule.ts';

export const shellValue: TextRule = {
  code: 'shell-value',
  severity: 'information',
  on: { fields: ['env', 'headers'], marks: Mark.exclamation },
  appliesIn: concernsOhMyPi,
  docs: {
    title: 'Value that is run as a command',
    why: 'A value in env or headers that starts with an exclamation mark is a shell command. Oh My Pi runs it at each start, for up to 10 seconds, and uses its output. Switchyard never runs it.',
    wrong: fileWith('{"command": "docs-server", "env": {"DOCS_TOKEN": "!print-token"}}'),
    right: fileWith(`{"command": "docs-server", "env": {"DOCS_TOKEN": "$${'{DOCS_TOKEN}'}"}}`),
  },
  check({ node }, _entry, report) {
    if (!/^!\s*\S/.test(node.value)) return;
    report(
      node,
      l10n.t('Oh My Pi runs this value as a shell command and uses its output. Make sure that you trust the command.'),
    );
  },
};

export const valueNamesVariable: TextRule = {
  code: 'value-names-variable',
  severity: 'hint',
  on: { fields: ['env', 'headers'] },
  appliesIn: (context) => context.environment !== undefined && concernsOhMyPi(context),
  docs: {
    title: 'Value that matches a variable name',
    why: 'In env and headers, Oh My Pi replaces a value that is exactly the name of a non-empty environment variable with the value of that variable. Other tools, and computers without the variable, use the value as written.',
    wrong: fileWith('{"command": "docs-server", "env": {"DOCS_TOKEN": "OTHER_TOKEN"}}'),
    right: fileWith(`{"command": "docs-server", "env": {"DOCS_TOKEN": "$${'{OTHER_TOKEN}'}"}}`),
    context: { environment: new Set(['OTHER_TOKEN']) },
  },
  check({ node }, _entry, report, { environment }) {
    if (/[}:]/.test(node.value) || environment?.has(node.value) !== true) return;
    const name = node.value;
    report(
      node,
      l10n.t(
        'Oh My Pi replaces this with the value of the environment variable {0}. Use {1} to make that explicit.',
        quote(name),
        `\${${name}}`,
      ),
      // Not safe: other tools, and computers without the variable, use the value as written.
      () => [choice(l10n.t('Change to {0}', `\${${name}}`), replaceString(node, `$\{${name}}`))],
    );
  },
};
