/** `mcp-lock.json` in the root of each workspace folder. Compared after each connection test, written on locking. */

import { FileType, l10n, Range, Uri, WorkspaceEdit, workspace } from 'vscode';
import { lookUp } from '../../../../common/guards.ts';
import type { ServerRef } from '../../../../common/messages/tool-servers.ts';
import { compareLocked } from '../../../../common/tool-lock/compare.ts';
import {
  emptyLock,
  type Lock,
  lockName,
  lockText,
  maxLockLength,
  type ServerLock,
  withLocked,
} from '../../../../common/tool-lock/lock.ts';
import { LockError, readLock } from '../../../../common/tool-lock/read-lock.ts';
import { DisposableStore } from '../../../shared/disposable.ts';
import { statIfExists } from '../../../shared/editing/files.ts';
import { applyEdit, type EditedFile, saveEdit } from '../../../shared/editing/workspace-edit.ts';
import { Pool } from '../../../shared/pool.ts';
import { describeFailure } from '../../../shared/text/failure-text.ts';
import type { ServerStore } from '../store.ts';
import { compared, type LockState, type TestResults } from '../testing/test-results.ts';

export class ToolLocks extends DisposableStore {
  readonly #store: ServerStore;
  readonly #results: TestResults;
  /** One comparison at a time, because a result that another comparison has replaced is dropped. */
  readonly #comparisons = new Pool(1);

  constructor(store: ServerStore, results: TestResults) {
    super();
    this.#store = store;
    this.#results = results;
    const watcher = this.register(workspace.createFileSystemWatcher(`**/${lockName}`));
    for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete])
      this.register(event(() => void this.compareAll()));
  }

  /** Compares the outcomes of all tests with the locks on disk. */
  compareAll(): Promise<void> {
    return this.#comparisons.run(async () => {
      for (const at of this.#results.servers) {
        const outcome = compared(this.#results.get(at));
        if (outcome === undefined) continue;
        const lock = await this.compare(at, outcome.current);
        // The server may have been tested again meanwhile.
        if (this.#results.get(at) === outcome) this.#results.set(at, { ...outcome, lock });
      }
    });
  }

  /** @param current the lock that would be written, or why the server can't be locked */
  async compare(at: ServerRef, current: ServerLock | string): Promise<LockState> {
    const { folder, name } = at;
    if (this.#store.isOverridden(at)) return { kind: 'overridden' };
    if (folder === null) return { kind: 'none' };
    const uri = lockUri(folder);
    try {
      const text = await readFile(uri);
      if (text === undefined) return { kind: 'none' };
      const { servers } = await readLock(text);
      const locked = lookUp(servers, name);
      if (locked === undefined) return { kind: 'none' };
      if (typeof current === 'string') return { kind: 'failed', message: current };
      const comparison = compareLocked(locked, current);
      return comparison === undefined ? { kind: 'same' } : { kind: 'changed', comparison };
    } catch (error) {
      if (!(error instanceof LockError)) return { kind: 'failed', message: describeFailure(error) };
      return { kind: 'failed', message: describe(error), place: { uri: uri.toString(), line: error.line } };
    }
  }

  /**
   * Locks servers of one workspace folder. @returns the edited file; empty if the lock already contains these locks
   * @throws Error if the lock can't be read as a whole or saved, or has unsaved changes; nothing is changed in that case
   */
  async lock(folder: string, locks: ReadonlyMap<string, ServerLock>): Promise<readonly EditedFile[]> {
    const uri = lockUri(folder);
    const edit = new WorkspaceEdit();
    const onDisk = await readFile(uri);
    if (onDisk === undefined) {
      edit.createFile(uri, { contents: new TextEncoder().encode(textFor(emptyLock, locks)) });
      await applyEdit(edit);
      return saveEdit([{ uri, before: undefined, isDirty: false }]);
    }
    const document = await workspace.openTextDocument(uri);
    if (document.isDirty)
      throw new Error(l10n.t('{0} has unsaved changes. Save or revert the file, then try again.', lockName));
    const lock = await readLock(onDisk).catch((error: unknown) => {
      throw error instanceof LockError ? new Error(describe(error)) : error;
    });
    const before = document.getText();
    const lines = (text: string) => text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
    if (lines(before) !== lines(onDisk))
      throw new Error(l10n.t('{0} was changed by another program. Try again.', lockName));
    const text = textFor(lock, locks, before);
    if (text === before) return [];
    edit.replace(uri, new Range(document.positionAt(0), document.positionAt(before.length)), text);
    await applyEdit(edit);
    return saveEdit([{ uri, before, isDirty: false }]);
  }
}

function lockUri(folder: string): Uri {
  return Uri.joinPath(Uri.parse(folder), lockName);
}

function textFor(lock: Lock, locks: ReadonlyMap<string, ServerLock>, before?: string): string {
  const text = lockText(withLocked(lock, locks), before);
  if (text.length <= maxLockLength) return text;
  throw new Error(
    l10n.t("Couldn't lock the tools: {0} would be larger than {1} MB.", lockName, maxLockLength / 1_000_000),
  );
}

/** Returns the text on disk, or undefined if there's no lock. @throws LockError if it isn't a text file */
async function readFile(uri: Uri): Promise<string | undefined> {
  const stat = await statIfExists(uri);
  if (stat === undefined) return undefined;
  if ((stat.type & FileType.File) === 0) throw new LockError(l10n.t('{0} is not a file.', lockName), 1);
  // The length in characters is checked later; this check avoids reading a huge file.
  if (stat.size > maxLockLength * 4)
    throw new LockError(l10n.t('The file is larger than {0} MB.', maxLockLength / 1_000_000), 1);
  const bytes = await workspace.fs.readFile(uri);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new LockError(l10n.t("The file isn't valid UTF-8."), 1);
  }
}

function describe({ message, line }: LockError): string {
  return l10n.t('{0}, line {1}: {2}', lockName, line, message);
}
