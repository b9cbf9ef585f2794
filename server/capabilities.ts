/** What the language features announce to an editor. Apart from the features, which are read when one is first asked for. */
import type { ClientCapabilities, ServerCapabilities } from 'vscode-languageserver';
import { codeActionKinds, tokenTypes } from './features/kinds.ts';

/** @param capabilities what the editor can do */
export function serverCapabilities({ textDocument }: ClientCapabilities): ServerCapabilities {
  const prepared = textDocument?.rename?.prepareSupport === true;
  return {
    completionProvider: { triggerCharacters: ['"', ':', '{'] },
    hoverProvider: true,
    codeActionProvider: { codeActionKinds: [...codeActionKinds], resolveProvider: true },
    definitionProvider: true,
    referencesProvider: true,
    documentHighlightProvider: true,
    renameProvider: prepared ? { prepareProvider: true } : true,
    documentSymbolProvider: true,
    workspaceSymbolProvider: true,
    documentLinkProvider: {},
    foldingRangeProvider: true,
    selectionRangeProvider: true,
    documentFormattingProvider: true,
    documentRangeFormattingProvider: true,
    semanticTokensProvider: { legend: { tokenTypes: [...tokenTypes], tokenModifiers: [] }, full: true, range: true },
    inlayHintProvider: true,
    codeLensProvider: {},
  };
}
