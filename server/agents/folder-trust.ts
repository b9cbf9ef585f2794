/** Whether the user trusts a folder, as an agent remembers it. */
import { own } from '../../common/guards.ts';
import { trimEndOf } from '../../common/trim.ts';
import { itemsOf, type JsonNode, liveMembers, stringValue } from '../config/json.ts';
import type { Place } from '../config/sources.ts';
import type { FolderTrust, TrustAnswers } from '../tools/agent-facts.ts';
import type { ReadSetting } from './agent.ts';
import { locate, pathAsWritten } from './agent-files.ts';

/** What the user said about a folder and those in it. */
interface TrustRule {
  /** Its path, as in the settings. */
  readonly folder: string;
  readonly isTrusted: boolean;
}

/** True if the folder is trusted. @param folder a URI */
export type Trusts = (folder: string) => boolean;

/** Without the user's files, no folder is trusted. */
export function trustIn(trust: FolderTrust, place: Place, setting: ReadSetting): Trusts {
  const { variable, offBy } = trust;
  if (variable !== undefined && place.trusted.has(variable)) return () => true;
  if (offBy?.in.some((file) => urisOf(file, place).some((uri) => isFalse(setting(uri, offBy.path))))) return () => true;
  const uris = trust.in.flatMap((file) => urisOf(file, place));
  return (folder) => {
    if (trust.trustsHome === true && folder === place.home) return true;
    const { repository = folder } = place;
    const asked = [...new Set([folder, repository].map(pathAsWritten))];
    const rules = uris.flatMap((uri) => rulesIn(trust.answers, (path) => setting(uri, path), asked));
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

/** Returns what a file says about folders. @param folders those in question, and the root of their repository */
function rulesIn(
  answers: TrustAnswers,
  read: (path: readonly string[]) => JsonNode | undefined,
  folders: readonly string[],
): readonly TrustRule[] {
  switch (answers.kind) {
    case 'lists':
      return answers.names.flatMap((name) =>
        itemsOf(read([name])).flatMap((item) =>
          item.type === 'string' ? [{ folder: item.value, isTrusted: true }] : [],
        ),
      );
    case 'property':
      return folders.flatMap((folder) => {
        const value = read([...answers.path, folder, answers.property]);
        if (value === undefined) return [];
        return [{ folder, isTrusted: 'value' in value && value.value === answers.trusted }];
      });
    case 'words':
      return Array.from(liveMembers(read([]))).flatMap(([folder, { value }]) => {
        const meaning = own(answers.words, stringValue(value) ?? '');
        if (meaning === undefined) return [];
        const parent = folder.replace(/[\\/][^\\/]*$/, '') || '/';
        return [{ folder: meaning === 'parent' ? parent : folder, isTrusted: meaning !== 'untrusted' }];
      });
  }
}
