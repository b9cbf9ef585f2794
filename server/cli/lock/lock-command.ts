/** `mcp-config lock`: locks what servers tell a model in `mcp-lock.json`, or compares them with it. */
import path from 'node:path';
import { ConnectionTestError } from '../../../common/connection-test/failure.ts';
import { flawText, notesOf } from '../../../common/connection-test/notes.ts';
import { visible } from '../../../common/text/escape.ts';
import { compareLocked } from '../../../common/tool-lock/compare.ts';
import { type TextFinding, textFindingsIn } from '../../../common/tool-lock/findings.ts';
import {
  emptyLock,
  type Lock,
  lockName,
  lockText,
  maxLockLength,
  type ServerLock,
  withLocked,
} from '../../../common/tool-lock/lock.ts';
import { CannotLockError, lockServer } from '../../../common/tool-lock/lock-server.ts';
import { LockError, readLock } from '../../../common/tool-lock/read-lock.ts';
import { readTextIfExists } from '../../files/disk.ts';
import { FileError } from '../../files/file-error.ts';
import type { LockArguments } from '../arguments/arguments.ts';
import { UsageError } from '../arguments/options.ts';
import type { Project } from '../check/project.ts';
import { counted } from '../check/reports/report-text.ts';
import { reportIncomplete } from '../check/unreadable.ts';
import { leadsOutside } from '../files/outside-links.ts';
import { type Paint, painter } from '../output/color.ts';
import { exit, type Terminal } from '../output/terminal.ts';
import { connect, failureTexts } from './connect.ts';
import { comparisonReport, findingsReport } from './lock-report.ts';
import { agrees, type LockedServer, serversInEffect } from './lock-servers.ts';

/**
 * Connects to the servers one at a time. Returns 1 if there are changes or findings, and 2 if a server couldn't be
 * tested; the others are still locked.
 * @throws UsageError, FileError; Interruption, in which case nothing is written
 */
export async function lockServers(project: Project, args: LockArguments, terminal: Terminal): Promise<number> {
  const folder = path.resolve(terminal.cwd, args.project ?? '.');
  const file = path.join(folder, lockName);
  if (leadsOutside(file, folder)) throw new FileError(`${file} is a link that leads outside the project.`);
  const loaded = await loadLock(file);
  if (args.check && loaded === undefined)
    throw new FileError(`${file} doesn't exist. Run mcp-config lock first, and commit the file.`);
  const servers = serversInEffect(project, folder, args.servers);
  if (!args.yes && terminal.ask === undefined && servers.length > 0)
    throw new UsageError('lock starts and contacts servers. Use --yes, or run it on a terminal and answer.');
  const run = new LockRun(args, terminal, loaded, reportIncomplete(project, terminal));
  return args.check ? run.check(servers) : run.write(servers, file);
}

interface LoadedLock {
  readonly text: string;
  readonly lock: Lock;
}

interface Tested {
  readonly lock: ServerLock;
  readonly findings: readonly TextFinding[];
}

class LockRun {
  readonly #args: LockArguments;
  readonly #terminal: Terminal;
  readonly #loaded: LoadedLock | undefined;
  readonly #paint: Paint;
  readonly #interrupted: AbortSignal;
  /** True if a file couldn't be read, or a server was skipped or couldn't be tested. */
  #hasFailures: boolean;

  constructor(args: LockArguments, terminal: Terminal, loaded: LoadedLock | undefined, hasFailures: boolean) {
    this.#hasFailures = hasFailures;
    this.#args = args;
    this.#terminal = terminal;
    this.#loaded = loaded;
    this.#interrupted = terminal.interruption?.() ?? new AbortController().signal;
    this.#paint = painter(terminal.colors);
  }

  async write(servers: readonly LockedServer[], file: string): Promise<number> {
    const locks = new Map<string, ServerLock>();
    let findings = 0;
    for (const server of servers) {
      const tested = await this.#test(server);
      if (tested === undefined) continue;
      locks.set(server.name, tested.lock);
      findings += this.#report(server.name, tested.findings);
    }
    this.#interrupted.throwIfAborted();
    const lock = withLocked(this.#loaded?.lock ?? emptyLock, locks);
    if (locks.size > 0) {
      const isWritten = await saveLock(file, lock, this.#loaded?.text, this.#terminal);
      const unchanged = isWritten ? '' : ' (unchanged)';
      this.#terminal.error(`${counted(locks.size, 'server')} locked in ${visible(file)}${unchanged}.\n`);
    } else this.#terminal.error('No servers locked.\n');
    if (this.#hasFailures) return exit.failed;
    return findings > 0 ? exit.found : exit.clean;
  }

  async check(servers: readonly LockedServer[]): Promise<number> {
    const locks = new Map(Object.entries(this.#loaded?.lock.servers ?? {}));
    const locked = servers.filter(({ name }) => locks.has(name));
    const isNamed = this.#args.servers.length > 0;
    let changes = 0;
    for (const { name, level } of servers) {
      if (locks.has(name)) continue;
      // A project doesn't have to lock user-level servers.
      const isProblem = isNamed || level === 'project';
      if (isProblem) changes++;
      this.#terminal.out(`${visible(name)}: not locked${isProblem ? '' : ' (user config)'}\n`);
    }
    for (const server of locked) {
      const tested = await this.#test(server);
      const before = locks.get(server.name);
      if (tested === undefined || before === undefined) continue;
      const comparison = compareLocked(before, tested.lock);
      if (comparison === undefined) continue;
      changes++;
      this.#terminal.out(comparisonReport(server.name, comparison, this.#paint));
      // Findings in unchanged items were accepted when they were locked.
      const changed = tested.findings.filter(({ item }) =>
        item === undefined
          ? comparison.instructions !== undefined
          : comparison.items.some(({ kind, name }) => kind === item.kind && name === item.name),
      );
      this.#report(server.name, changed);
    }
    this.#interrupted.throwIfAborted();
    if (this.#hasFailures) return exit.failed;
    const what = counted(locked.length, 'server');
    this.#terminal.out(
      changes === 0
        ? `${what} checked, no changes found.\n`
        : `${what} checked, ${counted(changes, 'server')} changed or not locked.\n`,
    );
    return changes === 0 ? exit.clean : exit.found;
  }

  /** Tests a server. Returns undefined if that failed, after reporting why. */
  async #test(server: LockedServer): Promise<Tested | undefined> {
    const { name, plan, label } = server;
    const shown = visible(JSON.stringify(name));
    if (plan === undefined) return this.#failed(`${shown} in ${visible(label)} can't be tested. Import it first.`);
    const isAllowed = this.#args.yes || (await agrees(name, plan, this.#terminal, this.#interrupted));
    this.#interrupted.throwIfAborted();
    if (!isAllowed) return this.#failed(`${shown}: skipped.`);
    this.#terminal.error(`Testing ${shown} (${plan.definition.transport}) …\n`);
    try {
      const result = await connect(plan, this.#terminal, this.#interrupted);
      for (const note of [...notesOf(result), ...result.flaws.map(flawText)])
        this.#terminal.error(`${shown}: ${visible(note)}\n`);
      return { lock: await lockServer(result, plan.written), findings: textFindingsIn(result) };
    } catch (error) {
      if (error instanceof CannotLockError) return this.#failed(`${shown}: ${error.message}`);
      if (!(error instanceof ConnectionTestError)) throw error;
      this.#interrupted.throwIfAborted();
      const { failure } = error;
      const said = failure.kind === 'exited' && failure.stderr !== '' ? failure.stderr.split(/\r?\n/) : [];
      const [first = '', ...notes] = failureTexts(error, plan);
      return this.#failed(
        [`${shown}: ${first}`, ...[...notes, ...said.map(visible)].map((line) => `  ${line}`)].join('\n'),
      );
    }
  }

  #failed(message: string): undefined {
    this.#hasFailures = true;
    this.#terminal.error(`${message}\n`);
  }

  /** @returns the number of findings */
  #report(name: string, findings: readonly TextFinding[]): number {
    this.#terminal.out(findingsReport(name, findings, this.#paint));
    return findings.length;
  }
}

/**
 * @param file absolute path
 * @returns undefined if the file doesn't exist
 * @throws FileError with the line if the file isn't a lock that this version supports
 */
async function loadLock(file: string): Promise<LoadedLock | undefined> {
  const text = readTextIfExists(file);
  if (text === undefined) return undefined;
  try {
    return { text, lock: await readLock(text) };
  } catch (error) {
    if (error instanceof LockError) throw new FileError(`${file}:${error.line}: ${error.message} Nothing was written.`);
    throw error;
  }
}

/** @returns false if the file already has this text @throws FileError */
async function saveLock(file: string, lock: Lock, before: string | undefined, terminal: Terminal): Promise<boolean> {
  const text = lockText(lock, before);
  if (text === before) return false;
  if (text.length > maxLockLength)
    throw new FileError(
      `Couldn't write ${file}: larger than ${maxLockLength / 1_000_000} MB. Name the servers to lock.`,
    );
  await terminal.write(file, text, before);
  return true;
}
