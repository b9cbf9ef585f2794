/** Names in `env` that can't be names of environment variables. */
import * as l10n from '@vscode/l10n';
import type { Member, ObjectNode } from '../config/text/json.ts';
import { preferred, replaceString } from '../fixes/fix.ts';
import { fileWith, quote } from './message-text.ts';
import type { FieldRule } from './rule.ts';

const withEnv = (name: string): string => fileWith(`{"command": "docs-server", "env": {"${name}": "1"}}`);

export const variableName: FieldRule = {
  code: 'variable-name',
  severity: 'warning',
  on: ({ name }) => name === 'env',
  docs: {
    title: 'Invalid name of an environment variable',
    why: 'A name in "env" is the plain name of a variable. It can\'t be empty or contain "=", and a dollar sign or braces become part of the name.',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: that is how Oh My Pi's variables look
    wrong: withEnv('${DOCS_TOKEN}'),
    right: withEnv('DOCS_TOKEN'),
  },
  check({ value: map }, _group, report) {
    if (map.type !== 'object') return;
    for (const { key, live } of map.members) {
      if (!live) continue;
      const { value: name } = key;
      const meant = /^\$(?:\{(\w+)\}|(\w+))$/.exec(name)?.slice(1).find(Boolean);
      if (name === '') report(key, l10n.t("The name of this variable is empty, so it isn't set. Enter a name."));
      else if (name.startsWith('=')) report(key, l10n.t('A name can\'t contain "=".'));
      else if (name.includes('='))
        // What follows may be a value.
        report(
          key,
          l10n.t('A name can\'t contain "=". Use {0} with a value.', quote(name.slice(0, name.indexOf('=')))),
        );
      else if (meant !== undefined)
        report(key, l10n.t('{0} is used as the name, with the dollar sign. Use {1}.', quote(name), quote(meant)), () =>
          isTaken(map, meant) ? [] : [preferred(l10n.t('Rename to {0}', quote(meant)), replaceString(key, meant))],
        );
    }
  },
};

function isTaken({ members }: ObjectNode, name: string): boolean {
  return members.some(({ key }: Member) => key.value === name);
}
