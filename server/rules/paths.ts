/** Paths that exist on one machine only. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how Oh My Pi's variables look

import * as l10n from '@vscode/l10n';
import { absolutePathTools } from '../../common/generated/tools.ts';
import { isPlaceholder } from '../../common/text/secrets.ts';
import type { ExpandableString } from '../config/format/expandable-strings.ts';
import { partsHere } from '../config/packages/elsewhere.ts';
import { endOf } from '../config/text/json.ts';
import { Mark } from '../config/text/marks.ts';
import { nestedVariable } from '../config/variables/variable-syntax.ts';
import { spelledVariable } from '../config/variables/written-variables.ts';
import { applyChanges, choice, replace, replaceString } from '../fixes/fix.ts';
import { isShared } from './context.ts';
import { fileWith, quote } from './message-text.ts';
import type { TextRule } from './rule.ts';

/** Home folders and drives, except for the home folders that are common in containers. */
const oneMachine =
  /(?:^|[\s=:;,"'])(\/Users\/(?!Shared\b)[^/\s:;,"']+|\/home\/(?!(?:node|app|user|vscode|runner|nonroot)(?:[/:]|$))[^/\s:;,"']+|\/root(?=\/|$)|\/mnt\/[a-z](?=\/)|\/Volumes\/[^/]+|\/Applications(?=\/)|[A-Za-z]:[\\/](?!\/))/;
/** Doesn't match after a drive letter (`C:${HOME}` isn't a path), or a name that contains a space. */
const homeFolder = /(^|(?<!\b[A-Za-z]):|[\s=;,"'])(?:\/Users|\/home)\/[^/\s:;,"']+(?=[/:;,"']|$)/g;

/** @param tool of the file; Oh My Pi if undefined */
function remedyFor(field: ExpandableString['field'], tool: string | undefined): string {
  const variable = field === 'headers' ? spelledVariable('NAME', tool) : undefined;
  if (variable !== undefined) return l10n.t('Use a variable such as {0}', variable);
  return field === 'command' ? l10n.t('Use a program on PATH') : l10n.t('Use a path relative to the project');
}

export const machinePath: TextRule = {
  code: 'machine-path',
  severity: 'warning',
  on: { fields: ['command', 'args', 'env', 'cwd', 'headers'], marks: Mark.slash },
  appliesIn: (context) =>
    (isShared(context) || context.isOfProject === true) && !absolutePathTools.includes(context.tool ?? ''),
  docs: {
    title: 'Machine-specific path in a shared file',
    why: 'Everyone who works on the project gets this file, and the path may not exist on their machines. Paths in containers, of other machines (ssh), and in WSL are not reported, and none in files of Claude Desktop, which starts servers in no project folder.',
    wrong: fileWith('{"command": "/home/ada/bin/docs-server"}'),
    right: fileWith('{"command": "docs-server"}'),
    context: { level: 'project' },
  },
  check(text, { launch }, report, { tool }) {
    const { field, node } = text;
    const { value } = node;
    if (isPlaceholder(value)) return;
    const parts = partsHere(launch, text);
    const found = parts.flatMap(({ offset, length }) => {
      const part = value.slice(offset, offset + length);
      return oneMachine.exec(part)?.[1] ?? [];
    })[0];
    if (found === undefined) return;
    const remedy = remedyFor(field, tool);
    const home = spelledVariable('HOME', tool);
    const better = applyChanges(
      value,
      parts.map((part) => {
        const written = value.slice(part.offset, endOf(part));
        return replace(part, home === undefined ? written : written.replace(homeFolder, (_, before) => before + home));
      }),
    );
    report(
      node,
      l10n.t('The path {0} may not exist on other machines, and this file is shared. {1}.', quote(`${found}…`), remedy),
      () =>
        better === value || nestedVariable(better) !== undefined
          ? []
          : [choice(l10n.t('Use {0} for the home folder', home ?? ''), replaceString(node, better))],
    );
  },
};
