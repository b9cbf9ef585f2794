/** Make Portable…: spells .mcp.json so that all chosen readers accept it, as one edit that can be undone. */
import { l10n, type QuickPickItem, Range, type Uri, WorkspaceEdit, window, workspace } from 'vscode';
import { type AgentId, agentName } from '../../../../common/messages/agents.ts';
import type { PortableFile } from '../../../../common/messages/conversion.ts';
import { applyEdit, offerUndoOf, textDifference } from '../../../shared/editing/workspace-edit.ts';
import { choose, showInformation } from '../../../shared/notifications.ts';
import { oneLine } from '../../../shared/text/format.ts';
import type { Tools } from './report.ts';

/** @param uri the document; if absent, the active editor's, or that of the first folder */
export async function makeDocumentPortable({ sendRequest, reports }: Tools, uri: Uri | undefined): Promise<void> {
  const document = await sharedDocument(uri);
  const places = await sendRequest('switchyard/portableReaders', { uri: document.uri.toString() });
  const readers = await chooseReaders(places.readers, places.chosen);
  if (readers === undefined) return;
  const before = document.getText();
  const { version } = document;
  const ask = (withoutComments: boolean) =>
    sendRequest('switchyard/makePortable', { text: before, readers, withoutComments });
  const first = await ask(false);
  const removes = first !== null && first.comments.count > 0 && (await removesComments(first.comments));
  if (removes === undefined) return;
  const result = removes ? await ask(true) : first;
  const label = workspace.asRelativePath(document.uri);
  if (result === null) throw new Error(l10n.t('{0} has no "mcpServers", or isn\'t valid JSON.', label));
  if (document.version !== version)
    throw new Error(l10n.t('{0} changed while it was being converted. Try again.', label));
  const { text, renamed, left } = result;
  await window.showTextDocument(document);
  const notes = renamed.map(([from, to]) =>
    l10n.t('Renamed {0} to {1}. Approvals and settings that name it have to follow.', oneLine(from), oneLine(to)),
  );
  if (readers.includes('visual-studio') && !places.chosen.includes('visual-studio'))
    notes.push(l10n.t('Name visual-studio in "readers" of .mcp-config.json. Otherwise, "servers" is an error.'));
  const lists = left.map(({ reader, problems }) => [reader, ...problems.map((problem) => `  ${problem}`)].join('\n'));
  await reports.show([...notes, ...lists].join('\n\n'));
  if (text === before) {
    const done = l10n.t('{0} needs no changes.', label);
    return void showInformation(left.length === 0 ? done : `${done} ${l10n.t("The report says what can't be had.")}`);
  }
  const { start, end, newText } = textDifference(before, text);
  const edit = new WorkspaceEdit();
  edit.replace(document.uri, new Range(document.positionAt(start), document.positionAt(end)), newText);
  await applyEdit(edit);
  // The file isn't saved, so that the user can look at the changes first.
  const edited = { uri: document.uri, before, after: document.getText(), isDirty: true };
  const done = l10n.t('{0} is portable now.', label);
  void offerUndoOf(
    left.length === 0 ? done : l10n.t("Changed {0}. The report says what can't be had.", label),
    [edited],
    () => undefined,
  );
}

/** Returns undefined if the user cancels. */
async function removesComments({ readers }: PortableFile['comments']): Promise<boolean | undefined> {
  const [remove, keep] = [l10n.t('Remove Comments'), l10n.t('Keep Comments')];
  const message = l10n.t("The file's comments keep these agents from reading it: {0}.", readers.join(', '));
  const answer = await choose(message, [remove, keep]);
  return answer === undefined ? undefined : answer === remove;
}

/** @throws Error for another file */
async function sharedDocument(uri: Uri | undefined) {
  const shown = uri ?? window.activeTextEditor?.document.uri;
  const found = isShared(shown)
    ? shown
    : uri === undefined
      ? (await workspace.findFiles('.mcp.json', null, 1))[0]
      : undefined;
  if (found === undefined) throw new Error(l10n.t('Only .mcp.json is read by several agents. Open it first.'));
  return workspace.openTextDocument(found);
}

const isShared = (uri: Uri | undefined): boolean => uri?.path.endsWith('/.mcp.json') === true;

async function chooseReaders(
  readers: readonly AgentId[],
  chosen: readonly AgentId[],
): Promise<readonly AgentId[] | undefined> {
  const items = readers.map((id): QuickPickItem & { readonly id: AgentId } => ({
    id,
    label: agentName(id),
    picked: chosen.includes(id),
    ...(id === 'visual-studio' && { detail: l10n.t('Also writes the servers under "servers"') }),
  }));
  const picked = await window.showQuickPick(items, {
    title: l10n.t('Make Portable'),
    placeHolder: l10n.t('Select the readers that have to accept the file'),
    canPickMany: true,
  });
  return picked === undefined || picked.length === 0 ? undefined : picked.map(({ id }) => id);
}
