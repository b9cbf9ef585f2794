/** Values of `env` and `headers` that the agent does not pass on as they stand. */
import { replaceString, safe } from '../fixes/fix.ts';
import type { TextRule } from './rule.ts';
import { fileWith, quote } from './words.ts';

export const shellValue: TextRule = {
  kind: 'text',
  code: 'shell-value',
  severity: 'information',
  docs: {
    title: 'Value that the agent runs',
    why: 'A value in env or headers that begins with an exclamation mark is a shell command. The agent runs it at each start, for up to 10 seconds, and takes what it prints. This tool never runs it.',
    wrong: fileWith('{"command": "docs-server", "env": {"DOCS_TOKEN": "!print-token"}}'),
    right: fileWith(`{"command": "docs-server", "env": {"DOCS_TOKEN": "$${'{DOCS_TOKEN}'}"}}`),
  },
  check({ field, node }, _entry, report) {
    if ((field !== 'env' && field !== 'headers') || !/^!\s*\S/.test(node.value)) return;
    report(node, 'The agent runs this as a shell command and takes what it prints: be sure that you trust it.');
  },
};

export const valueNamesVariable: TextRule = {
  kind: 'text',
  code: 'value-names-variable',
  severity: 'hint',
  docs: {
    title: 'Value that is the name of a variable',
    why: 'In env and headers a value that is exactly the name of a set environment variable is replaced by what that variable holds.',
    wrong: fileWith('{"command": "docs-server", "env": {"DOCS_TOKEN": "OTHER_TOKEN"}}'),
    right: fileWith(`{"command": "docs-server", "env": {"DOCS_TOKEN": "$${'{OTHER_TOKEN}'}"}}`),
    context: { environment: new Set(['OTHER_TOKEN']) },
  },
  check({ field, node }, _entry, report, { environment }) {
    if ((field !== 'env' && field !== 'headers') || environment === undefined) return;
    if (!/^[A-Za-z_]\w*$/.test(node.value) || !environment.has(node.value)) return;
    const name = node.value;
    report(node, `The agent puts the value of the variable ${quote(name)} here: write $\{${name}} to say so.`, {
      fixes: () => [safe(`Write $\{${name}}`, replaceString(node, `$\{${name}}`))],
    });
  },
};
