/** Whether the user trusts a folder, as an agent remembers it. */
import * as l10n from '@vscode/l10n';
import { lookUp } from '../../../common/guards.ts';
import { trimEndOf } from '../../../common/text/trim.ts';
import { orList, quote } from '../../config/language.ts';
import type { RefusalCause } from '../../config/oh-my-pi/effective.ts';
import type { Place, Repository } from '../../config/servers/sources.ts';
import { isFalse, itemsOf, type JsonNode, liveMembers, onlyTexts, stringValue } from '../../config/text/json.ts';
import { childUri, fileUri, isInside, parentUri } from '../../files/uris.ts';
import type { AgentTable, FolderTrust, TrustAnswers } from '../../tools/agent-facts.ts';
import type { ReadSetting } from '../agent.ts';
import { locate, pathAsWritten, searchRoot } from '../files/agent-files.ts';
import { faultInWords } from './file-problem.ts';

/** What the user said about a folder and those in it. */
interface TrustRule {
  /** Its path, as in the settings. */
  readonly folder: string;
  readonly isTrusted: boolean;
}

/** True if the folder is trusted. @param folder a URI */
export type Trusts = (folder: string) => boolean;

/** Without the user's files, no folder is trusted. @param root of the project */
export function trustIn(trust: FolderTrust, place: Place, setting: ReadSetting, root: string | undefined): Trusts {
  if (isTrustOff(trust, place, setting)) return () => true;
  const uris = trust.in.flatMap((file) => urisOf(file, place));
  const { real } = place.look;
  /** Returns what the user said about a folder; undefined if nothing. */
  function answerFor(folder: string): boolean | undefined {
    const asked = [...new Set([folder, root ?? folder].map((each) => pathAsWritten(real(each))))];
    const rules = uris.flatMap((uri) => rulesIn(trust.answers, (path) => setting(uri, path), asked));
    const absolute = rules.flatMap((rule) => {
      if (/^(?:[A-Za-z]:|[\\/])/.test(rule.folder)) return [rule];
      const from = trust.isRelativeToStart === true ? place.project : undefined;
      return from === undefined ? [] : [{ ...rule, folder: `${pathAsWritten(from)}/${rule.folder}` }];
    });
    const followed =
      trust.followsLinks === true
        ? absolute.map((rule) => ({ ...rule, folder: followedPath(rule.folder, real) }))
        : absolute;
    const matching = followed.filter((rule) => matches(rule, pathAsWritten(real(folder))));
    // The innermost folder decides.
    return matching.toSorted((one, other) => other.folder.length - one.folder.length)[0]?.isTrusted;
  }
  return (folder) => {
    if (trust.trustsHome === true && folder === place.home) return true;
    for (const each of withMain(folder, place, trust)) {
      const answer = answerFor(each);
      if (answer !== undefined) return answer;
    }
    return false;
  };
}

/** True if the user trusts what a file of a project says. @param path that of the file in its folder */
export function isTrustedFile(
  table: Pick<AgentTable, 'trust' | 'rootMarkers'>,
  uri: string,
  path: string,
  place: Place,
): boolean {
  const { trust } = table;
  if (trust === undefined) return true;
  const trusts = trustIn(trust, place, place.look.setting, searchRoot(table, place));
  return trusts(trust.of === 'file' ? folderOf(uri, path) : trustedFolder(trust, place));
}

/** Returns the folder whose trust counts for a start. */
export const trustedFolder = ({ of }: FolderTrust, { project = '', repository }: Place): string =>
  of === 'repository' ? (repository?.root ?? project) : project;

/** Returns the folder that a file belongs to: for `.github/mcp.json`, that of `.github`. */
export function folderOf(uri: string, path: string): string {
  let folder = uri;
  for (const _ of path.split('/')) folder = parentUri(folder);
  return folder;
}

/** Returns what in the files about trust makes the agent end with an error, where these matter. */
export function trustRefusal(trust: FolderTrust, place: Place, setting: ReadSetting): RefusalCause | undefined {
  if (trust.refusesBroken !== true || isTrustOff(trust, place, setting)) return undefined;
  for (const { uri, label } of trust.in.flatMap((file) => locate(file, place))) {
    const written = place.look.json(uri);
    if (written === undefined) continue;
    const source = { uri, label };
    const fault = written.faults.find(({ kind }) => kind !== 'comment' && kind !== 'byte-order-mark');
    if (fault !== undefined) return { source, at: fault, ...faultInWords(written.text, fault) };
    const root = setting(uri, []);
    if (root === undefined) continue;
    if (root.type !== 'object')
      return { source, at: root, why: l10n.t("it isn't an object"), step: l10n.t('Write an object.') };
    const words = trust.answers.kind === 'words' ? trust.answers.words : undefined;
    if (words === undefined) continue;
    for (const [folder, { key, value }] of liveMembers(root))
      if (lookUp(words, stringValue(value) ?? '') === undefined)
        return {
          ...{ source, at: key },
          why: l10n.t('{0} has an unknown value', quote(folder)),
          step: l10n.t('Use {0}.', orList(Object.keys(words).map(quote))),
        };
  }
  return undefined;
}

/** True if all folders are trusted, by a variable or a setting. */
function isTrustOff({ variable, offBy }: FolderTrust, place: Place, setting: ReadSetting): boolean {
  if (variable !== undefined && place.switchedOn.has(variable)) return true;
  return offBy?.in.some((file) => urisOf(file, place).some((uri) => isFalse(setting(uri, offBy.path)))) === true;
}

/** Returns the folders whose trust counts for one in a checkout. */
function withMain(folder: string, place: Place, trust: FolderTrust): readonly string[] {
  const { repository } = place;
  const main = repository && trust.ofMain && mainIn(repository, trust, place);
  if (main === undefined || repository === undefined || !isInside(folder, repository.root)) return [folder];
  // Of the only one that counts, the trust of folders in it doesn't.
  return trust.ofMain === 'only' ? [main] : [folder, main];
}

/** Returns the folder whose trust counts for a checkout of a repository. */
function mainIn(
  { main, bare, claimed }: Repository,
  { ofBare, believesWorktrees }: FolderTrust,
  { look }: Place,
): string | undefined {
  if (believesWorktrees === true && claimed !== undefined) return claimed;
  if (main !== undefined || bare === undefined || ofBare === undefined) return main;
  if (ofBare === 'itself') return bare;
  const parent = parentUri(bare);
  return look.isFile(childUri(parent, '.git')) ? parent : undefined;
}

const followedPath = (path: string, real: (uri: string) => string): string =>
  pathAsWritten(real(fileUri(path.replaceAll('\\', '/'))));

const urisOf = (file: FolderTrust['in'][number], place: Place): readonly string[] =>
  locate(file, place).map(({ uri }) => uri);

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
        (onlyTexts(itemsOf(read([name]))) ?? []).map(({ value }) => ({ folder: value, isTrusted: true })),
      );
    case 'property':
      return namesOf(folders, answers, read).flatMap((name) => {
        const value = read([...answers.path, name, answers.property]);
        if (value === undefined) return [];
        const folder = folders.find((each) => partsOf(each) === partsOf(name)) ?? name;
        return [{ folder, isTrusted: 'value' in value && value.value === answers.trusted }];
      });
    case 'words':
      return Array.from(liveMembers(read([]))).flatMap(([folder, { value }]) => {
        const meaning = lookUp(answers.words, stringValue(value) ?? '');
        if (meaning === undefined) return [];
        const parent = folder.replace(/[\\/][^\\/]*$/, '') || '/';
        return [{ folder: meaning === 'parent' ? parent : folder, isTrusted: meaning !== 'untrusted' }];
      });
  }
}

/** Returns the names of properties for folders, of which there is one each unless other spellings count. */
function namesOf(
  folders: readonly string[],
  { path, comparesParts }: Extract<TrustAnswers, { kind: 'property' }>,
  read: (path: readonly string[]) => JsonNode | undefined,
): readonly string[] {
  if (comparesParts !== true) return folders;
  const asked = new Set(folders.map(partsOf));
  return [...liveMembers(read(path)).keys()].filter((name) => asked.has(partsOf(name)));
}

/** Returns a path without empty parts and dots. */
function partsOf(path: string): string {
  const plain = path.replaceAll('\\', '/');
  const parts = plain.split('/').filter((part) => part !== '' && part !== '.');
  return (plain.startsWith('/') ? '/' : '') + parts.join('/');
}
