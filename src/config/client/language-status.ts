/** Language status item of `mcp.json` files. It shows which tool the file belongs to, because many share the name. */
import { Disposable, type LanguageStatusItem, l10n, languages, type TextDocument, window } from 'vscode';
import { commands } from '../../shared/generated/names.ts';
import { platform } from '../../shared/platform.ts';
import { isConfigDocument } from './config-documents.ts';

export function showConfigLanguageStatus(): Disposable {
  let item: LanguageStatusItem | undefined;
  const update = async () => {
    const document = window.activeTextEditor?.document;
    const owner = document === undefined ? undefined : await ownerOf(document);
    item?.dispose();
    item = undefined;
    if (document === undefined || owner === undefined || document !== window.activeTextEditor?.document) return;
    item = languages.createLanguageStatusItem('switchyard.config', { pattern: document.uri.fsPath });
    item.name = l10n.t('Tool-server config');
    item.text = owner.name;
    item.detail = detailOf(owner);
    if (!owner.isChecked) item.command = { command: commands.config.import, title: l10n.t('Import Tool Servers') };
  };
  void update();
  return Disposable.from(window.onDidChangeActiveTextEditor(update), { dispose: () => item?.dispose() });
}

function detailOf({ isChecked }: { readonly isChecked: boolean }): string {
  if (!isChecked) return l10n.t('not checked by Switchyard');
  return platform().home === undefined
    ? l10n.t('checked by Switchyard, without environment variables, installed programs, and your user config')
    : l10n.t('checked by Switchyard');
}

/** Returns the tool that a config file belongs to, or undefined for other files. */
export async function ownerOf(
  document: TextDocument,
): Promise<{ readonly name: string; readonly isChecked: boolean } | undefined> {
  if (isConfigDocument(document)) return { name: 'Oh My Pi', isChecked: true };
  if (!/\/\.?mcp\.json$/.test(document.uri.path)) return undefined;
  const { toolOfPath } = await import('../../../common/messages/tool-files.ts');
  const name = toolOfPath(document.uri.path)?.tool;
  return name === undefined ? undefined : { name, isChecked: false };
}
