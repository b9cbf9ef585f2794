/** Names in the two lists that don't match a server. */
import * as l10n from '@vscode/l10n';
import { hasLists } from '../../agents/oh-my-pi.ts';
import { closestMatch } from '../../config/closest-match.ts';
import { quote } from '../message-text.ts';
import type { CrossRule } from './cross-rule.ts';

/** Each takes some microseconds, so a list with more unknown names gets no suggestions. */
const mostComparisons = 20_000;

export const unknownListedName: CrossRule = {
  code: 'unknown-listed-name',
  severity: 'information',
  docs: {
    title: 'Unknown server in a list',
    why: 'The lists refer to servers by name. No file that Oh My Pi reads for the open folders defines a server with this name. It may be removed, misspelled, or part of a project that is not open. Servers of plugins, and names in a repository of dotfiles, are reported only if they look misspelled.',
    wrong: '{"mcpServers": {"docs": {"command": "docs-server"}}, "disabledServers": ["dosc"]}',
    right: '{"mcpServers": {"docs": {"command": "docs-server"}}, "disabledServers": ["docs"]}',
  },
  check({ file, effective, elsewhere, place }, report) {
    if (!hasLists(file.source)) return;
    const all = [effective, ...elsewhere];
    const unknown = file.items.filter(({ name }) => all.every((each) => each.withName(name).length === 0));
    if (unknown.length === 0) return;
    const names = [...new Set(all.flatMap((each) => [...each.names]))];
    const suggests = unknown.length * names.length <= mostComparisons;
    for (const { list, name, node } of unknown) {
      const meant = suggests ? closestMatch(name, names) : undefined;
      // Servers of plugins (<plugin>:<server>) aren't known, nor are the other files if this one is a copy in a
      // dotfiles repository.
      if (meant === undefined && (name.includes(':') || place.inDotfiles === true)) continue;
      // The name may belong to a project that isn't open, so it isn't necessarily wrong.
      const remedy =
        meant === undefined
          ? l10n.t("Check the spelling, or keep it for a project that isn't open.")
          : l10n.t('Did you mean {0}?', quote(meant));
      report(node, l10n.t('Unknown server {0} in "{1}". {2}', quote(name), list, remedy));
    }
  },
};
