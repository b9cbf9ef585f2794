/** Reads files for the language server: those of virtual file systems, and all files in a browser. */
import { FileType, RelativePattern, Uri, workspace } from 'vscode';
import type { EditorRequests, FileState } from '../../common/protocol.ts';

/** Bytes. A config file of a thousand servers has 200,000. */
const readLimit = 5_000_000;
/** Config files that are found in one folder and its subfolders. */
const findLimit = 500;

/** Most of the files don't exist, which the folders of the workspace tell with fewer requests than the files. */
export function readFiles(
  queries: EditorRequests['switchyard/readFiles'][0],
): Promise<EditorRequests['switchyard/readFiles'][1]> {
  const folders = new Folders();
  return Promise.all(
    queries.map(async ({ uri: address, text }) => {
      const uri = Uri.parse(address);
      return (await folders.mayHave(uri)) ? readFile(uri, text).catch(() => null) : null;
    }),
  );
}

/** The entries of folders, each listed once. */
class Folders {
  readonly #listed = new Map<string, Promise<ReadonlySet<string> | undefined>>();

  /** False only if it isn't there. */
  async mayHave(uri: Uri): Promise<boolean> {
    // Above the workspace, folders may not be listed.
    const root = workspace.getWorkspaceFolder(uri)?.uri.toString();
    if (root === undefined || root === uri.toString()) return true;
    const folder = Uri.joinPath(uri, '..');
    if (!(await this.mayHave(folder))) return false;
    const entries = await this.#list(folder);
    // File systems may ignore case.
    return entries?.has(uri.path.slice(uri.path.lastIndexOf('/') + 1).toLowerCase()) ?? true;
  }

  #list(folder: Uri): Promise<ReadonlySet<string> | undefined> {
    const key = folder.toString();
    let listed = this.#listed.get(key);
    if (listed === undefined) {
      listed = Promise.resolve(workspace.fs.readDirectory(folder)).then(
        (entries) => new Set(entries.map(([name]) => name.toLowerCase())),
        () => undefined,
      );
      this.#listed.set(key, listed);
    }
    return listed;
  }
}

async function readFile(uri: Uri, text: boolean): Promise<FileState> {
  const { type, mtime, size } = await workspace.fs.stat(uri);
  const kind = (type & FileType.Directory) === 0 ? 'file' : 'folder';
  const state = { kind, stamp: `${mtime} ${size}` } as const;
  if (!text) return state;
  return { ...state, text: kind === 'file' && size <= readLimit ? await textOf(uri) : null };
}

async function textOf(uri: Uri): Promise<string | null> {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await workspace.fs.readFile(uri));
  } catch {
    return null;
  }
}

/** Through the search of the file system: reading its folders one by one could be a network request each. */
export async function findConfigFiles({
  folder,
}: EditorRequests['switchyard/findFiles'][0]): Promise<EditorRequests['switchyard/findFiles'][1]> {
  const pattern = new RelativePattern(Uri.parse(folder), '**/{mcp.json,.mcp.json}');
  const found = await workspace.findFiles(pattern, '**/{node_modules,.git,dist,build}/**', findLimit);
  return found.map((uri) => uri.toString());
}
