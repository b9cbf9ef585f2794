/** Container options that a stdio server requires or can't use. */
import * as l10n from '@vscode/l10n';
import type { PackageRun } from '../config/packages/package.ts';
import type { ServerEntry } from '../config/servers/server-entry.ts';
import type { StringNode } from '../config/text/json.ts';
import { preferred, replaceString } from '../fixes/fix.ts';
import { insertBefore, removeItem } from '../fixes/members.ts';
import { fileWith, quote } from './message-text.ts';
import type { ServerRule } from './rule.ts';

const run = (...options: string[]): string =>
  fileWith(JSON.stringify({ command: 'docker', args: ['run', ...options, '--rm', 'docs-server:1.2.3'] }));

const right = run('-i');

function containerOf({ package: run }: ServerEntry): PackageRun | undefined {
  return run?.registry === 'image' ? run : undefined;
}

/** True for an option in its long form, or in a group of short ones such as `-it` or `-it=true`. */
function isOption({ value }: StringNode, short: string, long: string): boolean {
  if (value === `--${long}` || value === `--${long}=true`) return true;
  return /^-[ditP]+(?:=true)?$/.test(value) && shortOptions(value).includes(short);
}

const shortOptions = (word: string): string => word.replace(/=.*/s, '');

export const containerWithoutInput: ServerRule = {
  code: 'container-without-input',
  severity: 'warning',
  on: { isProcess: true, has: 'command' },
  docs: {
    title: 'Container without standard input',
    why: 'Without -i, the container gets no standard input, so a stdio server ends or never answers.',
    wrong: run(),
    right,
  },
  check(_server, entry, report) {
    const container = containerOf(entry);
    // Checks the whole command line, because an unknown option may hide the options after it.
    const words = entry.launch?.words ?? [];
    if (container === undefined || words.some((word) => isOption(word, 'i', 'interactive'))) return;
    const { first, runner, node } = container;
    report(
      node,
      l10n.t('{0} without "-i" gives the server no standard input. Add "-i".', quote(runner.join(' '))),
      ({ text }) => [preferred(l10n.t('Add {0}', '"-i"'), insertBefore(text, first, '"-i"'))],
    );
  },
};

export const containerTerminal: ServerRule = {
  code: 'container-terminal',
  severity: 'warning',
  on: { isProcess: true, has: 'command' },
  docs: {
    title: 'Container with a terminal',
    why: 'With -t, the container gets a terminal, which fails without one on the other side, or changes the line endings of the messages.',
    wrong: run('-it'),
    right,
  },
  check({ group }, entry, report) {
    const option = containerOf(entry)?.options.find((word) => isOption(word, 't', 'tty'));
    const args = group.fields.get('args')?.value;
    if (option === undefined || args?.type !== 'array') return;
    const better = option.value.startsWith('--') ? '' : shortOptions(option.value).replaceAll('t', '');
    report(
      option,
      l10n.t('{0} gives the container a terminal, which a stdio server can\'t use. Remove "-t".', quote(option.value)),
      ({ text }) =>
        better.length > 1
          ? [preferred(l10n.t('Change to {0}', quote(better)), replaceString(option, better))]
          : [preferred(l10n.t('Remove {0}', quote(option.value)), ...removeItem(text, args, option))],
    );
  },
};
