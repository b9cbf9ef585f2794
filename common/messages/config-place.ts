/**
 * Determines which files are config files of Oh My Pi, and their level. Other tools use the same file names in their
 * own folders. Shared by the extension, which chooses a document's language, and the language server.
 */
import { attempt } from '../attempt.ts';
import { dotFolders } from '../generated/tools.ts';
import { wordSet } from '../guards.ts';
import { trimEndOf } from '../text/trim.ts';

/** The language ID of config files. A document with this ID counts as a config file, whatever its name. */
export const configLanguage = 'mcp-config';

/** Folders in which Oh My Pi stores its files. A leading `~` in `userDirectory` means `home`. */
export interface OhMyPiFolders {
  /** Name of Oh My Pi's folder inside a project. */
  readonly projectDirectory: string;
  /** Oh My Pi's user-level folder. Profiles are next to it: `../profiles/<name>/agent`. */
  readonly userDirectory: string;
  /** The user's home folder; undefined if it doesn't exist, as in a browser. */
  readonly home: string | undefined;
}

export const defaultFolders: OhMyPiFolders = {
  projectDirectory: '.omp',
  userDirectory: '~/.omp/agent',
  home: undefined,
};

/** Variables of Oh My Pi that move its user-level folder. */
export const ohMyPiFolderVariables = ['OMP_PROFILE', 'PI_PROFILE', 'PI_CONFIG_DIR', 'PI_CODING_AGENT_DIR'] as const;
export type OhMyPiVariable = (typeof ohMyPiFolderVariables)[number];

/** Applies Oh My Pi's variables to the folders. A folder that the user has set is kept (facts/agent.md, 1.1). */
export function movedFolders(
  folders: OhMyPiFolders,
  variable: (name: OhMyPiVariable) => string | undefined,
): OhMyPiFolders {
  if (folders.userDirectory !== defaultFolders.userDirectory) return folders;
  const profile = variable('OMP_PROFILE') ?? variable('PI_PROFILE') ?? '';
  const base = `~/${variable('PI_CONFIG_DIR') || '.omp'}`;
  if (profile !== '') return { ...folders, userDirectory: `${base}/profiles/${profile}/agent` };
  return { ...folders, userDirectory: variable('PI_CODING_AGENT_DIR') || `${base}/agent` };
}

/**
 * - `project`: in Oh My Pi's folder of a project. `user`: in Oh My Pi's user-level folder or that of a profile, or in
 *   a copy of it in a dotfiles repository.
 * - `standalone`: `mcp.json` or `.mcp.json` in any other folder that isn't another tool's.
 */
export type ConfigLevel = 'project' | 'user' | 'standalone';

const fileName = /^\.?mcp\.json$/;

/** True for the name of a config file of Oh My Pi. */
export function isConfigName(name: string): boolean {
  return fileName.test(name);
}

/** Schemes of file systems. Others, such as `git`, show other versions of files. */
const schemes = new Set(['file', 'vscode-remote', 'vscode-vfs', 'vscode-test-web']);

/** Adds the schemes of workspace folders, which are also file systems. @param folders URIs */
export function acceptSchemesOf(folders: readonly string[]): void {
  for (const folder of folders) if (URL.canParse(folder)) schemes.add(new URL(folder).protocol.slice(0, -1));
}

/** VS Code and its forks have their own `mcp.json` in `<product>/User` and `<product>/User/profiles/<id>`. */
const editorFolder =
  /\/(?:code|code - [^/]+|code-server|vscodium[^/]*|cursor|windsurf|kiro|trae|positron|antigravity|data)\/user(?:\/profiles\/[^/]+)?$/i;
/** User-level folders in dotfiles repositories, also with chezmoi's names, and of extra installations (`.omp-work`). */
const dotfiles = /\/(?:\.omp|(?:[a-z]+_)*dot_omp)(?:-[\w-]+)?\/(?:agent|profiles\/[^/]+\/agent)$/;
/** Folders of other tools without a dot. */
const plainToolFolder = /\/kiro_power$/;
/** Folders of translations, which can have a namespace called `mcp`. */
const translations = wordSet('i18n l10n locale locales _locales messages translations lang langs');
/** Folders of documents and data about MCP. */
const otherData = wordSet('data registry schema schemas');

/**
 * Returns the level of a config file, or undefined if it isn't Oh My Pi's: another file name, another tool's folder
 * (facts/agent.md, Part 3), a translation or other data, or not a file.
 * @param roots paths of the workspace folders (`pathOf`)
 */
export function configLevel(
  uri: string,
  folders: OhMyPiFolders,
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
  const below = belowRoot(folder, roots);
  if (belongsToTool(folder, below) || editorFolder.test(folder)) return undefined;
  return name === 'mcp.json' && holdsOtherData(below ?? folder) ? undefined : 'standalone';
}

function holdsOtherData(folder: string): boolean {
  const names = folder.toLowerCase().split('/').slice(-3);
  const [parent = '', name = ''] = names.slice(-2);
  return (
    names.some((each) => translations.has(each)) || otherData.has(name) || (name === 'api' && /^docs?$/.test(parent))
  );
}

/** @param below the folder below the workspace folder, in which any folder with a dot belongs to a tool */
function belongsToTool(folder: string, below: string | undefined): boolean {
  if (plainToolFolder.test(folder)) return true;
  if (below !== undefined) return /\/(?:\.|dot_)/.test(below);
  return /\/(?:\.|dot_)[^/]*$/.test(folder) || isInToolFolder(folder);
}

/** Names of folders of other tools, without the dot. */
const toolFolders: ReadonlySet<string> = new Set(['cache', ...dotFolders]);

/** True below a folder of another tool, but not in a worktree that it keeps there. */
function isInToolFolder(folder: string): boolean {
  const names = folder.split('/');
  return names.some((name, index) => {
    const [next = '', afterwards] = names.slice(index + 1);
    const isWorktree = next === 'worktrees' && afterwards !== undefined;
    return next !== '' && !isWorktree && toolFolders.has(/^(?:\.|dot_)(.+)$/.exec(name)?.[1] ?? '');
  });
}

/** Returns the path of a folder below the innermost workspace folder around it; undefined if it isn't in one. */
function belowRoot(folder: string, roots: readonly string[]): string | undefined {
  // The root folder of a drive ends with a slash.
  const outer = roots
    .map((root) => trimEndOf(root, '/'))
    .filter((path) => folder === path || (folder.startsWith(path) && folder[path.length] === '/'));
  return outer.length === 0 ? undefined : folder.slice(Math.max(...outer.map(({ length }) => length)));
}

/** True for Oh My Pi's user-level folder or that of a profile, but not for copies of them. */
export function isUserFolder(folder: string, { userDirectory, home }: OhMyPiFolders): boolean {
  const agent = absolute(userDirectory, home);
  if (agent === undefined) return false;
  if (folder === agent) return true;
  const profiles = `${agent.slice(0, agent.lastIndexOf('/'))}/profiles/`;
  return folder.startsWith(profiles) && /^[^/]+\/agent$/.test(folder.slice(profiles.length));
}

/** File URIs without encoded characters, drive letters, or `..` segments. */
const plainFile = /^file:\/\/(?:\/(?!\.{0,2}(?:\/|$))[\w.@+~-]+)+\/?$/;

/** Returns the path of a file URI if it needs no decoding. A fast path, because nearly all URIs are like that. */
export function plainFilePath(uri: string): string | undefined {
  return plainFile.test(uri) ? uri.slice('file://'.length) : undefined;
}

/** Returns the decoded path of a file's URI, with a lowercase drive letter; undefined if it isn't a file. */
export function pathOf(uri: string): string | undefined {
  const plain = plainFilePath(uri);
  if (plain !== undefined) return plain;
  return attempt(() => {
    const { protocol, pathname } = new URL(uri);
    return schemes.has(protocol.slice(0, -1)) ? lowerDrive(decodeURIComponent(pathname)) : undefined;
  });
}

/** Returns a folder in the form of a URI's path; undefined if it isn't absolute. */
export function absolute(folder: string, home: string | undefined): string | undefined {
  const full = /^~(?=$|[\\/])/.test(folder) && home !== undefined ? home + folder.slice(1) : folder;
  const slashes = trimEndOf(full.replaceAll('\\', '/'), '/');
  const path = /^[a-z]:/i.test(slashes) ? `/${slashes}` : slashes;
  return path.startsWith('/') ? lowerDrive(path) : undefined;
}

/** Returns a folder without leading `./` or `/` and without trailing slashes. */
export function trimmed(folder: string): string {
  return trimEndOf(folder.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, ''), '/');
}

/** `/C:/x` and `/c:/x` are the same folder. */
function lowerDrive(path: string): string {
  return path.replace(/^\/[A-Z]:/, (drive) => drive.toLowerCase());
}
