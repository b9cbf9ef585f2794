/** The workflows of the account: the list, and the details that the list does not give. */
import type { Connection } from '../account/index.ts';
import type { Unreadable, WorkflowDetails, WorkflowMetadata, WorkflowStatusChange } from '../api/index.ts';
import { ListStore } from '../shared/list-store.ts';
import { log } from '../shared/log.ts';
import { Pool } from '../shared/pool.ts';

/** A row of the list with what is known of its details. */
export interface WorkflowEntry {
  readonly workflow: WorkflowMetadata;
  /** Undefined until they came; the list itself has no status (spec http-api.md, WorkflowMetadata). */
  readonly details: WorkflowDetails | undefined;
  /** The list was loaded after these details: they are shown until newer ones come. */
  readonly isStale: boolean;
  /** Why the details did not come. */
  readonly problem: unknown;
}

/** Requests for single workflows at once. */
const REQUESTS = 4;

export class WorkflowStore extends ListStore {
  readonly #connection: Connection;
  readonly #pool = new Pool(REQUESTS);
  readonly #changes = new Pool(REQUESTS);
  /** By id, the details that are being asked for. */
  readonly #asked = new Map<string, Promise<WorkflowDetails>>();
  /** Workflows whose details are being asked for, or wait for their turn. */
  readonly #awaited = new Set<string>();
  #entries = new Map<string, WorkflowEntry>();
  /** Ids by name, of the list as it was loaded last: sorting thousands of names for each change would be slow. */
  #sorted: readonly string[] = [];
  #unreadable: Unreadable | undefined;

  constructor(connection: Connection) {
    super('Workflows', connection);
    this.#connection = connection;
  }

  override get unreadable(): Unreadable | undefined {
    return this.#unreadable;
  }

  /** By name; the service promises no order (spec http-api.md, "Ordering"). */
  get entries(): readonly WorkflowEntry[] {
    return this.#sorted.flatMap((id) => this.#entries.get(id) ?? []);
  }

  get(id: string): WorkflowEntry | undefined {
    return this.#entries.get(id);
  }

  /**
   * One request. Known details stay until they were asked for again: a next run, a status or an active version may change
   * while `updated_at` stays the same.
   */
  override refresh(): Promise<void> {
    return this.load(async (signal) => {
      let unreadable: Unreadable | undefined;
      const onUnreadable = (rows: Unreadable) => {
        unreadable = rows;
      };
      const list = await this.#connection.run((client) => client.listWorkflows({ signal, onUnreadable }));
      return () => {
        this.#unreadable = unreadable;
        // Answers that are under way are older than the list.
        this.#asked.clear();
        this.#entries = new Map(
          list.map((workflow) => [workflow.id, outdated(this.#entries.get(workflow.id), workflow)]),
        );
        this.#sorted = [...this.#entries.values()].sort(byName).map(({ workflow }) => workflow.id);
        return undefined;
      };
    });
  }

  /**
   * Loads the details that are missing or older than the list, in the order given, a few at a time; never rejects.
   * @param wanted whether anybody still looks; what waits its turn is dropped when not
   */
  async loadDetails(ids: readonly string[], wanted: () => boolean): Promise<void> {
    const missing = ids.filter((id) => {
      const entry = this.#entries.get(id);
      return entry && (!entry.details || entry.isStale) && entry.problem === undefined && !this.#asked.has(id);
    });
    const load = async (id: string) => {
      if (!wanted() || this.#connection.state.kind === 'unauthorized' || this.#entries.get(id)?.problem) return;
      await this.detail(id).catch((error) => log().warn(`Details of workflow ${id} could not be loaded.`, error));
    };
    const settle = (id: string) => {
      this.#awaited.delete(id);
      // Its row no longer says that it loads.
      if (this.#entries.get(id)?.details === undefined) this.changed(id);
    };
    for (const id of missing) this.#awaited.add(id);
    await Promise.all(missing.map((id) => this.#pool.run(() => load(id)).finally(() => settle(id))));
  }

  isLoading(id: string): boolean {
    return this.#awaited.has(id);
  }

  /** The details of one workflow, asked for once until the list is loaded again. @throws ApiFailure */
  async detail(id: string): Promise<WorkflowDetails> {
    const { details, isStale } = this.#entries.get(id) ?? {};
    if (details && !isStale) return details;
    const known = this.#asked.get(id);
    if (known !== undefined) return known;
    const asked: Promise<WorkflowDetails> = this.#askDetail(id, () => this.#asked.get(id) === asked);
    this.#asked.set(id, asked);
    return asked;
  }

  /** The details as the service has them now. @throws ApiFailure */
  reloadDetail(id: string): Promise<WorkflowDetails> {
    const entry = this.#entries.get(id);
    if (entry) this.#entries.set(id, { ...entry, isStale: true });
    // A request that is under way may have been answered before the latest change.
    this.#asked.delete(id);
    return this.detail(id);
  }

  /** @param isCurrent false once the list was loaded again, or belongs to another account */
  async #askDetail(id: string, isCurrent: () => boolean): Promise<WorkflowDetails> {
    try {
      const details = await this.#connection.run((client) => client.getWorkflow(id));
      if (isCurrent()) this.#update(id, { details, isStale: false, problem: undefined });
      return details;
    } catch (error) {
      if (isCurrent()) this.#update(id, { problem: error });
      throw error;
    } finally {
      if (isCurrent()) this.#asked.delete(id);
    }
  }

  /**
   * Enables or disables one workflow: shown at once, taken back when the service refuses.
   * @returns what the service says @throws ApiFailure
   */
  async setStatus(id: string, status: WorkflowStatusChange): Promise<string | null> {
    const isCurrent = this.currency();
    const before = this.#entries.get(id)?.details?.status;
    this.showStatus(id, status);
    try {
      const answer = await this.#changes.run(() =>
        this.#connection.run((client) => client.setWorkflowStatus(id, status)),
      );
      if (isCurrent()) this.showStatus(id, answer.status);
      return answer.message;
    } catch (error) {
      if (isCurrent() && before !== undefined) this.showStatus(id, before);
      throw error;
    }
  }

  /** Takes over what a change has made of the status. */
  showStatus(id: string, status: WorkflowDetails['status']): void {
    const details = this.#entries.get(id)?.details;
    if (details && details.status !== status) this.#update(id, { details: { ...details, status } });
  }

  /** Takes over what a publish has made active. */
  setActiveVersion(id: string, version: string): void {
    const details = this.#entries.get(id)?.details;
    if (details) this.#update(id, { details: { ...details, active_version_id: version } });
  }

  #update(id: string, change: Partial<WorkflowEntry>): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#entries.set(id, { ...entry, ...change });
    this.changed(id);
  }

  protected override get size(): number {
    return this.#entries.size;
  }

  protected override clear(): void {
    this.#entries.clear();
    this.#sorted = [];
    this.#unreadable = undefined;
    this.#asked.clear();
  }
}

/** Made on first use: loading the rules of a language takes milliseconds. */
let names: Intl.Collator | undefined;

function byName({ workflow: a }: WorkflowEntry, { workflow: b }: WorkflowEntry): number {
  names ??= new Intl.Collator();
  return names.compare(a.name, b.name) || (a.id < b.id ? -1 : 1);
}

/** Keeps the details that are known, until newer ones come. */
function outdated(known: WorkflowEntry | undefined, workflow: WorkflowMetadata): WorkflowEntry {
  return { workflow, details: known?.details, isStale: true, problem: undefined };
}
