/** Adds servers from a text to a file: the user selects servers and resolves name conflicts; one edit applies all. */

import { l10n, type QuickPickItem, Range, type TextDocument, type Uri, WorkspaceEdit, window, workspace } from 'vscode';
import type { TargetFormat } from '../../../../common/generated/targets.ts';
import type {
  Collision,
  Conversion,
  ConvertedServer,
  ConvertParams,
  TextChange,
} from '../../../../common/messages/conversion.ts';
import { statIfExists } from '../../../shared/editing/files.ts';
import { applyEdit, saveEdit } from '../../../shared/editing/workspace-edit.ts';
import { showStatus } from '../../../shared/notifications.ts';
import { inert, oneLine } from '../../../shared/text/format.ts';
import type { SendServerRequest } from '../client.ts';
import type { Tools } from './report.ts';

/** A text that contains servers. */
export interface SourceText {
  /** Display name. */
  readonly label: string;
  readonly text: string;
  readonly path?: string | undefined;
}

/** A file to add servers to. */
export interface TargetFile {
  readonly uri: Uri;
  readonly label: string;
  readonly format: Exclude<TargetFormat, 'command'>;
}

/** @throws Error with the reason if the text can't be read or the file can't be written */
export async function addServersToFile(
  { sendRequest, reports }: Tools,
  source: SourceText,
  target: TargetFile,
): Promise<void> {
  const exists = (await statIfExists(target.uri)) !== undefined;
  const file = exists ? await workspace.openTextDocument(target.uri) : undefined;
  const version = file?.version;
  const options = { to: target.format, into: file?.getText() };
  const preview = await requestConversion(sendRequest, source, options);
  const only = await chooseServers(preview, source, target);
  if (only === undefined) return;
  const collision = await chooseCollision(preview.servers.filter(({ name }) => only.includes(name)));
  if (collision === undefined) return;
  const result = await requestConversion(sendRequest, source, { ...options, only, collision });
  if (result.changes.length > 0) {
    if (file?.version !== version)
      throw new Error(l10n.t('{0} changed while it was being converted. Try again.', target.label));
    await write(target.uri, file, result.changes);
  }
  await showResult(reports, result, source.label, target.label);
}

/** Converts in the language server. @throws Error with its reason if it rejects the text */
export async function requestConversion(
  sendRequest: SendServerRequest,
  { text, path }: SourceText,
  options: Omit<ConvertParams, 'text' | 'path' | 'project'>,
): Promise<Conversion> {
  const project = workspace.workspaceFolders?.[0]?.uri.path;
  const answer = await sendRequest('switchyard/convert', { ...options, text, path, project });
  if ('failure' in answer) throw new Error(answer.message);
  return answer;
}

export function sourceOf(document: TextDocument): SourceText {
  return { label: workspace.asRelativePath(document.uri), text: document.getText(), path: document.uri.path };
}

/** Shows a status bar message, and the report if it isn't empty. */
export async function showResult(
  reports: Tools['reports'],
  { servers, changes, reportText }: Conversion,
  from: string,
  to: string,
): Promise<void> {
  const done = changes.length === 0 ? l10n.t('No changes needed in {0}.', to) : l10n.t('{0} → {1}', from, to);
  showStatus(done);
  if (reportText === '') return reports.show('');
  const names = servers.map(({ name, newName }) => (name === newName ? name : `${name} → ${newName}`));
  const head = `${l10n.t('{0} → {1}', from, to)}\n${l10n.t('Tool servers:')}\n${names.map((name) => `  ${oneLine(name)}\n`).join('')}`;
  await reports.show(`${head}\n${reportText}`);
}

/** Returns the names of the selected servers, or undefined if the user canceled. */
async function chooseServers(
  { servers, report }: Conversion,
  source: SourceText,
  target: TargetFile,
): Promise<readonly string[] | undefined> {
  if (servers.length === 0) throw new Error(l10n.t('{0} contains no tool servers to import.', source.label));
  const items = servers.map((server) => {
    const remarks = report.filter((remark) => remark.server === server.name && remark.kind !== 'renamed').length;
    return {
      name: server.name,
      label: shown(server.name),
      description: `${server.transport} · ${shown(server.summary)}`,
      picked: server.collides !== 'same',
      detail: detailOf(server, remarks),
    };
  });
  const chosen = await window.showQuickPick(items, {
    canPickMany: true,
    title: l10n.t('{0} → {1}', source.label, target.label),
    placeHolder: l10n.t('Select servers to import'),
    matchOnDescription: true,
  });
  return chosen === undefined || chosen.length === 0 ? undefined : chosen.map(({ name }) => name);
}

const shown = (text: string): string => inert(oneLine(text));

function detailOf({ collides, name, newName }: ConvertedServer, remarks: number): string {
  const words: string[] = [];
  if (collides === 'same') words.push(l10n.t('$(check) already in this file'));
  else if (collides === 'other') words.push(l10n.t('$(warning) name already in use'));
  else if (name !== newName) words.push(l10n.t('will be renamed to {0}', shown(newName)));
  if (remarks === 1) words.push(l10n.t('$(info) 1 note in the report'));
  else if (remarks > 1) words.push(l10n.t('$(info) {0} notes in the report', remarks));
  return words.join(' · ');
}

/** Returns undefined if the user canceled. Existing servers are overwritten only if the user chooses to. */
async function chooseCollision(servers: readonly ConvertedServer[]): Promise<Collision | undefined> {
  const taken = servers.filter(({ collides }) => collides === 'other');
  if (taken.length === 0) return 'rename';
  const items: (QuickPickItem & { collision: Collision })[] = [
    { collision: 'rename', label: l10n.t('Rename'), description: l10n.t('Import with new names') },
    { collision: 'skip', label: l10n.t('Skip'), description: l10n.t('Keep existing servers') },
    { collision: 'replace', label: l10n.t('Replace'), description: l10n.t('Overwrite existing servers') },
  ];
  const names = oneLine(taken.map(({ name }) => name).join(', '));
  const picked = await window.showQuickPick(items, {
    title: l10n.t('Name conflicts: {0}', names),
    placeHolder: l10n.t('Choose how to resolve name conflicts'),
  });
  return picked?.collision;
}

/**
 * Applies the changes as one edit, and saves the file unless it already had unsaved changes.
 * @throws Error if it can't be saved; the edit is undone in that case
 */
async function write(uri: Uri, file: TextDocument | undefined, changes: readonly TextChange[]): Promise<void> {
  const edit = new WorkspaceEdit();
  const before = { uri, before: file?.getText(), isDirty: file?.isDirty === true };
  if (file === undefined) edit.createFile(uri);
  for (const { offset, length, text } of changes) {
    const start = file?.positionAt(offset);
    const end = file?.positionAt(offset + length);
    edit.replace(uri, start && end ? new Range(start, end) : new Range(0, 0, 0, 0), text);
  }
  await applyEdit(edit);
  const document = await workspace.openTextDocument(uri);
  await window.showTextDocument(document, { preview: false });
  await saveEdit([before]);
}
