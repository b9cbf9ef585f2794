/** Settings that the agent doesn't import from another tool's file (spec config-format.md, Common fields). */
import * as l10n from '@vscode/l10n';
import { fileWith } from './message-text.ts';
import type { ServerRule } from './rule.ts';
import { removeKeyFix } from './unknown-keys.ts';

export const ignoredWhenImported: ServerRule = {
  code: 'ignored-when-imported',
  severity: 'information',
  tag: 'unnecessary',
  docs: {
    title: 'Property ignored in an imported file',
    why: 'Oh My Pi reads requestIdFormat and instructions only from its own files, not from files that it imports from other tools.',
    wrong: fileWith('{"command": "docs-server", "instructions": false}'),
    right: fileWith('{"command": "docs-server"}'),
    context: { level: 'imported' },
  },
  check({ group }, _entry, report, { level }) {
    if (level !== 'imported') return;
    for (const name of ['requestIdFormat', 'instructions']) {
      const field = group.fields.get(name);
      if (field === undefined) continue;
      report(
        field.key,
        l10n.t(
          '"{0}" is ignored in another tool\'s file. Move the server to an Oh My Pi file, or remove the property.',
          name,
        ),
        removeKeyFix(group.node, field.key),
      );
    }
  },
};
