/** Paths that exist on one machine only. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look

import { isPlaceholder } from '../../common/secrets.ts';
import type { ServerText } from '../config/texts.ts';
import { choice, replaceString } from '../fixes/fix.ts';
import { isShared } from './context.ts';
import type { TextRule } from './rule.ts';
import { fileWith, quote } from './words.ts';

/** Home folders and drives; in containers these few homes are the same everywhere. */
const oneMachine =
  /(?:^|[\s=:;,"'])(\/Users\/(?!Shared\b)[^/\s:;,"']+|\/home\/(?!(?:node|app|user|vscode|runner|nonroot)(?:[/:]|$))[^/\s:;,"']+|\/root(?=\/|$)|\/mnt\/[a-z](?=\/)|\/Volumes\/[^/]+|\/Applications(?=\/)|[A-Za-z]:[\\/](?!\/))/;
/** Not behind the letter of a drive: `C:${HOME}` is no path. */
const homeFolder = /(^|(?<!\b[A-Za-z]):|[\s=;,"'])(?:\/Users|\/home)\/[^/\s:;,"']+/g;

const fields: ReadonlySet<ServerText['field']> = new Set(['command', 'args', 'env', 'cwd'] as const);

export const machinePath: TextRule = {
  kind: 'text',
  code: 'machine-path',
  severity: 'warning',
  docs: {
    title: 'Path of one machine in a shared file',
    why: 'A file in a project goes to everybody who works on it, and on their machines this path does not exist.',
    wrong: fileWith('{"command": "/home/ada/bin/docs-server"}'),
    right: fileWith('{"command": "docs-server"}'),
    context: { level: 'project' },
  },
  check({ field, node }, _entry, report, context) {
    const { value } = node;
    if (!isShared(context) || !fields.has(field) || isPlaceholder(value)) return;
    const found = oneMachine.exec(value)?.[1];
    if (found === undefined) return;
    const remedy = field === 'command' ? 'name a program that is on PATH' : 'write a path relative to the project';
    const better = value.replace(homeFolder, '$1${HOME}');
    report(
      node,
      `The path ${quote(`${found}…`)} does not exist on every machine, and this file is shared: ${remedy}.`,
      {
        fixes: () =>
          better === value ? [] : [choice('Write ${HOME} for the home folder', replaceString(node, better))],
      },
    );
  },
};
