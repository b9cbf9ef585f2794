/** Memory of the server's own process: a file of ten thousand servers, and a thousand edits in it. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  createMessageConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { bundle } from './bundle.ts';
import { configOf } from './server-start.ts';

interface Row {
  readonly what: string;
  readonly figure: string;
  readonly bar: string;
  readonly met: boolean;
}

const uri = 'file:///project/.mcp.json';
/** MiB. */
const memoryBar = 120;
/** MiB by which two readings of a still heap differ. */
const noise = 4;

/** Linux only: elsewhere there is no way to read it, and there are no rows. */
export async function configMemory(servers = 10_000, edits = 1000): Promise<Row[]> {
  if (process.platform !== 'linux') return [];
  const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-bench-'));
  const script = await bundle('server/main.ts', folder);
  const child = spawn(process.execPath, [script, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  let published: (params: PublishDiagnosticsParams) => void = () => undefined;
  connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => published(params));
  const version = (wanted: number) =>
    new Promise<void>((resolve) => {
      published = (params) => (params.version === wanted ? resolve() : undefined);
    });
  try {
    connection.listen();
    await connection.sendRequest('initialize', { processId: process.pid, rootUri: null, capabilities: {} });
    await connection.sendNotification('initialized', {});
    const text = configOf(servers);
    let document = TextDocument.create(uri, 'json', 1, text);
    const first = version(1);
    await connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'json', version: 1, text },
    });
    await first;
    const places = Array.from(
      { length: 50 },
      (_, index) => text.indexOf('package-', Math.floor((text.length * index) / 50)) + 8,
    );
    let half = 0;
    for (let edit = 0; edit < edits; edit++) {
      const offset = places[Math.floor(edit / 2) % places.length] ?? 0;
      const start = document.positionAt(offset);
      const longer = edit % 2 === 0;
      const change = {
        range: { start, end: longer ? start : document.positionAt(offset + 1) },
        text: longer ? '7' : '',
      };
      document = TextDocument.update(document, [change], document.version + 1);
      const answered = version(document.version);
      await connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version: document.version },
        contentChanges: [change],
      });
      await answered;
      if (edit === edits / 2 - 1) half = await atRest(child.pid);
    }
    const end = await atRest(child.pid);
    const growth = end - half;
    return [
      {
        what: `memory of the server at rest, after ${servers} servers and ${edits} edits`,
        figure: `${end.toFixed(0)} MiB`,
        bar: `≤ ${memoryBar} MiB`,
        met: end <= memoryBar,
      },
      {
        what: `growth over the last ${edits / 2} edits`,
        figure: `${growth.toFixed(1)} MiB`,
        bar: `≤ ${noise} MiB`,
        met: growth <= noise,
      },
    ];
  } finally {
    connection.dispose();
    child.kill();
    await rm(folder, { recursive: true });
  }
}

/** What the process keeps: V8 gives memory back when nothing happens for a while. At most 15 s are waited for that. */
async function atRest(pid: number | undefined): Promise<number> {
  let least = await residentMebibytes(pid);
  for (let second = 0, still = 0; second < 15 && still < 6; second++) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const now = await residentMebibytes(pid);
    still = now < least - 1 ? 0 : still + 1;
    least = Math.min(least, now);
  }
  return least;
}

async function residentMebibytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}
