/** Import Tool Servers…: from files of other tools, any file, or the clipboard into a file of the shown agent, or of Oh My Pi. */
import { env, l10n, type QuickPickItem, QuickPickItemKind, Uri, window, workspace } from 'vscode';
import type { ImportSource, ImportTarget } from '../../../../common/messages/conversion.ts';
import { addServersToFile, requestConversion, type SourceText } from './add-servers.ts';
import type { Tools } from './report.ts';

export async function importServers(tools: Tools): Promise<void> {
  const { sources } = await tools.sendRequest('switchyard/importPlaces', undefined);
  const source = await chooseSource(sources);
  if (source !== undefined) await importFrom(tools, source);
}

/** Imports servers into a file that the user selects. @throws Error if the text contains no readable servers */
export async function importFrom(tools: Tools, source: SourceText): Promise<void> {
  // Reject an unreadable text before showing any picker.
  await requestConversion(tools.sendRequest, source, { to: 'oh-my-pi' });
  const { targets, shown } = await tools.sendRequest('switchyard/importPlaces', undefined);
  const others = targets.filter(({ uri }) => uri !== shown?.uri);
  const target = await chooseTarget(shown === null ? targets : [shown, ...others]);
  if (target === undefined) return;
  const { uri, label, format } = target;
  await addServersToFile(tools, source, { uri: Uri.parse(uri), label, format });
}

interface SourceItem extends QuickPickItem {
  readonly load?: () => Promise<SourceText | undefined>;
}

async function chooseSource(sources: readonly ImportSource[]): Promise<SourceText | undefined> {
  const item = ({ uri, label, tool, servers }: ImportSource): SourceItem => ({
    label: tool,
    description: label,
    detail:
      servers === 1
        ? l10n.t('1 tool server')
        : servers > 1
          ? l10n.t('{0} tool servers', servers)
          : l10n.t('no tool servers'),
    load: () => sourceText(Uri.parse(uri), `${tool} (${label})`),
  });
  const group = (title: string, items: readonly SourceItem[]): readonly SourceItem[] =>
    items.length === 0 ? [] : [{ label: title, kind: QuickPickItemKind.Separator }, ...items];
  const full = sources.filter(({ servers }) => servers > 0);
  const empty = sources.filter(({ servers }) => servers === 0);
  const items = [
    ...group(l10n.t('In this project'), full.filter(({ level }) => level === 'project').map(item)),
    ...group(l10n.t('In your user config'), full.filter(({ level }) => level === 'user').map(item)),
    ...group(l10n.t('Other sources'), [
      {
        label: l10n.t('$(clippy) Clipboard'),
        description: l10n.t('a config, a command line, or a URL'),
        load: clipboard,
      },
      { label: l10n.t('$(folder-opened) File…'), load: file },
    ]),
    ...group(l10n.t('Without tool servers'), empty.map(item)),
  ];
  const picked = await window.showQuickPick(items, {
    title: l10n.t('Import Tool Servers'),
    placeHolder: l10n.t('Select a source'),
    matchOnDescription: true,
  });
  return picked?.load?.();
}

async function clipboard(): Promise<SourceText> {
  return { label: l10n.t('Clipboard'), text: await env.clipboard.readText() };
}

async function file(): Promise<SourceText | undefined> {
  const [uri] =
    (await window.showOpenDialog({ title: l10n.t('Import Tool Servers'), openLabel: l10n.t('Import') })) ?? [];
  return uri && sourceText(uri, workspace.asRelativePath(uri));
}

/** Returns unsaved changes if there are any, else the text on disk: an open document may be older than that. */
async function sourceText(uri: Uri, label: string): Promise<SourceText> {
  const open = workspace.textDocuments.find(
    (document) => document.isDirty && document.uri.toString() === uri.toString(),
  );
  const text = open?.getText() ?? new TextDecoder().decode(await workspace.fs.readFile(uri));
  return { label, text, path: uri.path };
}

async function chooseTarget(targets: readonly ImportTarget[]): Promise<ImportTarget | undefined> {
  const items = targets.map((target) => ({
    target,
    label: target.label,
    description: [
      target.level === 'project' ? l10n.t('this project') : l10n.t('all your projects'),
      ...(target.exists ? [] : [l10n.t('will be created')]),
    ].join(' · '),
    detail: l10n.t('Read by {0}', target.agent),
  }));
  const picked = await window.showQuickPick(items, {
    title: l10n.t('Import Tool Servers'),
    placeHolder: l10n.t('Select the file to add the servers to'),
  });
  return picked?.target;
}
