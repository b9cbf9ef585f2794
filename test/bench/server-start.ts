/** Starts a language server as an editor does, and takes the time until its first diagnostics. */
import { spawn } from 'node:child_process';
import {
  createMessageConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';

/**
 * Milliseconds from `spawn` to the first `publishDiagnostics` for a document with this text, over stdio.
 * @throws Error when the server finds nothing wrong, or ends before it answers.
 */
export async function timeToFirstDiagnostics(script: string, text: string): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, [script, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  try {
    const published = new Promise<PublishDiagnosticsParams>((resolve, reject) => {
      connection.onNotification('textDocument/publishDiagnostics', resolve);
      child.once('exit', (code) => reject(new Error(`${script} ended with ${code} before it answered.`)));
    });
    connection.listen();
    await connection.sendRequest('initialize', { processId: process.pid, rootUri: null, capabilities: {} });
    await connection.sendNotification('initialized', {});
    const textDocument = { uri: 'file:///project/.mcp.json', languageId: 'json', version: 1, text };
    await connection.sendNotification('textDocument/didOpen', { textDocument });
    const { diagnostics } = await published;
    const took = performance.now() - started;
    if (diagnostics.length === 0) throw new Error(`${script} found nothing wrong.`);
    await connection.sendRequest('shutdown');
    await connection.sendNotification('exit');
    await ended;
    return took;
  } finally {
    connection.dispose();
    child.kill();
  }
}

/** A config file of so many servers, the last of which has a mistake. */
export function configOf(servers: number): string {
  const entries = Array.from({ length: servers }, (_, index): [string, object] => [
    `server-${index}`,
    serverNumber(index, servers),
  ]);
  return JSON.stringify({ mcpServers: Object.fromEntries(entries) }, null, 2);
}

function serverNumber(index: number, servers: number): object {
  if (index === servers - 1) return { command: 'npx', timeout: -1 };
  if (index % 3 === 0)
    return { type: 'http', url: `https://example.com/${index}/mcp`, headers: { Accept: 'text/plain' } };
  return { command: 'npx', args: ['-y', `package-${index}@1.0.0`], env: { LOG_LEVEL: 'info' }, timeout: 30_000 };
}
