/** Shows a change of a file in a diff and writes it only after confirmation. */
import { l10n, type Range, commands as registry, type TextDocument, type Uri, WorkspaceEdit, window } from 'vscode';
import { closeTabs, tabsOf } from '../../../shared/editing/files.ts';
import { ReadOnlyDocuments } from '../../../shared/editing/read-only-documents.ts';
import { applyEdit } from '../../../shared/editing/workspace-edit.ts';
import { showInformation, showWarning } from '../../../shared/notifications.ts';
import { nameOf } from '../context/collect.ts';

type Decision = 'apply' | 'discard';
/** Proposals that are shown, by the URI of the right side of the diff. */
const open = new Map<string, (decision: Decision) => void>();

/** Decides about the proposal in the active diff, or in the one whose editor title was clicked. */
export function decideProposal(decision: Decision, uri?: Uri): void {
  const { modified } = Object(window.tabGroups.activeTabGroup.activeTab?.input);
  (open.get(String(uri)) ?? open.get(String(modified)))?.(decision);
}

/**
 * @param text new text of the range
 * @param question asked beside the diff
 */
export async function proposeChange(
  document: TextDocument,
  range: Range,
  text: string,
  question = l10n.t('Apply this change to {0}?', nameOf(document.uri)),
): Promise<void> {
  const before = document.getText();
  const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
  const after = before.slice(0, start) + text + before.slice(end);
  const name = nameOf(document.uri);
  if (after === before) {
    void showInformation(l10n.t('{0} already contains this code.', name));
    return;
  }
  const documents = new ReadOnlyDocuments({ scheme: 'switchyard-proposal' });
  const proposal = documents.keep(after, name);
  try {
    const { version } = document;
    await registry.executeCommand('vscode.diff', document.uri, proposal, l10n.t('{0}: proposed change', name));
    if ((await decisionOn(proposal, question)) === 'apply') await write(document, version, range, text);
    await closeTabs(proposal);
  } finally {
    documents.dispose();
  }
}

/** The user decides in the notification or in the title of the diff. Closing the diff discards the change. */
async function decisionOn(proposal: Uri, question: string): Promise<Decision> {
  const { promise, resolve } = Promise.withResolvers<Decision>();
  const isShown = () => tabsOf(proposal).length > 0;
  const closing = window.tabGroups.onDidChangeTabs(({ closed }) => {
    if (closed.length > 0 && !isShown()) resolve('discard');
  });
  open.set(proposal.toString(), resolve);
  const [yes, no] = [l10n.t('Apply'), l10n.t('Discard')];
  let isAsking = true;
  // The notification disappears by itself, which decides nothing while the diff is open.
  void showInformation(question, yes, no).then((answer) => {
    isAsking = false;
    if (answer !== undefined || !isShown()) resolve(answer === yes ? 'apply' : 'discard');
  });
  try {
    const decision = await promise;
    // VS Code has no way to close a single notification.
    if (isAsking) await registry.executeCommand('notifications.hideToasts');
    return decision;
  } finally {
    open.delete(proposal.toString());
    closing.dispose();
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
