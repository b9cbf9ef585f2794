/**
 * Remembers, in the state of the workspace, which servers differ from their locks, so that the warning survives a reload
 * without starting a program. Contains what a lock contains: texts of the servers and hashes without secrets.
 */
import type { Memento } from 'vscode';
import { lookUp } from '../../../../common/guards.ts';
import { lazy } from '../../../../common/lazy.ts';
import { isAgentId } from '../../../../common/messages/agents.ts';
import type { ServerRef } from '../../../../common/messages/tool-servers.ts';
import { lockText, type ServerLock } from '../../../../common/tool-lock/lock.ts';
import { launchFingerprint } from '../../../../common/tool-lock/lock-server.ts';
import { readLock } from '../../../../common/tool-lock/read-lock.ts';
import { DisposableStore } from '../../../shared/disposable.ts';
import { log } from '../../../shared/log.ts';
import { failureFacts } from '../../../shared/text/failure-text.ts';
import {
  oneOf,
  optional,
  type Parsed,
  parsed,
  record,
  text,
  textUpTo,
  validOf,
  where,
} from '../../../shared/text/parse.ts';
import { idOf } from '../store.ts';
import { compared, lockMemoryKey, type RememberedOutcome, type TestResults } from '../testing/test-results.ts';
import type { TestServices } from '../testing/test-services.ts';
import type { ToolLocks } from './tool-locks.ts';

/** Maximum number of characters for a server, because the workspace state isn't meant for large data. */
const longestLocked = 500_000;

const parseWarning = record({
  folder: text,
  uri: text,
  agent: optional(where(isAgentId)),
  section: optional(oneOf(['local'])),
  name: text,
  /** A lock with this server alone, as it was when it was tested. */
  lock: textUpTo(longestLocked),
});
const parseWarnings = validOf(parseWarning);
type Warning = Parsed<typeof parseWarning>;

export class LockMemory extends DisposableStore {
  readonly #memory: Memento;
  readonly #config: TestServices['config'];
  readonly #results: TestResults;
  readonly #locks: ToolLocks;
  /** Isn't repeated after it has succeeded. */
  readonly #restore = lazy(async () => {
    for (const warning of parseWarnings(this.#memory.get(lockMemoryKey))) {
      const outcome = await this.#outcomeOf(warning);
      // The server may have been tested meanwhile.
      if (outcome !== undefined && this.#results.get(warning) === undefined) this.#results.set(warning, outcome);
    }
    this.register(this.#results.onDidChange(() => void this.#save()));
    await this.#save();
  });

  constructor({ memory, config, results, store }: TestServices, locks: ToolLocks) {
    super();
    this.#memory = memory;
    this.#config = config;
    this.#results = results;
    this.#locks = locks;
    const restore = () => {
      // Which definitions are in effect must be known.
      if (store.loadedAt !== undefined)
        this.#restore().catch((error: unknown) =>
          log().warn(`The changes of locked tools could not be read. ${failureFacts(error)}`),
        );
    };
    this.register(store.onDidChange(restore));
    restore();
  }

  /** Returns undefined if the server is no longer the tested one, or is as locked. */
  async #outcomeOf(warning: Warning): Promise<RememberedOutcome | undefined> {
    const definition = await this.#config.sendRequest('switchyard/serverDefinition', warning);
    if ('problem' in definition) return undefined;
    const current = await lockedIn(warning);
    if (current === undefined || current.launch !== (await launchFingerprint(definition))) return undefined;
    const lock = await this.#locks.compare(warning, current);
    return lock.kind === 'none' || lock.kind === 'same' ? undefined : { kind: 'remembered', definition, current, lock };
  }

  async #save(): Promise<void> {
    const stored = this.#memory.get<unknown>(lockMemoryKey);
    const before = parseWarnings(stored);
    const warnings = this.#results.servers.flatMap((at) => this.#warningFor(at, before) ?? []);
    const after = warnings.length === 0 ? undefined : warnings;
    if (JSON.stringify(stored) !== JSON.stringify(after)) await this.#memory.update(lockMemoryKey, after);
  }

  #warningFor(at: ServerRef, before: readonly Warning[]): Warning | undefined {
    const outcome = this.#results.get(at);
    // A test that is canceled restores the earlier outcome.
    if (outcome?.kind === 'running') return before.find((one) => idOf(one) === idOf(at));
    const { current, lock } = compared(outcome) ?? {};
    if (current === undefined || typeof current === 'string' || lock?.kind === 'none' || lock?.kind === 'same')
      return undefined;
    return parsed(parseWarning, { ...at, lock: lockText({ servers: { [at.name]: current } }) });
  }
}

/** Returns undefined if another version wrote a lock that this one can't read. */
async function lockedIn({ name, lock }: Warning): Promise<ServerLock | undefined> {
  const { servers } = await readLock(lock).catch(() => ({ servers: {} }));
  return lookUp(servers, name);
}
