/** Completes environment variables: those that are set, and those that the file already uses. */
import * as l10n from '@vscode/l10n';
import { CompletionItemKind } from 'vscode-languageserver';
import { writtenVariables } from '../../common/variables.ts';
import type { ConfigDocument } from '../config/document.ts';
import { endOf, type JsonNode, type ObjectNode } from '../config/json.ts';
import { isUsualName } from '../config/variable-syntax.ts';
import { expandedStringAt } from '../config/variable-uses.ts';
import type { Proposal } from './completion-proposal.ts';
import type { DocumentContext } from './server-status.ts';
import { plain } from './snippets.ts';

/** Returns variables if the cursor is after `${` in a value that the agent expands; otherwise undefined. */
export function variablesAt(context: DocumentContext, offset: number): readonly Proposal[] | undefined {
  const document = context.document.config;
  const node = expandedStringAt(document, offset);
  if (node === undefined) return undefined;
  const { text } = document;
  const begun = /\$\{[\w.()+-]*$/.exec(text.slice(node.offset, offset))?.[0];
  if (begun === undefined) return undefined;
  const after = text.slice(offset, endOf(node));
  const rest = /^(?:[\w.()+-]*(?=:-|\}))|^\w*/.exec(after)?.[0] ?? '';
  // A default is kept, and so is the brace after it.
  const end = after.startsWith(':-', rest.length) ? '' : '}';
  const isClosed = after.startsWith('}', rest.length);
  const replace = { offset: offset - begun.length, length: begun.length + rest.length + (isClosed ? 1 : 0) };
  const set = context.variables.filter(isUsualName);
  const others = variablesInUse(document, node).filter((name) => isUsualName(name) && !set.includes(name));
  return [...set, ...others].map((name, index) => ({
    label: name,
    kind: CompletionItemKind.Variable,
    filter: `\${${name}}`,
    markdown:
      index < set.length
        ? l10n.t('Set in the environment of the editor.')
        : l10n.t('Used elsewhere in this file, but not set.'),
    snippet: plain(`\${${name}${end}`),
    replace,
  }));
}

/** Returns names for `env` that it doesn't have: those that other servers in the file set, then those in the environment. */
export function variablesForEnv(
  { document, variables }: DocumentContext,
  env: ObjectNode,
  at: JsonNode | undefined,
): readonly { readonly name: string; readonly markdown: string }[] {
  const { liveServers } = document.config;
  const written = new Set(env.members.flatMap(({ key }) => (key === at ? [] : [key.value])));
  const names = liveServers.flatMap(({ parsed }) => {
    const map = parsed?.group.fields.get('env')?.value;
    return map?.type === 'object' && map !== env ? map.members.map(({ key }) => key.value) : [];
  });
  const others = new Set(names);
  return [...new Set([...others, ...variables])]
    .filter((name) => /^[A-Za-z_]\w*$/.test(name) && !written.has(name))
    .map((name) => ({
      name,
      markdown: others.has(name)
        ? l10n.t('Used by another server in this file.')
        : l10n.t('Set in the environment of the editor.'),
    }));
}

/** Returns the names of the variables in all values except one. */
function variablesInUse({ liveServers }: ConfigDocument, without: JsonNode): readonly string[] {
  const texts = liveServers.flatMap((entry) => entry.texts);
  const names = texts.flatMap(({ node }) =>
    node === without ? [] : writtenVariables(node.value).map(({ name }) => name),
  );
  return [...new Set(names)];
}
