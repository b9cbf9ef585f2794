/** textDocument/semanticTokens: the parts of `${VAR}` and `${VAR:-default}` in values that Oh My Pi expands. */
import { SemanticTokensBuilder } from 'vscode-languageserver';
import type { OpenDocument } from '../config/servers/open-document.ts';
import { endOf, type Span } from '../config/text/json.ts';
import { variableUses } from '../config/variables/variable-uses.ts';
import { tokenTypes } from './announced-kinds.ts';

interface Token extends Span {
  readonly type: (typeof tokenTypes)[number];
}

/** Returns the encoded tokens; if `within` is specified, only those of servers that touch it. */
export function semanticTokensOf({ text, config }: OpenDocument, within?: Span): number[] {
  const tokens: Token[] = [];
  for (const entry of config.liveServers) {
    const last = endOf(entry.value ?? entry.key);
    if (within !== undefined && (last < within.offset || entry.key.offset > endOf(within))) continue;
    for (const { node } of entry.texts) {
      for (const use of variableUses(config.text, node)) {
        tokens.push({ offset: use.offset, length: 2, type: 'operator' }, { ...use.nameSpan, type: 'variable' });
        if (use.fallback !== undefined) tokens.push({ offset: use.fallback.offset - 2, length: 2, type: 'operator' });
        tokens.push({ offset: endOf(use) - 1, length: 1, type: 'operator' });
      }
    }
  }
  tokens.sort((one, other) => one.offset - other.offset);
  const builder = new SemanticTokensBuilder();
  for (const { offset, length, type } of tokens) {
    const { line, character } = text.positionAt(offset);
    builder.push(line, character, length, tokenTypes.indexOf(type), 0);
  }
  return builder.build().data;
}
