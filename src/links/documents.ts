/** Workflows and runs as read-only documents, for what no view lists. */
import { Uri, window, workspace } from 'vscode';
import { recordScheme } from '../shared/contract.ts';
import { describeFailure } from '../shared/messages.ts';
import { readLink } from './address.ts';
import type { Places, Target } from './places.ts';

/** What was asked for before its document was opened. */
const fresh = new Map<string, string>();

/** Asks for the record, and opens its document only when it is there. @throws ApiFailure */
export async function openRecord(places: Places, target: Target): Promise<void> {
  const uri = Uri.from({ scheme: recordScheme, path: `/${target.kind}/${target.id}.json` });
  fresh.set(uri.path, await read(places, target));
  places.changed(uri);
  await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true });
}

/** The text of such a document, asked for anew where it comes back after a reload. */
export async function recordText(places: Places, { path }: Uri): Promise<string> {
  const text = fresh.get(path);
  fresh.delete(path);
  if (text !== undefined) return text;
  const target = readLink({ path: path.replace(/\.json$/, ''), query: '', fragment: '' });
  if (!target) return '';
  return read(places, target).catch((error: unknown) => `// ${describeFailure(error)}\n`);
}

async function read({ connection }: Places, { kind, id }: Target): Promise<string> {
  const record = await connection.run<unknown>((client) =>
    kind === 'workflow' ? client.getWorkflow(id) : client.getExecution(id),
  );
  return `${JSON.stringify(record, null, 2)}\n`;
}
