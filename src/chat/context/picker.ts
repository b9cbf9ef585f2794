/** Quick pick of attachments for the next message. */
import { l10n, languages, type QuickPickItem, ThemeIcon, type Uri, window, workspace } from 'vscode';
import { pickRun } from '../../runs/index.ts';
import { inert } from '../../shared/format.ts';
import { pickWorkflow } from '../../workflows/index.ts';
import { IMAGE_EXTENSIONS } from '../attachment-formats.ts';
import type { Attachment } from '../record.ts';
import { activeUri, fromProblems, fromSelection, fromUri, nameOf, openFiles, type Refuse } from './collect.ts';
import { fromRun, fromWorkflow, type ServiceFeatures } from './service.ts';

interface Choice extends QuickPickItem {
  readonly read: () => Promise<(Attachment | undefined)[]>;
}

export async function chooseContext(features: ServiceFeatures, refuse: Refuse): Promise<Attachment[]> {
  const chosen = await window.showQuickPick(choices(features, refuse), { title: l10n.t('Attach to the Next Message') });
  return chosen ? (await chosen.read()).filter((one) => one !== undefined) : [];
}

function choices(features: ServiceFeatures, refuse: Refuse): Choice[] {
  // If the chat itself is the active editor, use a visible text editor.
  const editor = window.activeTextEditor ?? window.visibleTextEditors[0];
  const active = activeUri() ?? editor?.document.uri;
  const list: Choice[] = [];
  if (editor && !editor.selection.isEmpty)
    list.push({
      label: l10n.t('Selection'),
      description: nameOf(editor.document.uri),
      iconPath: new ThemeIcon('selection'),
      read: async () => [fromSelection(editor, refuse)],
    });
  if (active) {
    list.push({
      label: l10n.t('Active file'),
      description: nameOf(active),
      iconPath: new ThemeIcon('file'),
      read: async () => [await fromUri(active, refuse)],
    });
    list.push({
      label: l10n.t('Problems in the active file'),
      description: nameOf(active),
      iconPath: new ThemeIcon('warning'),
      read: async () => [fromProblems(active, refuse)],
    });
  }
  const open = openFiles();
  if (open.length > 0)
    list.push({
      label: l10n.t('Open editors…'),
      iconPath: new ThemeIcon('window'),
      read: () => chooseFiles(open, l10n.t('Attach Open Editors'), refuse),
    });
  const folders = workspace.workspaceFolders ?? [];
  if (folders.length > 0)
    list.push({
      label: l10n.t('Files in the workspace…'),
      iconPath: new ThemeIcon('files'),
      read: () => chooseWorkspaceFiles(refuse),
    });
  list.push({
    label: l10n.t('Problems in other files…'),
    iconPath: new ThemeIcon('warning'),
    read: () => chooseProblems(refuse),
  });
  list.push({
    label: l10n.t('Run…'),
    iconPath: new ThemeIcon('play-circle'),
    read: () => chooseRun(features),
  });
  list.push({
    label: l10n.t('Workflow…'),
    iconPath: new ThemeIcon('symbol-event'),
    read: () => chooseWorkflow(features),
  });
  list.push({
    label: l10n.t('Image…'),
    iconPath: new ThemeIcon('file-media'),
    read: () => chooseAnywhere({ canSelectFiles: true, filters: imageFilter() }, refuse),
  });
  list.push({
    label: l10n.t('Another file…'),
    iconPath: new ThemeIcon('folder-opened'),
    read: () => chooseAnywhere({ canSelectFiles: true }, refuse),
  });
  list.push({
    label: l10n.t('File names in a folder…'),
    iconPath: new ThemeIcon('list-tree'),
    read: () => chooseAnywhere({ canSelectFolders: true, canSelectFiles: false }, refuse),
  });
  return list;
}

/** Maximum number of file names in the list. Files beyond it can't be found by typing. */
const MAX_FILES = 5000;

async function chooseWorkspaceFiles(refuse: Refuse): Promise<(Attachment | undefined)[]> {
  return chooseFiles(workspace.findFiles('**/*', undefined, MAX_FILES), l10n.t('Attach Files'), refuse);
}

async function chooseFiles(
  files: readonly Uri[] | Thenable<readonly Uri[]>,
  title: string,
  refuse: Refuse,
): Promise<(Attachment | undefined)[]> {
  const items = Promise.resolve(files).then((uris) =>
    uris.map((uri) => ({ label: inert(nameOf(uri)), uri })).sort((a, b) => a.label.localeCompare(b.label)),
  );
  const chosen = await window.showQuickPick(items, { title, canPickMany: true });
  return Promise.all((chosen ?? []).map(({ uri }) => fromUri(uri, refuse)));
}

async function chooseProblems(refuse: Refuse): Promise<(Attachment | undefined)[]> {
  const items = languages
    .getDiagnostics()
    .filter(([, problems]) => problems.length > 0)
    .map(([uri, problems]) => ({ label: inert(nameOf(uri)), description: problemCount(problems.length), uri }));
  if (items.length === 0) return [void refuse(l10n.t('No problems found.'))];
  const chosen = await window.showQuickPick(items, { title: l10n.t('Attach Problems'), canPickMany: true });
  return (chosen ?? []).map(({ uri }) => fromProblems(uri, refuse));
}

function problemCount(count: number): string {
  return count === 1 ? l10n.t('1 problem') : l10n.t('{0} problems', count);
}

async function chooseRun(features: ServiceFeatures): Promise<Attachment[]> {
  const { runs, workflows } = features;
  const id = await pickRun(runs.store, workflows.store, undefined, l10n.t('Select a run to attach'));
  return id === undefined ? [] : [await fromRun(features, id)];
}

async function chooseWorkflow(features: ServiceFeatures): Promise<Attachment[]> {
  const chosen = await pickWorkflow(features.workflows.store, undefined, l10n.t('Select a workflow to attach'));
  return chosen ? [await fromWorkflow(features, chosen.workflow.id)] : [];
}

function imageFilter(): Record<string, string[]> {
  return { [l10n.t('Images')]: [...IMAGE_EXTENSIONS] };
}

async function chooseAnywhere(
  what: {
    readonly canSelectFiles: boolean;
    readonly canSelectFolders?: boolean;
    readonly filters?: Record<string, string[]>;
  },
  refuse: Refuse,
): Promise<(Attachment | undefined)[]> {
  const chosen: Uri[] =
    (await window.showOpenDialog({ ...what, canSelectMany: true, openLabel: l10n.t('Attach') })) ?? [];
  return Promise.all(chosen.map((uri) => fromUri(uri, refuse)));
}
