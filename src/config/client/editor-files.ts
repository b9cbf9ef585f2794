/** Reads files for the language server: those of virtual file systems, and all files in a browser. */
import { FileSystemError, FileType, RelativePattern, Uri, workspace } from 'vscode';
import type { EditorRequests, FileState } from '../../../common/messages/protocol.ts';

/** Bytes. A config file with a thousand servers has about 200,000. */
const readLimit = 5_000_000;
/** Minimum number of requested files in a folder for the folder to be listed first. */
const fewestToList = 3;
/** Maximum number of config files found in a folder and its subfolders. */
const findLimit = 500;

/** Reads files; `null` for one that doesn't exist. Most don't, and listing a folder of several takes fewer requests. */
export function readFiles(
  queries: EditorRequests['switchyard/readFiles'][0],
): Promise<EditorRequests['switchyard/readFiles'][1]> {
  const files = queries.map(({ uri: address, text }) => ({ uri: Uri.parse(address), text }));
  const folders = new Folders(files.map(({ uri }) => uri));
  return Promise.all(
    files.map(async ({ uri, text }) => ((await folders.mayHave(uri)) ? readFile(uri, text).catch(stateAfter) : null)),
  );
}

/** Lists workspace folders and their subfolders, each at most once. */
class Folders {
  readonly #listed = new Map<string, Promise<ReadonlySet<string> | undefined>>();
  /** Number of requested files in each folder and its subfolders. */
  readonly #files = new Map<string, number>();

  constructor(files: readonly Uri[]) {
    for (const file of files)
      for (let uri = file; isBelowRoot(uri); ) {
        uri = Uri.joinPath(uri, '..');
        this.#files.set(uri.toString(), (this.#files.get(uri.toString()) ?? 0) + 1);
      }
  }

  /** Returns false only if the file is known not to exist. */
  async mayHave(uri: Uri): Promise<boolean> {
    if (!isBelowRoot(uri)) return true;
    const folder = Uri.joinPath(uri, '..');
    const [isThere, entries] = await Promise.all([this.mayHave(folder), this.#list(folder)]);
    // The file system may be case-insensitive.
    return isThere && (entries?.has(uri.path.slice(uri.path.lastIndexOf('/') + 1).toLowerCase()) ?? true);
  }

  async #list(folder: Uri): Promise<ReadonlySet<string> | undefined> {
    const key = folder.toString();
    if ((this.#files.get(key) ?? 0) < fewestToList) return undefined;
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

/** True if the URI is inside a workspace folder. Folders outside the workspace may not be listable. */
function isBelowRoot(uri: Uri): boolean {
  const root = workspace.getWorkspaceFolder(uri)?.uri.toString();
  return root !== undefined && root !== uri.toString();
}

/** Returns the state of a file that can't be looked at. */
function stateAfter(error: unknown): FileState | null {
  const isMissing = error instanceof FileSystemError && /^File(?:NotFound|NotADirectory)$/.test(error.code);
  return isMissing ? null : { kind: 'unknown', stamp: 'unknown', text: null };
}

async function readFile(uri: Uri, text: boolean): Promise<FileState> {
  const { type, mtime, size } = await workspace.fs.stat(uri);
  const kind = (type & FileType.Directory) === 0 ? 'file' : 'folder';
  const state = { kind, stamp: `${mtime} ${size}` } as const;
  if (!text) return state;
  return { ...state, text: kind === 'file' && size <= readLimit ? await fileText(uri) : null };
}

async function fileText(uri: Uri): Promise<string | null> {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await workspace.fs.readFile(uri));
  } catch {
    return null;
  }
}

/** Uses the editor's file search, because reading the folders one by one could take a network request each. */
export async function searchConfigFiles({
  folder,
}: EditorRequests['switchyard/findFiles'][0]): Promise<EditorRequests['switchyard/findFiles'][1]> {
  const pattern = new RelativePattern(Uri.parse(folder), '**/{mcp.json,.mcp.json}');
  const found = await workspace.findFiles(pattern, '**/{node_modules,.git,dist,build}/**', findLimit);
  return found.map((uri) => uri.toString());
}
