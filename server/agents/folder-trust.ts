/** Whether the user trusts a folder, as an agent remembers it. */
import { trimEndOf } from '../../common/trim.ts';
import { type JsonNode, liveMembers, stringValue } from '../config/json.ts';
import type { Place } from '../config/sources.ts';
import type { ReadSetting } from './agent.ts';
import { locate, pathAsWritten } from './agent-files.ts';
import type { FolderTrust, TrustReader, TrustRule } from './agent-table.ts';

/** True if the folder is trusted. @param folder a URI */
export type Trusts = (folder: string) => boolean;

/** Without the user's files, no folder is trusted. */
export function trustIn(trust: FolderTrust, place: Place, setting: ReadSetting): Trusts {
  const { variable, offBy } = trust;
  if (variable !== undefined && place.trusted.has(variable)) return () => true;
  if (offBy?.in.some((file) => urisOf(file, place).some((uri) => isFalse(setting(uri, offBy.path))))) return () => true;
  const uris = trust.in.flatMap((file) => urisOf(file, place));
  return (folder) => {
    const { repository = folder } = place;
    const asked = [...new Set([folder, repository].map(pathAsWritten))];
    const rules = uris.flatMap((uri) => trust.rules((path) => setting(uri, path), asked));
    const matching = rules.filter((rule) => matches(rule, pathAsWritten(folder)));
    // The innermost folder decides.
    return matching.toSorted((one, other) => other.folder.length - one.folder.length)[0]?.isTrusted === true;
  };
}

const urisOf = (file: FolderTrust['in'][number], place: Place): readonly string[] =>
  locate(file, place).map(({ uri }) => uri);

const isFalse = (node: JsonNode | undefined): boolean => node?.type === 'boolean' && !node.value;

function matches({ folder }: TrustRule, path: string): boolean {
  const [trusted, asked] = [comparable(folder), comparable(path)];
  return trusted === asked || asked.startsWith(trusted === '/' ? '/' : `${trusted}/`);
}

/** Without case on Windows, whose paths begin with a drive. */
function comparable(path: string): string {
  const plain = trimEndOf(path.replaceAll('\\', '/'), '/');
  return (/^[A-Za-z]:/.test(plain) ? plain.toLowerCase() : plain) || '/';
}

/** Reads lists of trusted folders, which include those in them. */
export const listedFolders =
  (...names: readonly string[]): TrustReader =>
  (read) =>
    names.flatMap((name) => {
      const list = read([name]);
      return list?.type === 'array' ? list.items.flatMap(trustedText) : [];
    });

const trustedText = (item: JsonNode): readonly TrustRule[] =>
  item.type === 'string' ? [{ folder: item.value, isTrusted: true }] : [];

/**
 * Reads settings by folder, of the folder itself and of its repository only. The file can be large, so nothing else in it
 * is read.
 */
export const folderSettings =
  (path: readonly string[], property: string, isTrusted: (value: JsonNode) => boolean): TrustReader =>
  (read, folders) =>
    folders.flatMap((folder) => {
      const value = read([...path, folder, property]);
      return value === undefined ? [] : [{ folder, isTrusted: isTrusted(value) }];
    });

/** Reads Gemini CLI's map of folders to words. */
export const foldersByWord: TrustReader = (read) =>
  Array.from(liveMembers(read([]))).flatMap(([folder, { value }]): readonly TrustRule[] => {
    switch (stringValue(value)) {
      case 'TRUST_FOLDER':
        return [{ folder, isTrusted: true }];
      case 'TRUST_PARENT':
        return [{ folder: folder.replace(/[\\/][^\\/]*$/, '') || '/', isTrusted: true }];
      case 'DO_NOT_TRUST':
        return [{ folder, isTrusted: false }];
      default:
        return [];
    }
  });
