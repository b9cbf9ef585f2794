/** Capabilities of the language features. In a separate module, because the features are loaded on first use. */
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
