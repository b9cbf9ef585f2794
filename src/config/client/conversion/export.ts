/** Copy Tool Servers for…, Convert Tool Servers to…: exports servers of Oh My Pi to other tools. */
import { l10n, type QuickPickItem, type TextDocument, Uri, window, workspace } from 'vscode';
import { newFiles, type TargetFormat, targetNames } from '../../../../common/generated/targets.ts';
import { lookUp } from '../../../../common/guards.ts';
import { configLanguage } from '../../../../common/messages/config-place.ts';
import { copyText } from '../../../shared/notifications.ts';
import { oneLine } from '../../../shared/text/format.ts';
import { addServersToFile, requestConversion, sourceOf } from './add-servers.ts';
import type { Tools } from './report.ts';

/**
 * @param uri the config file; if absent, the active editor's, or one that the user selects
 * @param name of one server; if absent, all servers are copied
 */
export async function copyServers(tools: Tools, uri: Uri | undefined, name: string | undefined): Promise<void> {
  const document = await configDocument(tools, uri);
  if (document === undefined) return;
  const source = sourceOf(document);
  const title = l10n.t('Copy {0} for…', oneLine(name ?? source.label));
  const to = await chooseFormat([...fileFormats, 'command', 'oh-my-pi'], title);
  if (to === undefined) return;
  const only = name === undefined ? undefined : [name];
  const result = await requestConversion(tools.sendRequest, source, { to, only });
  if (result.servers.length === 0) throw new Error(l10n.t('{0} contains no tool servers to copy.', source.label));
  await copyText(result.text, l10n.t('Copied for {0}', targetNames[to]));
  const head = `${source.label} → ${targetNames[to]}`;
  await tools.reports.show(result.reportText === '' ? '' : `${head}\n\n${result.reportText}`);
}

/** Formats that have a file in a project. The editor that the user is in comes first. */
const fileFormats: readonly (keyof typeof newFiles)[] = [
  'vscode',
  ...(Object.keys(newFiles) as (keyof typeof newFiles)[]).filter((format) => format !== 'vscode'),
];

const fileOf = (format: TargetFormat): string | undefined => lookUp<string>(newFiles, format);

/** Adds the servers of a config file to another tool's project-level file. */
export async function convertServers(tools: Tools, uri: Uri | undefined): Promise<void> {
  const document = await configDocument(tools, uri);
  if (document === undefined) return;
  const source = sourceOf(document);
  const folder = workspace.getWorkspaceFolder(document.uri) ?? workspace.workspaceFolders?.[0];
  if (folder === undefined)
    throw new Error(l10n.t("Open a folder first. The other tool's config file belongs to a project."));
  const format = await chooseFormat(fileFormats, l10n.t('Convert {0} to…', source.label));
  const path = format === undefined ? undefined : fileOf(format);
  if (format === undefined || format === 'command' || path === undefined) return;
  const target = Uri.joinPath(folder.uri, path);
  if (target.toString() === document.uri.toString())
    throw new Error(l10n.t('{0} is already the file that {1} reads.', path, targetNames[format]));
  await addServersToFile(tools, source, { uri: target, label: path, format });
}

/** Returns the source config file, or undefined if the user canceled. */
async function configDocument({ sendRequest }: Tools, uri: Uri | undefined): Promise<TextDocument | undefined> {
  if (uri !== undefined) return workspace.openTextDocument(uri);
  const shown = window.activeTextEditor?.document;
  if (shown?.languageId === configLanguage) return shown;
  const { targets } = await sendRequest('switchyard/importPlaces', undefined);
  const there = targets.filter(({ exists }) => exists);
  if (there.length === 0)
    throw new Error(l10n.t('No Oh My Pi config file found. Import tool servers first, or create an mcp.json file.'));
  const picked = await window.showQuickPick(
    there.map((target) => ({ label: target.label, uri: target.uri })),
    { placeHolder: l10n.t('Select a source file') },
  );
  return picked && workspace.openTextDocument(Uri.parse(picked.uri));
}

async function chooseFormat(formats: readonly TargetFormat[], title: string): Promise<TargetFormat | undefined> {
  const items = formats.map((format): QuickPickItem & { format: TargetFormat } => ({
    format,
    label: format === 'oh-my-pi' ? l10n.t('Oh My Pi (mcp.json)') : targetNames[format],
    description: fileOf(format) ?? '',
  }));
  return (await window.showQuickPick(items, { title, placeHolder: l10n.t('Select a target tool') }))?.format;
}
