/** The workflows of the account: the list, and the details that the list doesn't include. */

import type { Knowledge } from '../../../shared/knowledge.ts';
import { ListStore } from '../../../shared/list/list-store.ts';
import { leavingOutUnreadable, type Unreadable } from '../../../shared/list/unreadable.ts';
import { log } from '../../../shared/log.ts';
import { Pool } from '../../../shared/pool.ts';
import { compareNames, oneLine } from '../../../shared/text/format.ts';
import type { ApiClient, WorkflowDetails, WorkflowMetadata, WorkflowStatusChange } from '../../api/index.ts';
import { activeVersionIn } from './active-version.ts';

/** A workflow of the list with its known details. */
export interface WorkflowEntry {
  readonly workflow: WorkflowMetadata;
  /** Undefined until loaded. The list itself has no status (spec http-api.md, WorkflowMetadata). */
  readonly details: WorkflowDetails | undefined;
  /** True if the list was loaded after these details. They are shown until newer ones are loaded. */
  readonly isStale: boolean;
  /** Why the details couldn't be loaded. */
  readonly problem: unknown;
}

interface StatusChanges {
  /** The status before the pending changes; undefined if it isn't known. */
  confirmed: WorkflowDetails['status'] | undefined;
  /** Ends with the last change. */
  last: Promise<void>;
}

/** Milliseconds to wait for the names of workflows. Then runs are shown with the ID of the workflow. */
const nameTimeoutMs = 1000;
/** Maximum number of concurrent requests for single workflows. */
const maxRequests = 4;

export class WorkflowStore extends ListStore {
  readonly #client: ApiClient;
  readonly #canRequest: () => boolean;
  readonly #pool = new Pool(maxRequests);
  readonly #changes = new Pool(maxRequests);
  /** Pending changes of the status, by ID. */
  readonly #statusChanges = new Map<string, StatusChanges>();
  /** Pending requests for details, by ID. */
  readonly #pendingDetails = new Map<string, Promise<WorkflowDetails>>();
  /** IDs of workflows whose details are loading or queued. */
  readonly #queued = new Set<string>();
  /** By ID, in the order of names. Sorted once per load, because sorting thousands of names on each change is slow. */
  #entries = new Map<string, WorkflowEntry>();
  #unreadable: Unreadable | undefined;

  /** @param canRequest returns false if a request would fail */
  constructor(client: ApiClient, canRequest: () => boolean) {
    super('Workflows');
    this.#client = client;
    this.#canRequest = canRequest;
  }

  override get unreadable(): Unreadable | undefined {
    return this.#unreadable;
  }

  /** Sorted by name. The spec shows no order (http-api.md, "Ordering"). */
  get entries(): readonly WorkflowEntry[] {
    return [...this.#entries.values()];
  }

  get(id: string): WorkflowEntry | undefined {
    return this.#entries.get(id);
  }

  /** Returns the ID of a workflow's active version, as far as its details are loaded. */
  activeVersion(id: string): Knowledge<string> {
    const { details, problem } = this.#entries.get(id) ?? {};
    return activeVersionIn(details, problem);
  }

  /** Returns the name of a workflow, or its ID if the workflow isn't in the list. @param max length */
  nameOf(id: string, max?: number): string {
    return oneLine(this.#entries.get(id)?.workflow.name ?? id, max);
  }

  /** Like `ensure`, but doesn't wait long, for runs, which are shown without names until the list is loaded. */
  async ensureSoon(): Promise<void> {
    await Promise.race([this.ensure(), new Promise((resolve) => setTimeout(resolve, nameTimeoutMs))]);
  }

  /**
   * Loads the list with one request. Known details become stale, even if `updated_at` is unchanged: the next run, the
   * status, or the active version may have changed.
   */
  override refresh(): Promise<void> {
    return this.load('refresh', async (signal) => {
      const { answer: list, unreadable } = await leavingOutUnreadable((onUnreadable) =>
        this.#client.listWorkflows({ signal, onUnreadable }),
      );
      return () => {
        this.#unreadable = unreadable;
        // Responses of pending requests are older than the list.
        this.#pendingDetails.clear();
        const sorted = list.toSorted((a, b) => compareNames(a.name, b.name) || (a.id < b.id ? -1 : 1));
        const entryOf = (workflow: WorkflowMetadata): WorkflowEntry => ({
          workflow,
          details: this.#entries.get(workflow.id)?.details,
          isStale: true,
          problem: undefined,
        });
        this.#entries = new Map(sorted.map((workflow) => [workflow.id, entryOf(workflow)]));
        return undefined;
      };
    });
  }

  /**
   * Loads the details that are missing or stale, in the given order and a few at a time; never rejects.
   * @param wanted returns false if the details are no longer shown, which drops the queued requests
   */
  async loadDetails(ids: readonly string[], wanted: () => boolean): Promise<void> {
    const missing = ids.filter((id) => {
      const entry = this.#entries.get(id);
      return entry && (!entry.details || entry.isStale) && entry.problem === undefined && !this.#pendingDetails.has(id);
    });
    const load = async (id: string) => {
      if (!wanted() || !this.#canRequest() || this.#entries.get(id)?.problem) return;
      await this.detail(id).catch((error) => log().warn(`Details of workflow ${id} could not be loaded.`, error));
    };
    const settle = (id: string) => {
      this.#queued.delete(id);
      // Re-renders the row without the progress icon.
      if (this.#entries.get(id)?.details === undefined) this.changed(id);
    };
    for (const id of missing) this.#queued.add(id);
    await Promise.all(missing.map((id) => this.#pool.run(() => load(id)).finally(() => settle(id))));
  }

  isLoading(id: string): boolean {
    return this.#queued.has(id);
  }

  /** Returns the details of one workflow, loaded once until the list is reloaded. @throws ApiFailure */
  async detail(id: string): Promise<WorkflowDetails> {
    const { details, isStale } = this.#entries.get(id) ?? {};
    if (details && !isStale) return details;
    const known = this.#pendingDetails.get(id);
    if (known !== undefined) return known;
    const request: Promise<WorkflowDetails> = this.#requestDetail(id, () => this.#pendingDetails.get(id) === request);
    this.#pendingDetails.set(id, request);
    return request;
  }

  /** Reloads the details of one workflow. @throws ApiFailure */
  reloadDetail(id: string): Promise<WorkflowDetails> {
    const entry = this.#entries.get(id);
    if (entry) this.#entries.set(id, { ...entry, isStale: true });
    // A pending request may have been answered before the latest change.
    this.#pendingDetails.delete(id);
    return this.detail(id);
  }

  /** @param isLatest returns false once the list was reloaded or the workflow was changed */
  async #requestDetail(id: string, isLatest: () => boolean): Promise<WorkflowDetails> {
    try {
      const details = await this.#client.getWorkflow(id);
      if (isLatest()) this.#update(id, { details, isStale: false, problem: undefined });
      const entry = this.#entries.get(id);
      // A change dropped this response, and there are no earlier details to show.
      if (entry && !entry.details) return this.detail(id);
      return details;
    } catch (error) {
      if (isLatest()) this.#update(id, { problem: error });
      throw error;
    } finally {
      if (isLatest()) this.#pendingDetails.delete(id);
    }
  }

  /**
   * Enables or disables one workflow. The change is shown immediately, and reverted to the last status that the service
   * confirmed if it's rejected. Changes of one workflow are sent one after another, so that the last one wins.
   * @returns the message of the service @throws ApiFailure
   */
  async setStatus(id: string, status: WorkflowStatusChange): Promise<string | null> {
    const changes = this.#statusChanges.get(id) ?? {
      confirmed: this.#entries.get(id)?.details?.status,
      last: Promise.resolve(),
    };
    this.#statusChanges.set(id, changes);
    this.#changeDetails(id, { status });
    const request = changes.last.then(() => this.#changes.run(() => this.#client.setWorkflowStatus(id, status)));
    const ended = request.then(
      () => undefined,
      () => undefined,
    );
    changes.last = ended;
    const isLast = () => changes.last === ended;
    try {
      const answer = await request;
      changes.confirmed = answer.status;
      if (isLast()) this.showStatus(id, answer.status);
      return answer.message;
    } catch (error) {
      if (isLast() && changes.confirmed !== undefined) this.#changeDetails(id, { status: changes.confirmed });
      throw error;
    } finally {
      if (isLast()) this.#statusChanges.delete(id);
    }
  }

  /** Sets the status after a change. Other details, such as the next run, may have changed with it. */
  showStatus(id: string, status: WorkflowDetails['status']): void {
    this.#changeDetails(id, { status }, true);
  }

  /** Sets the active version after a publish. Other details, such as the schedule, may have changed with it. */
  setActiveVersion(id: string, version: string): void {
    this.#changeDetails(id, { active_version_id: version }, true);
  }

  /** Shows a change. Drops the response of a pending request, which may be older than the change. */
  #changeDetails(id: string, change: Partial<WorkflowDetails>, isStale = false): void {
    this.#pendingDetails.delete(id);
    const entry = this.#entries.get(id);
    if (!entry?.details) return;
    this.#update(id, { details: { ...entry.details, ...change }, isStale: isStale || entry.isStale });
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
}
