/**
 * An editor of CodeMirror with its own language client, whose transport is the standard input and output of our server.
 * Prints the findings that the editor shows before and after an edit. Runs in the folder of its packages.
 *
 * Usage: node codemirror-driver.mjs <server.js>
 */
import { spawn } from 'node:child_process';
import { JSDOM } from 'jsdom';

const { window } = new JSDOM('<body></body>', { pretendToBeVisual: true, url: 'https://editor.example' });
for (const name of Object.getOwnPropertyNames(window)) if (!(name in globalThis)) globalThis[name] = window[name];
// jsdom has no layout.
window.Range.prototype.getClientRects = () => [];

const { LSPClient, languageServerExtensions } = await import('@codemirror/lsp-client');
const { EditorView } = await import('@codemirror/view');
const { forEachDiagnostic } = await import('@codemirror/lint');

const server = spawn(process.execPath, [process.argv[2], '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
const listeners = new Set();
let received = Buffer.alloc(0);
server.stdout.on('data', (chunk) => {
  received = Buffer.concat([received, chunk]);
  for (;;) {
    const start = received.indexOf('\r\n\r\n') + 4;
    const end = start + Number(/Content-Length: (\d+)/i.exec(received.subarray(0, start).toString())?.[1]);
    if (start < 4 || received.length < end) return;
    const message = received.subarray(start, end).toString();
    received = received.subarray(end);
    for (const each of listeners) each(message);
  }
});
const client = new LSPClient({ rootUri: 'file:///project', extensions: languageServerExtensions() }).connect({
  send: (text) => server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`),
  subscribe: (listener) => listeners.add(listener),
  unsubscribe: (listener) => listeners.delete(listener),
});
await client.initializing;
const doc = '{ "mcpServers": { "a": { "comand": "x" } } }';
const view = new EditorView({
  doc,
  parent: window.document.body,
  extensions: [client.plugin('file:///project/mcp.json', 'json')],
});

/** Returns the findings once there are this many, or after ten seconds. */
async function findings(count) {
  for (let left = 100; ; left--) {
    const found = [];
    forEachDiagnostic(view.state, ({ message }, from, to) =>
      found.push(`${view.state.sliceDoc(from, to)}: ${message}`),
    );
    if (found.length === count || left === 0) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const before = await findings(1);
const from = doc.indexOf('comand');
view.dispatch({ changes: { from, to: from + 'comand'.length, insert: 'command' } });
console.log(JSON.stringify({ before, after: await findings(0) }));
process.exit();
