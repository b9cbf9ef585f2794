/** Shows a change of a file in a diff and writes it only after confirmation. */
import {
  l10n,
  type Range,
  commands as registry,
  type TextDocument,
  Uri,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import { closeTabs } from '../shared/files.ts';
import { showInformation, showWarning } from '../shared/notifications.ts';
import { applyEdit } from '../shared/workspace-edit.ts';
import { nameOf } from './context/collect.ts';

const SCHEME = 'switchyard-proposal';
let proposals = 0;

/** @param text new text of the range */
export async function proposeChange(document: TextDocument, range: Range, text: string): Promise<void> {
  const before = document.getText();
  const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
  const after = before.slice(0, start) + text + before.slice(end);
  const name = nameOf(document.uri);
  if (after === before) {
    void showInformation(l10n.t('{0} already contains this code.', name));
    return;
  }
  const proposal = Uri.from({ scheme: SCHEME, path: document.uri.path, query: String(++proposals) });
  const provider = workspace.registerTextDocumentContentProvider(SCHEME, {
    provideTextDocumentContent: (uri) => (uri.toString() === proposal.toString() ? after : undefined),
  });
  try {
    const { version } = document;
    await registry.executeCommand('vscode.diff', document.uri, proposal, l10n.t('{0}: proposed change', name));
    const yes = l10n.t('Apply');
    const answer = await showInformation(l10n.t('Apply this change to {0}?', name), yes, l10n.t('Discard'));
    if (answer === yes) await write(document, version, range, text);
    await closeTabs(proposal);
  } finally {
    provider.dispose();
  }
}

async function write(document: TextDocument, version: number, range: Range, text: string): Promise<void> {
  if (document.version !== version) {
    void showWarning(l10n.t('{0} has changed. Nothing was applied. Compare again.', nameOf(document.uri)));
    return;
  }
  const edit = new WorkspaceEdit();
  edit.replace(document.uri, range, text);
  await applyEdit(edit);
  await window.showTextDocument(document);
}
