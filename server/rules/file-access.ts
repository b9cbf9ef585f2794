/** Folders that a filesystem server makes accessible to the model. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how Oh My Pi's variables look
import * as l10n from '@vscode/l10n';
import type { StringNode } from '../config/text/json.ts';
import { fileWith, quote } from './message-text.ts';
import type { ServerRule } from './rule.ts';

const filesystemServer = /(?:^|[/\\])(?:mcp-)?server-filesystem(?:@[^/\\]*)?$|(?:^|\/)filesystem-mcp(?:@[^/]*)?$/;
const whole = /^(?:[/\\]|[A-Za-z]:[\\/]?)$/;
const home =
  /^(?:~|\$\{(?:HOME|USERPROFILE|userHome|env:HOME)\}|\$HOME|%USERPROFILE%|\/root|\/(?:home|Users)\/[^/]+|[A-Za-z]:[\\/]Users[\\/][^\\/]+)[\\/]?$/;

export const wideAccess: ServerRule = {
  code: 'wide-file-access',
  severity: 'warning',
  on: { isProcess: true, has: 'command' },
  docs: {
    title: 'File access to the whole disk or home folder',
    why: 'The server can read and change all files in this folder, including keys and settings of other programs. The folders of a project are enough for most tasks.',
    wrong: fileWith('{"command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem@2025.8.21", "/"]}'),
    right: fileWith(
      '{"command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem@2025.8.21", "./docs"]}',
    ),
  },
  check(_server, { launch }, report) {
    const words: readonly StringNode[] = launch?.words ?? [];
    const start = words.findIndex(({ value }) => filesystemServer.test(value));
    if (start < 0) return;
    for (const word of words.slice(start + 1)) {
      const what = whole.test(word.value)
        ? l10n.t('all files of the disk')
        : home.test(word.value)
          ? l10n.t('the whole home folder')
          : '';
      if (what !== '')
        report(
          word,
          l10n.t('{0} gives the server access to {1}. Use the folder that it needs.', quote(word.value), what),
        );
    }
  },
};
