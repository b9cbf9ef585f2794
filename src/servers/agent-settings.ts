/** The user's settings file of Oh My Pi, which decides whether files of other tools load. */
import { Uri, window, workspace } from 'vscode';
import { statIfExists } from '../shared/files.ts';

/** Opens the settings file, or an unsaved one in its place. @param userConfig URI of the user's mcp.json beside it */
export async function openAgentSettings(userConfig: string): Promise<void> {
  const place = (name: string) => Uri.joinPath(Uri.parse(userConfig), '..', name);
  for (const file of [place('config.yml'), place('config.yaml')]) {
    if (await statIfExists(file)) return void (await window.showTextDocument(file));
  }
  await window.showTextDocument(await workspace.openTextDocument(place('config.yml').with({ scheme: 'untitled' })));
}
