/** The config files of a commit, and those that would be committed now, each written to a folder. */
import { lstatSync, mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { attempt } from '../../common/attempt.ts';
import { wordSet } from '../../common/guards.ts';
import { causeOf, FileError } from '../files/file-error.ts';
import { git } from './git.ts';
import { isOutside, leadsOutside } from './outside-links.ts';

/** Agents read no other kinds of files, and their config files are small. */
const configFile = /(?:^|\/)[^/]+\.(?:jsonc?|toml|ya?ml)$/i;
const maxBytes = 2_000_000;
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
export function writeCommit(root: string, commit: string, folder: string, skipped: ReadonlySet<string>): void {
  const problem = `The files of ${commit} can't be read.`;
  const entries = recordsOf(git(root, ['ls-tree', '-r', '-z', '-l', '--full-tree', commit], problem));
  const wanted = entries.flatMap((entry) => {
    const [, type = '', id = '', size = '', name = ''] = /^(1[02]0)\d{3} blob (\w+) +(\d+)\t(.+)$/s.exec(entry) ?? [];
    const isLink = type === '120';
    return isWanted(name, isLink, Number(size)) && !skipped.has(name) ? [{ id, name, isLink }] : [];
  });
  assertFew(wanted.length);
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
}

interface WorkingFiles {
  /** Names of files that couldn't be read. */
  readonly unread: readonly string[];
  /** Names of files that a sparse checkout leaves out. */
  readonly sparse: ReadonlySet<string>;
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
  const unread: string[] = [];
  const files = [...named(false)].flatMap((name): readonly SnapshotFile[] => {
    const file = path.join(root, name);
    const status = attempt(() => lstatSync(file));
    const isLink = status?.isSymbolicLink() === true;
    // A folder in place of a file is a submodule. A deleted file is still listed.
    if (status === undefined || !(isLink || status.isFile()) || !isWanted(name, isLink, status.size)) return [];
    const content = attempt(() => (isLink ? Buffer.from(readlinkSync(file)) : readFileSync(file)));
    if (content === undefined) unread.push(name);
    return content === undefined ? [] : [{ name, isLink, content }];
  });
  assertFew(files.length);
  writeFiles(folder, files);
  return { unread, sparse: named(true) };
}

const recordsOf = (output: Buffer): readonly string[] => output.toString().split('\0');

/** A name that isn't UTF-8 can't be the one of a config file, nor can that of a link to one. */
function isWanted(name: string, isLink: boolean, size: number): boolean {
  if (/\ufffd|(?:^|\/)node_modules\//.test(name)) return false;
  // A link may lead to a folder.
  return isLink ? size <= maxLink : configFile.test(name) && size <= maxBytes;
}

function assertFew(count: number): void {
  if (count > maxFiles) throw new FileError(`The checkout has more than ${maxFiles} files to compare.`);
}

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
