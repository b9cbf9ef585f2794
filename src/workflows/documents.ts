/** Versions as read-only documents: readable, selectable, comparable. */
import { type Disposable, l10n, commands as registry, Uri, window, workspace } from 'vscode';
import { oneLine } from '../shared/format.ts';
import { describeFailure } from '../shared/messages.ts';
import type { VersionStore } from './versions.ts';

const SCHEME = 'switchyard-version';

/** The address of a version's document: its name is what the tab shows, its query the id. */
function address(id: string, name: string): Uri {
  // Slashes in a name would become folders, and the name is foreign text.
  const file = `${oneLine(name, 60).replace(/[/\\?#:]/g, '-')}.json`;
  return Uri.from({ scheme: SCHEME, path: `/${file}`, query: id });
}

export interface VersionName {
  readonly id: string;
  readonly display_name: string;
}

export function registerVersionDocuments(versions: VersionStore): Disposable {
  return workspace.registerTextDocumentContentProvider(SCHEME, {
    provideTextDocumentContent: async (uri) => {
      try {
        return `${JSON.stringify(await versions.detail(uri.query), null, 2)}\n`;
      } catch (error) {
        return `// ${describeFailure(error)}\n`;
      }
    },
  });
}

export async function openVersion(version: VersionName): Promise<void> {
  const document = await workspace.openTextDocument(address(version.id, version.display_name));
  await window.showTextDocument(document, { preview: true });
}

/** The details of two versions side by side, the earlier on the left. */
export async function compareVersions(left: VersionName, right: VersionName): Promise<void> {
  const title = l10n.t('{0} ↔ {1}', oneLine(left.display_name, 40), oneLine(right.display_name, 40));
  await registry.executeCommand(
    'vscode.diff',
    address(left.id, left.display_name),
    address(right.id, right.display_name),
    title,
  );
}
