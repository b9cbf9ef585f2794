/** Locks the tools of servers, and shows what has changed since. Loaded with the first test. */

import { l10n, commands as registry } from 'vscode';
import { visible } from '../../../../common/text/escape.ts';
import { sha256 } from '../../../../common/text/sha256.ts';
import { lockName, type ServerLock } from '../../../../common/tool-lock/lock.ts';
import { itemText, lockedText, serverChangeTexts } from '../../../../common/tool-lock/lock-text.ts';
import { failuresOf, throwFailures } from '../../../shared/commands.ts';
import { DisposableStore } from '../../../shared/disposable.ts';
import { ReadOnlyDocuments } from '../../../shared/editing/read-only-documents.ts';
import { type EditedFile, offerUndoOf } from '../../../shared/editing/workspace-edit.ts';
import { inert, oneLine } from '../../../shared/text/format.ts';
import { TestRow } from '../rows.ts';
import { type Server, serverRef } from '../store.ts';
import { ConnectionTests } from '../testing/test-command.ts';
import { compared } from '../testing/test-results.ts';
import type { TestServices } from '../testing/test-services.ts';

export class LockCommands extends DisposableStore {
  readonly tests: ConnectionTests;
  readonly #services: TestServices;
  readonly #documents = this.register(new ReadOnlyDocuments({ scheme: 'switchyard-pin', extension: '.txt' }));

  constructor(services: TestServices) {
    super();
    this.#services = services;
    this.tests = this.register(new ConnectionTests(services));
  }

  /**
   * Tests the servers whose current definition hasn't passed a test, and writes the locks to the locks of their folders.
   * @throws Error if a server can't be locked; the others are locked in that case
   */
  async lock(servers: readonly Server[]): Promise<void> {
    const folders = new Map<string, Map<string, ServerLock>>();
    const unlocked = await failuresOf(servers, async (server) => {
      const { folder } = server;
      if (folder === null) throw new Error(l10n.t('Open a folder first. Locks are stored in the project.'));
      const lock = await this.#lockOf(server);
      if (lock === undefined) return;
      const locks = folders.get(folder) ?? new Map<string, ServerLock>();
      folders.set(folder, locks.set(server.name, lock));
    });
    const edited: EditedFile[] = [];
    const names: string[] = [];
    const unwritten = await failuresOf(folders, async ([folder, locks]) => {
      edited.push(...(await this.tests.locks.lock(folder, locks)));
      names.push(...locks.keys());
    });
    await this.tests.locks.compareAll();
    if (edited.length > 0) this.#tell(names, edited);
    throwFailures([...unlocked, ...unwritten]);
  }

  /** Returns undefined if the test failed or was canceled. @throws Error if the server can't be tested or locked */
  async #lockOf(server: Server): Promise<ServerLock | undefined> {
    const { store, results } = this.#services;
    const at = serverRef(server);
    const name = inert(oneLine(server.name));
    // The lock of the definition in effect would be replaced: locks are stored by name.
    if (store.isOverridden(at)) throw new Error(l10n.t('"{0}" isn\'t in effect, so it can\'t be locked.', name));
    await this.tests.forgetOutdated(at);
    if (compared(results.get(at)) === undefined) await this.tests.test(server);
    const outcome = compared(results.get(at));
    // The failure was already shown.
    if (outcome === undefined) return undefined;
    if (typeof outcome.current === 'string') throw new Error(`"${name}": ${outcome.current}`);
    return outcome.current;
  }

  #tell(names: readonly string[], edited: readonly EditedFile[]): void {
    const [name = ''] = names;
    const done =
      names.length === 1
        ? l10n.t('Locked the tools of "{0}" in {1}.', oneLine(name, 60), lockName)
        : l10n.t('Locked the tools of {0} servers in {1}.', names.length, lockName);
    void offerUndoOf(inert(done), edited, () => this.tests.locks.compareAll());
  }

  /** Opens a diff of one changed tool, prompt, or resource template, or of the instructions. */
  async compare(row: unknown): Promise<void> {
    if (!(row instanceof TestRow)) return;
    const lock = compared(this.#services.results.get(row.server.at))?.lock;
    if (lock?.kind !== 'changed') return;
    const { comparison } = lock;
    const change = comparison.items[Number(row.path[1]) - serverChangeTexts(comparison).length];
    const { instructions } = comparison;
    const name = change ? visible(change.name) : l10n.t('Instructions');
    const [before, after] = change
      ? [itemText(change.before), itemText(change.after)]
      : [lockedText(instructions?.before), lockedText(instructions?.after)];
    // The same texts are the same diff.
    const [locked, current] = await Promise.all(
      [before, after].map(async (text) => this.#documents.keep(text, name, await sha256(text))),
    );
    const title = l10n.t('{0} (Locked ↔ Current)', inert(oneLine(name, 60)));
    await registry.executeCommand('vscode.diff', locked, current, title);
  }
}
