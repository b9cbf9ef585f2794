/** The config files of a commit, and those that would be committed now, each written to a folder. */
import { lstatSync, mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { attempt } from '../../../common/attempt.ts';
import { wordSet } from '../../../common/guards.ts';
import { causeOf, FileError } from '../../files/file-error.ts';
import { placeOfFile } from '../files/checkouts.ts';
import { isOutside, leadsOutside } from '../files/outside-links.ts';
import type { ReadBothSides } from './env-file-changes.ts';
import { git } from './git.ts';

/** Agents read no other kinds of files, and their config files are small. */
const configFile = /(?:^|\/)[^/]+\.(?:jsonc?|toml|ya?ml)$/i;
const maxBytes = 2_000_000;
/** Maximum size of all files together. What agents are known to read comes first: others are data. */
const maxTotal = 64_000_000;
/** Files in which agents keep switches and lists, and those of this program. */
const otherNames = wordSet(
  'settings.json settings.local.json config.toml config.yml config.yaml plugin.json marketplace.json .mcp-config.json .mcp-agents.json mcp-lock.json',
);
const maxFiles = 20_000;
/** Longer links lead nowhere on any system. */
const maxLink = 4096;

interface SnapshotFile {
  /** Its path in the checkout, with forward slashes. */
  readonly name: string;
  readonly isLink: boolean;
  /** The target of a link. */
  readonly content: Buffer;
}

/**
 * Writes the config files of a commit to an empty folder.
 * @param skipped names to leave out
 * @throws FileError
 */
export function writeCommit(root: string, commit: string, folder: string, skipped: ReadonlySet<string>): CommitFiles {
  const problem = `The files of ${commit} can't be read.`;
  const entries = recordsOf(git(root, ['ls-tree', '-r', '-z', '-l', '--full-tree', commit], problem));
  const listed = entries.flatMap((entry): readonly ListedFile[] => {
    const [, type = '', id = '', size = '', name = ''] = /^(1[02]0)\d{3} blob (\w+) +(\d+)\t(.+)$/s.exec(entry) ?? [];
    return name === '' || skipped.has(name) ? [] : [{ id, name, isLink: type === '120', size: Number(size) }];
  });
  const { wanted, problems } = chosen(listed);
  const bytes = git(root, ['cat-file', '--batch'], problem, `${wanted.map(({ id }) => id).join('\n')}\n`);
  let at = 0;
  const files = wanted.map(({ name, isLink }): SnapshotFile => {
    const end = bytes.indexOf('\n', at);
    const size = Number(/^\w+ blob (\d+)$/.exec(bytes.toString('latin1', at, Math.max(at, end)))?.[1]);
    if (Number.isNaN(size)) throw new FileError(problem);
    at = end + 1 + size + 1;
    return { name, isLink, content: bytes.subarray(end + 1, end + 1 + size) };
  });
  writeFiles(folder, files);
  return { problems, ids: new Map(listed.map(({ name, id }) => [name, id])) };
}

interface CommitFiles {
  /** The files that are left out, one sentence each. */
  readonly problems: readonly string[];
  /** IDs of the contents of all files, by name. */
  readonly ids: ReadonlyMap<string, string>;
}

interface ListedFile extends Omit<SnapshotFile, 'content'> {
  readonly id: string;
  /** In bytes. */
  readonly size: number;
}

/** Chooses the files to compare, and says which of those that agents read are left out, and why. */
function chosen<F extends Omit<ListedFile, 'id'>>(listed: readonly F[]) {
  const problems: string[] = [];
  const readable = listed.filter(({ name, isLink, size }) => {
    if (/(?:^|\/)node_modules\//.test(name)) return false;
    // A link may lead to a folder.
    if (isLink) return size <= maxLink;
    if (!configFile.test(name)) return false;
    const why = name.includes('\ufffd')
      ? "its name isn't UTF-8"
      : size > maxBytes
        ? `it's larger than ${maxBytes / 1_000_000} MB`
        : undefined;
    if (why !== undefined && isKnown(name)) problems.push(`${name}: not compared, because ${why}.`);
    return why === undefined;
  });
  const isFirst = ({ name, isLink }: F): boolean => isLink || isKnown(name);
  let total = 0;
  const wanted = [...readable.filter(isFirst), ...readable.filter((file) => !isFirst(file))].filter((file) => {
    const fits = total + file.size <= maxTotal;
    if (fits) total += file.size;
    else if (isFirst(file))
      problems.push(`${file.name}: not compared, because all files are larger than ${maxTotal / 1_000_000} MB.`);
    return fits;
  });
  if (wanted.length > maxFiles) throw new FileError(`The checkout has more than ${maxFiles} files to compare.`);
  return { wanted, problems };
}

const isKnown = (name: string): boolean => placeOfFile(name) !== undefined || otherNames.has(path.posix.basename(name));

interface WorkingFiles {
  /** The files that are left out, one sentence each. */
  readonly problems: readonly string[];
  /** Names of files that a sparse checkout leaves out. */
  readonly sparse: ReadonlySet<string>;
  /** Names of all others. */
  readonly names: ReadonlySet<string>;
}

/**
 * Writes the config files of the checkout to an empty folder, as a commit of all of them would contain them: without
 * files that Git ignores, and without submodules.
 * @throws FileError
 */
export function writeWorkingFiles(root: string, folder: string): WorkingFiles {
  const listed = ['ls-files', '-z', '-t', '--cached', '--others', '--exclude-standard'];
  const entries = recordsOf(git(root, listed, "The files of the checkout can't be read."));
  const named = (isSparse: boolean): ReadonlySet<string> =>
    new Set(entries.flatMap((entry) => (entry.startsWith('S ') === isSparse ? [entry.slice(2)] : [])));
  const listedFiles = [...named(false)].flatMap((name) => {
    const status = attempt(() => lstatSync(path.join(root, name)));
    const isLink = status?.isSymbolicLink() === true;
    // A folder in place of a file is a submodule. A deleted file is still listed.
    return status === undefined || !(isLink || status.isFile()) ? [] : [{ name, isLink, size: status.size }];
  });
  const { wanted, problems } = chosen(listedFiles);
  const files = wanted.flatMap(({ name, isLink }): readonly SnapshotFile[] => {
    const content = contentOf(path.join(root, name));
    if (content === undefined) problems.push(`${name}: couldn't be read.`);
    return content === undefined ? [] : [{ name, isLink, content }];
  });
  writeFiles(folder, files);
  return { problems, sparse: named(true), names: named(false) };
}

/** Reads files that aren't config files of a commit and of the checkout. How lines end makes no difference. */
export function bothSides(root: string, { ids }: CommitFiles, { names, sparse }: WorkingFiles): ReadBothSides {
  const text = (bytes: Buffer): string => bytes.toString('latin1').replaceAll('\r\n', '\n');
  return (name) => {
    // Git has it, and the checkout leaves it out.
    if (sparse.has(name)) return [undefined, undefined];
    const id = ids.get(name);
    const before = id === undefined ? undefined : git(root, ['cat-file', 'blob', id], `${name} can't be read.`);
    const file = path.join(root, name);
    const now = names.has(name) ? contentOf(file) : undefined;
    // A deleted file is still listed.
    if (now === undefined && names.has(name) && attempt(() => lstatSync(file))?.isFile() === true)
      throw new FileError(`${name}: couldn't be read.`);
    return [before && text(before), now && text(now)];
  };
}

/** Returns the target of a link; undefined if it can't be read. */
const contentOf = (file: string): Buffer | undefined =>
  attempt(() => (lstatSync(file).isSymbolicLink() ? Buffer.from(readlinkSync(file)) : readFileSync(file)));

const recordsOf = (output: Buffer): readonly string[] => output.toString().split('\0');

/** Writes links last, so that no file is written through one. */
function writeFiles(folder: string, files: readonly SnapshotFile[]): void {
  // Agents look for the root of the repository.
  mkdirSync(path.join(folder, '.git'));
  for (const { name, isLink, content } of files)
    if (!isLink) write(folder, name, (file) => writeFileSync(file, content));
  for (const { name, isLink, content } of files)
    if (isLink)
      write(folder, name, (file) => {
        const target = content.toString();
        const leadsTo = path.relative(folder, path.resolve(path.dirname(file), target));
        if (!path.isAbsolute(target) && !isOutside(leadsTo)) symlinkSync(target, file);
      });
}

/** Git doesn't create files with such names, but a tree can contain them. */
const isPlain = (part: string): boolean => !/^(?:|\.\.?|\.git)$/i.test(part);

/** Leaves out a file whose name the file system refuses, such as the second of two that it can't tell apart. */
function write(folder: string, name: string, to: (file: string) => void): void {
  if (!name.split(path.sep === '/' ? '/' : /[\\/]/).every(isPlain)) return;
  const file = path.join(folder, name);
  try {
    if (leadsOutside(path.dirname(file), folder)) return;
    mkdirSync(path.dirname(file), { recursive: true });
    to(file);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!refused.has(code)) throw new FileError(`Couldn't write a copy of the files: ${causeOf(code)}.`, code);
  }
}

/** System errors that tell of a name, or of links that this user can't create. */
const refused = wordSet('EEXIST EINVAL EISDIR ELOOP ENAMETOOLONG ENOENT ENOTDIR EPERM');
