/** Quick pick of attachments for the next message. */
import {
  l10n,
  languages,
  type OpenDialogOptions,
  type QuickPickItem,
  ThemeIcon,
  type Uri,
  window,
  workspace,
} from 'vscode';
import { compareNames, inert } from '../../../shared/text/format.ts';
import { pickRun } from '../../runs/index.ts';
import type { Accounts } from '../../session/accounts/accounts.ts';
import { pickWorkflow } from '../../workflows/index.ts';
import { type Attachment, attachedImageExtensions } from '../record.ts';
import { refuse } from './attachment.ts';
import {
  activeEditor,
  activeUri,
  findFiles,
  fromProblems,
  fromSelection,
  fromUri,
  nameOf,
  openFiles,
} from './collect.ts';
import { fromRun, fromWorkflow } from './service-attachments.ts';

interface Choice extends QuickPickItem {
  readonly read: () => Promise<(Attachment | undefined)[]>;
}

export async function chooseContext(accounts: Accounts): Promise<(Attachment | undefined)[]> {
  const chosen = await window.showQuickPick(choices(accounts), { title: l10n.t('Attach to the Next Message') });
  return chosen ? chosen.read() : [];
}

function choices(accounts: Accounts): Choice[] {
  const editor = activeEditor();
  const active = activeUri();
  const open = openFiles();
  const choice = (label: string, icon: string, read: Choice['read'], of?: Uri): Choice => ({
    label,
    iconPath: new ThemeIcon(icon),
    read,
    ...(of && { description: nameOf(of) }),
  });
  const anywhere = (options: OpenDialogOptions) => async () => {
    const chosen = await window.showOpenDialog({ ...options, canSelectMany: true, openLabel: l10n.t('Attach') });
    return Promise.all((chosen ?? []).map(fromUri));
  };
  return [
    editor &&
      !editor.selection.isEmpty &&
      choice(l10n.t('Selection'), 'selection', async () => [fromSelection(editor)], editor.document.uri),
    active && choice(l10n.t('Active file'), 'file', async () => [await fromUri(active)], active),
    active && choice(l10n.t('Problems in the active file'), 'warning', async () => [fromProblems(active)], active),
    open.length > 0 &&
      choice(l10n.t('Open editors…'), 'window', () => chooseFiles(open, l10n.t('Attach Open Editors'))),
    workspace.workspaceFolders?.length &&
      choice(l10n.t('Files in the workspace…'), 'files', () => chooseFiles(findFiles(), l10n.t('Attach Files'))),
    choice(l10n.t('Problems in other files…'), 'warning', chooseProblems),
    choice(l10n.t('Run…'), 'play-circle', () => chooseRun(accounts)),
    choice(l10n.t('Workflow…'), 'symbol-event', () => chooseWorkflow(accounts)),
    choice(l10n.t('Image…'), 'file-media', anywhere({ filters: { [l10n.t('Images')]: [...attachedImageExtensions] } })),
    choice(l10n.t('Another file…'), 'folder-opened', anywhere({})),
    choice(l10n.t('File names in a folder…'), 'list-tree', anywhere({ canSelectFolders: true, canSelectFiles: false })),
  ].filter((one) => typeof one === 'object');
}

async function chooseFiles(
  files: readonly Uri[] | Thenable<readonly Uri[]>,
  title: string,
): Promise<(Attachment | undefined)[]> {
  const items = Promise.resolve(files).then((uris) =>
    uris.map((uri) => ({ label: inert(nameOf(uri)), uri })).sort((a, b) => compareNames(a.label, b.label)),
  );
  const chosen = await window.showQuickPick(items, { title, canPickMany: true });
  return Promise.all((chosen ?? []).map(({ uri }) => fromUri(uri)));
}

async function chooseProblems(): Promise<(Attachment | undefined)[]> {
  const items = languages
    .getDiagnostics()
    .filter(([, problems]) => problems.length > 0)
    .map(([uri, problems]) => ({ label: inert(nameOf(uri)), description: problemCount(problems.length), uri }));
  if (items.length === 0) return [refuse(l10n.t('No problems found.'))];
  const chosen = await window.showQuickPick(items, { title: l10n.t('Attach Problems'), canPickMany: true });
  return (chosen ?? []).map(({ uri }) => fromProblems(uri));
}

function problemCount(count: number): string {
  return count === 1 ? l10n.t('1 problem') : l10n.t('{0} problems', count);
}

async function chooseRun(accounts: Accounts): Promise<Attachment[]> {
  const session = await accounts.require();
  const id = await pickRun(session, undefined, l10n.t('Select a run to attach'));
  return id === undefined ? [] : [await fromRun(session, id)];
}

async function chooseWorkflow(accounts: Accounts): Promise<Attachment[]> {
  const session = await accounts.require();
  const chosen = await pickWorkflow(session, undefined, l10n.t('Select a workflow to attach'));
  return chosen ? [await fromWorkflow(session, chosen.workflow.id)] : [];
}
