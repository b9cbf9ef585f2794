/**
 * The peer of our language server: built from the usual packages, with the same schema.
 * vscode-languageserver, vscode-json-languageservice, diagnostics on open and on each change.
 */
import { getLanguageService, type JSONSchema } from 'vscode-json-languageservice';
import { createConnection, ProposedFeatures, TextDocumentSyncKind, TextDocuments } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import schema from '../../schemas/mcp.schema.json' with { type: 'json' };

const connection = createConnection(ProposedFeatures.all);
const documents = new TextDocuments(TextDocument);
const service = getLanguageService({});
service.configure({
  validate: true,
  schemas: [{ uri: schema.$id, fileMatch: ['*'], schema: schema as unknown as JSONSchema }],
});

let pulled = false;
connection.onInitialize(({ capabilities }) => {
  pulled = capabilities.textDocument?.diagnostic !== undefined;
  return {
    capabilities: {
      ...(pulled && { diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false } }),
      textDocumentSync: TextDocumentSyncKind.Incremental,
      completionProvider: { triggerCharacters: ['"', ':'] },
      hoverProvider: true,
    },
  };
});
documents.onDidChangeContent(async ({ document }) => {
  if (pulled) return;
  const diagnostics = await service.doValidation(document, service.parseJSONDocument(document));
  await connection.sendDiagnostics({ uri: document.uri, version: document.version, diagnostics });
});
connection.onCompletion(({ textDocument, position }) => {
  const document = documents.get(textDocument.uri);
  return document && service.doComplete(document, position, service.parseJSONDocument(document));
});
connection.onHover(({ textDocument, position }) => {
  const document = documents.get(textDocument.uri);
  return document && service.doHover(document, position, service.parseJSONDocument(document));
});
connection.languages.diagnostics.on(async ({ textDocument }) => {
  const document = documents.get(textDocument.uri);
  const items = document ? await service.doValidation(document, service.parseJSONDocument(document)) : [];
  return { kind: 'full', items };
});
documents.listen(connection);
connection.listen();
