/** What a tool doesn't do with the servers in its own file. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look
import * as l10n from '@vscode/l10n';
import { plainTextTools, programTools } from '../../common/generated/tools.ts';
import { Mark } from '../config/text/marks.ts';
import { hostVariables, isReadByShell } from '../config/variables/variable-syntax.ts';
import { fileWith, quote } from './message-text.ts';
import type { ServerRule, TextRule } from './rule.ts';

const inDesktop = { tool: 'Claude Desktop', level: 'foreign', severities: { 'other-dialect': 'off' } } as const;
const right = fileWith('{"command": "docs-server"}');

export const toolWithoutUrls: ServerRule = {
  code: 'tool-without-urls',
  severity: 'warning',
  appliesIn: ({ tool }) => tool !== undefined && programTools.includes(tool),
  on: { isProcess: false, has: 'url' },
  docs: {
    title: 'URL in a file of a tool that only starts servers',
    why: 'Claude Desktop loads only servers with a command from its file. Servers with a URL are added as connectors in its settings, or run through a program such as mcp-remote.',
    wrong: fileWith('{"type": "http", "url": "https://example.com/mcp"}'),
    right: fileWith('{"command": "npx", "args": ["-y", "mcp-remote@0.1.38", "https://example.com/mcp"]}'),
    context: inDesktop,
  },
  check({ group }, _entry, report, { tool = '' }) {
    const url = group.fields.get('url');
    if (url === undefined) return;
    report(
      url.key,
      l10n.t(
        "{0} doesn't accept {1} in this file. Add the server as a connector in its settings, or use {2}.",
        tool,
        quote('url'),
        '"command": "npx", "args": ["-y", "mcp-remote", "…"]',
      ),
    );
  },
};

/** A variable in braces, or one or the home folder at the start of a path, or as the whole value. */
const expandable = /\$\{([A-Za-z_]\w*)(?::-[^{}]*)?\}|(?<=^|=)(?:\$([A-Za-z_]\w*)|%[A-Za-z_]\w*%|~)(?=$|[/\\])/;

export const toolWithoutVariables: TextRule = {
  code: 'tool-without-variables',
  severity: 'warning',
  appliesIn: ({ tool }) => tool !== undefined && plainTextTools.includes(tool),
  on: { marks: Mark.dollar + Mark.percent + Mark.tilde },
  docs: {
    title: 'Variable in a file of a tool that expands none',
    why: 'Claude Desktop passes texts to the server as they are written, so that the server gets the name of the variable instead of its value.',
    wrong: fileWith('{"command": "docs-server", "args": ["$DOCS_KEY"]}'),
    right,
    context: inDesktop,
  },
  check(text, { launch }, report, { tool = '' }) {
    const [found, inBraces, alone] = expandable.exec(text.node.value) ?? [];
    if (found === undefined || hostVariables.has(inBraces ?? alone ?? '') || isReadByShell(launch, text)) return;
    report(
      text.node,
      found === '~'
        ? l10n.t("{0} doesn't expand {1}. Write the full path.", tool, quote(found))
        : l10n.t("{0} doesn't expand {1}: the server gets it as text. Write the value.", tool, quote(found)),
    );
  },
};
