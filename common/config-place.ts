/**
 * Which files are config files of the agent, and of what level. Other tools use the same file names in their own folders.
 * The one decision that both programs make: the extension, to choose a document's language, and the language server.
 */
import { trimEndOf } from './trim.ts';

/** The language id under which an editor may hand over a document whatever it is called. */
export const configLanguage = 'mcp-config';

/** Where the agent keeps its files; `~` at the start of `userDirectory` stands for `home`. */
export interface AgentFolders {
  /** Name of the agent's folder inside a project. */
  readonly projectDirectory: string;
  /** The agent's folder of the user. Its profiles lie beside it: `../profiles/<name>/agent`. */
  readonly userDirectory: string;
  /** The user's home folder; absent where there is none, as in a browser. */
  readonly home: string | undefined;
}

export const defaultFolders: AgentFolders = {
  projectDirectory: '.omp',
  userDirectory: '~/.omp/agent',
  home: undefined,
};

/** Variables of the agent that move its user-level folder. */
export type AgentVariable = 'OMP_PROFILE' | 'PI_PROFILE' | 'PI_CONFIG_DIR' | 'PI_CODING_AGENT_DIR';

/** The folders as the agent's variables move them; a folder that the user has chosen stays. */
export function movedFolders(
  folders: AgentFolders,
  variable: (name: AgentVariable) => string | undefined,
): AgentFolders {
  if (folders.userDirectory !== defaultFolders.userDirectory) return folders;
  const profile = variable('OMP_PROFILE') ?? variable('PI_PROFILE') ?? '';
  const base = `~/${variable('PI_CONFIG_DIR') || '.omp'}`;
  if (profile !== '') return { ...folders, userDirectory: `${base}/profiles/${profile}/agent` };
  return { ...folders, userDirectory: variable('PI_CODING_AGENT_DIR') || `${base}/agent` };
}

/**
 * - `project`: in the agent's folder of a project. `user`: in the agent's folder of the user or of a profile, or in a copy
 *   of it that is kept among dotfiles.
 * - `standalone`: `mcp.json` or `.mcp.json` in any other folder that isn't another tool's.
 */
export type ConfigLevel = 'project' | 'user' | 'standalone';

const fileName = /^\.?mcp\.json$/;

/** True for the name of a config file of the agent. */
export function isConfigName(name: string): boolean {
  return fileName.test(name);
}

/** Of file systems. Others, such as `git`, show files of another time or place. */
const schemes = new Set(['file', 'vscode-remote', 'vscode-vfs', 'vscode-test-web']);

/** The schemes of workspace folders are file systems too. @param folders URIs */
export function acceptSchemesOf(folders: readonly string[]): void {
  for (const folder of folders) if (URL.canParse(folder)) schemes.add(new URL(folder).protocol.slice(0, -1));
}

/** VS Code and its relatives keep an `mcp.json` of their own in `<product>/User` and `<product>/User/profiles/<id>`. */
const editorFolder =
  /\/(?:code|code - [^/]+|code-server|vscodium[^/]*|cursor|windsurf|kiro|trae|positron|antigravity|data)\/user(?:\/profiles\/[^/]+)?$/i;
/** User-level folders in dotfiles repositories, also as chezmoi names them, and of one of several installations (`.omp-work`). */
const dotfiles = /\/(?:\.omp|(?:[a-z]+_)*dot_omp)(?:-[\w-]+)?\/(?:agent|profiles\/[^/]+\/agent)$/;
/** Folders of other tools that are told by an ancestor, where the workspace folder isn't known. */
const toolFolder =
  /\/(?:\.|dot_)(?:kiro|junie|continue|aws|amazonq|github|lmstudio|factory|pi|agents?)\/(?:[^/]+\/)*[^/]+$/;
/** Folders of other tools without a dot. */
const plainToolFolder = /\/kiro_power$/;
/** Folders of translations, one of whose namespaces may be called `mcp`. */
const translations = /\/(?:i18n|l10n|locales?|_locales|translations|langs?)(?:\/[^/]+){0,2}$/i;

/**
 * The level of the config file at this address, or undefined if it isn't the agent's: another file name, another tool's
 * folder, a translation, or no file at all.
 * @param roots paths of the workspace folders (`pathOf`); below them, any folder with a dot belongs to a tool
 */
export function configLevel(
  uri: string,
  folders: AgentFolders,
  roots: readonly string[] = [],
): ConfigLevel | undefined {
  const path = pathOf(uri);
  if (path === undefined) return undefined;
  const slash = path.lastIndexOf('/');
  const name = path.slice(slash + 1);
  if (!isConfigName(name)) return undefined;
  const folder = path.slice(0, slash);
  if (isUserFolder(folder, folders)) return 'user';
  const projectDirectory = trimmed(folders.projectDirectory);
  if (folder.endsWith(`/${projectDirectory}`)) return 'project';
  if (dotfiles.test(folder)) return 'user';
  if (belongsToTool(folder, roots) || editorFolder.test(folder)) return undefined;
  return name === 'mcp.json' && translations.test(folder) ? undefined : 'standalone';
}

function belongsToTool(folder: string, roots: readonly string[]): boolean {
  if (plainToolFolder.test(folder)) return true;
  const root = roots.find((path) => folder === path || (folder.startsWith(path) && folder[path.length] === '/'));
  if (root !== undefined) return /\/(?:\.|dot_)/.test(folder.slice(root.length));
  return /\/(?:\.|dot_)[^/]*$/.test(folder) || toolFolder.test(folder);
}

/** True for the agent's folder of the user, or of one of the user's profiles, but not for copies of them. */
export function isUserFolder(folder: string, { userDirectory, home }: AgentFolders): boolean {
  const agent = absolute(userDirectory, home);
  if (agent === undefined) return false;
  if (folder === agent) return true;
  const profiles = `${agent.slice(0, agent.lastIndexOf('/'))}/profiles/`;
  return folder.startsWith(profiles) && /^[^/]+\/agent$/.test(folder.slice(profiles.length));
}

/** Nothing in it that is encoded, a drive, or a step up. */
const plainFile = /^file:\/\/(?:\/(?!\.{0,2}(?:\/|$))[\w.@+~-]+)+\/?$/;

/** The path of a file's URI that has nothing to decode: nearly all of them, and many times each. */
export function plainFilePath(uri: string): string | undefined {
  return plainFile.test(uri) ? uri.slice('file://'.length) : undefined;
}

/** The decoded path of a file's URI, its drive letter in lower case; undefined where it names no file. */
export function pathOf(uri: string): string | undefined {
  const plain = plainFilePath(uri);
  if (plain !== undefined) return plain;
  try {
    const { protocol, pathname } = new URL(uri);
    return schemes.has(protocol.slice(0, -1)) ? lowerDrive(decodeURIComponent(pathname)) : undefined;
  } catch {
    return undefined;
  }
}

/** A folder as it looks in the path of a URI; undefined where it is not absolute. */
export function absolute(folder: string, home: string | undefined): string | undefined {
  const full = /^~(?=$|[\\/])/.test(folder) && home !== undefined ? home + folder.slice(1) : folder;
  const slashes = trimEndOf(full.replaceAll('\\', '/'), '/');
  const path = /^[a-z]:/i.test(slashes) ? `/${slashes}` : slashes;
  return path.startsWith('/') ? lowerDrive(path) : undefined;
}

/** A folder's name without `./` before it and slashes behind it. */
export function trimmed(folder: string): string {
  return trimEndOf(folder.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, ''), '/');
}

/** `/C:/x` and `/c:/x` are one folder. */
function lowerDrive(path: string): string {
  return path.replace(/^\/[A-Z]:/, (drive) => drive.toLowerCase());
}
