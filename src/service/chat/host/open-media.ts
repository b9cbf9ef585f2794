/** Opens links, and the parts of answers that aren't text. */
import { env, l10n, commands as registry, Uri, window, workspace } from 'vscode';
import { fromBase64 } from '../../../../common/text/base64.ts';
import { showInformation } from '../../../shared/notifications.ts';
import { linkTarget } from '../messages.ts';
import type { AnswerMedia } from '../transcript.ts';

/** @param href validated by `linkTarget`. VS Code asks before it opens another site. */
export async function openWebLink(href: string): Promise<void> {
  // VS Code decodes a `Uri` to open it, which changes `%2B` and `%26`. It also accepts a string and keeps it, although
  // the type doesn't say so.
  await env.openExternal(href as unknown as Uri);
}

/** Opens a web address in the browser. Data is saved where the user chooses, and then opened. */
export async function openMedia({ name, address = '' }: AnswerMedia): Promise<void> {
  const [start, type] = /^data:([\w.+-]+\/[\w.+-]+);base64,/i.exec(address.slice(0, 200)) ?? [];
  if (start === undefined || type === undefined) {
    const link = linkTarget(address);
    if (link === undefined) return void showInformation(l10n.t("This part of the response can't be opened."));
    return openWebLink(link.href);
  }
  const bytes = fromBase64(address.slice(start.length));
  if (bytes === undefined) return void showInformation(l10n.t("This part of the response can't be opened."));
  const extension = /[a-z0-9]+/.exec(type.toLowerCase().split('/')[1] ?? '')?.[0] ?? 'bin';
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const fileName = `${/^[a-z]+$/.test(name) ? name : 'part'}.${extension}`;
  const file = await window.showSaveDialog(folder ? { defaultUri: Uri.joinPath(folder, fileName) } : {});
  if (file === undefined) return;
  await workspace.fs.writeFile(file, bytes);
  await registry.executeCommand('vscode.open', file);
}
