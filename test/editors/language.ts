/** Messages of the packed language server in the language of the editor. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import {
  createProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { equal } from './user-environment.ts';

/** Opens a file with a mistake in several editor languages. */
export async function speaksLanguages(folder: string): Promise<void> {
  equal(await messageIn(folder, 'de-AT'), 'Unbekannte Eigenschaft "comand". Meinten Sie "command"?', 'in German');
  equal(await messageIn(folder, 'zh-cn'), '未知属性 "comand"。你是否想用 "command"？', 'in Chinese');
  equal(
    await messageIn(folder, 'xx'),
    'Unknown property "comand". Did you mean "command"?',
    'in a language without texts',
  );
}

/** Returns the server's first message for this locale. */
async function messageIn(folder: string, locale: string): Promise<string | undefined> {
  const program = path.join(folder, 'lib/node_modules/@switchyard-dev/mcp-config/dist/server.js');
  const server = spawn(process.execPath, [program, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const editor = createProtocolConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  try {
    const published = new Promise<PublishDiagnosticsParams>((resolve) =>
      editor.onNotification('textDocument/publishDiagnostics', resolve),
    );
    editor.listen();
    await editor.sendRequest('initialize', { processId: null, rootUri: null, capabilities: {}, locale });
    await editor.sendNotification('initialized', {});
    const text = '{ "mcpServers": { "a": { "comand": "x" } } }';
    const textDocument = { uri: 'file:///project/mcp.json', languageId: 'json', version: 1, text };
    await editor.sendNotification('textDocument/didOpen', { textDocument });
    const found = (await published).diagnostics.find(({ code }) => code === 'unknown-key');
    return typeof found?.message === 'string' ? found.message : undefined;
  } finally {
    editor.dispose();
    server.kill();
  }
}
