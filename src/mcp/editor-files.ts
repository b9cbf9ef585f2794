/** Reads files for the language server: those of virtual file systems, and all files in a browser. */
import { FileType, RelativePattern, Uri, workspace } from 'vscode';
import type { EditorRequests, FileQuery, FileState } from '../../common/protocol.ts';

/** Bytes. A config file of a thousand servers has 200,000. */
const readLimit = 5_000_000;
/** Config files that are found in one folder and its subfolders. */
const findLimit = 500;

export function readFiles(
  queries: EditorRequests['switchyard/readFiles'][0],
): Promise<EditorRequests['switchyard/readFiles'][1]> {
  return Promise.all(queries.map((query) => readFile(query).catch(() => null)));
}

async function readFile({ uri: address, text }: FileQuery): Promise<FileState> {
  const uri = Uri.parse(address);
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
