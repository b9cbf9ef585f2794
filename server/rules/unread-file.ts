/** Files whose servers no agent uses: files that none reads, and lists instead of maps. */
import * as l10n from '@vscode/l10n';
import { misplacedMaps, placedServers } from '../config/files/placed-servers.ts';
import { holdsServers } from '../config/servers/recognize-servers.ts';
import { type JsonNode, memberValue } from '../config/text/json.ts';
import { quote } from './message-text.ts';
import type { DocumentRule } from './rule.ts';

export const unreadFile: DocumentRule = {
  code: 'unread-file',
  severity: 'warning',
  appliesIn: ({ unread }) => unread !== undefined,
  docs: {
    title: 'File that no agent reads',
    why: 'The name and the folder look like those of a config file, but Codex, for example, reads its servers from another one, and says nothing about this file.',
    wrong: '{"mcpServers": {"docs": {"command": "docs-server"}}}',
    right: '{}',
    context: { level: 'foreign', unread: { tool: 'Codex', target: '.codex/config.toml' } },
  },
  check({ root }, report, { unread }) {
    if (unread === undefined) return;
    const { tool, target } = unread;
    const [servers] = placedServers(root);
    if (servers === undefined) return;
    const problem =
      tool === undefined
        ? l10n.t('No known agent reads servers from this file.')
        : l10n.t('{0} reads no servers from this file.', tool);
    report(servers.at, l10n.t('{0} Move them to {1}.', problem, target));
  },
};

export const unreadProperty: DocumentRule = {
  code: 'unread-property',
  severity: 'warning',
  appliesIn: ({ roots }) => roots !== undefined,
  docs: {
    title: "Servers under a property that isn't read",
    why: 'Agents have different names for the map of servers: "servers" in VS Code, "mcp" in OpenCode, "mcpServers" in others. Servers under another name are ignored without a message.',
    wrong: '{"servers": {"docs": {"command": "docs-server"}}}',
    right: '{"mcpServers": {"docs": {"command": "docs-server"}}}',
    context: { tool: 'Cursor', roots: ['mcpServers'], level: 'foreign', severities: { 'other-dialect': 'off' } },
  },
  check({ root }, report, { tool, roots: [usual, ...more] = [] }) {
    if (usual === undefined || tool === undefined) return;
    const isThere = memberValue(root, usual) !== undefined;
    for (const { path, members, isCertain } of misplacedMaps(root, new Set([usual, ...more]), new Set())) {
      const [first] = members;
      if (!isCertain || first === undefined) continue;
      const under = path.join('.');
      const problem =
        path.length === 0
          ? l10n.t("{0} doesn't look for servers at the top level.", tool)
          : l10n.t("{0} doesn't look for servers under {1}.", tool, quote(under));
      const remedy = isThere
        ? l10n.t('Move them to {0}.', quote(usual))
        : path.length === 0
          ? l10n.t('Wrap the servers in {0}.', quote(usual))
          : l10n.t('Rename {0} to {1}.', quote(under), quote(usual));
      report(first.key, `${problem} ${remedy}`);
      return;
    }
  },
};

export const serversList: DocumentRule = {
  code: 'servers-list',
  severity: 'error',
  appliesIn: ({ tool }) => tool !== undefined,
  docs: {
    title: 'List instead of named servers',
    why: 'The servers of a file have names: they are the keys of an object. VS Code and others load no server from a list.',
    wrong: '{"servers": [{"name": "docs", "command": "docs-server"}]}',
    right: '{}',
    context: { tool: 'VS Code', level: 'foreign', severities: { 'other-dialect': 'off' } },
  },
  check({ root }, report) {
    for (const path of roots) {
      const list = path.reduce<JsonNode | undefined>(memberValue, root);
      if (list?.type !== 'array' || !holdsServers(list)) continue;
      report(
        list,
        l10n.t('Expected an object with the names of the servers as keys in {0}, got an array.', quote(path.join('.'))),
      );
      return;
    }
  },
};

/** Those of other tools: the format has a rule for its own. */
const roots: readonly (readonly string[])[] = [['servers'], ['mcp', 'servers'], ['mcp'], ['context_servers']];
