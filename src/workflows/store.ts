/** The workflows of the account: the list, and the details that the list does not give. No user interface. */
import { EventEmitter } from 'vscode';
import type { Connection } from '../account/index.ts';
import type { WorkflowDetails, WorkflowMetadata, WorkflowStatusChange } from '../api/index.ts';
import { Owner } from '../shared/disposable.ts';
import type { ListState } from '../shared/list-state.ts';
import { log } from '../shared/log.ts';
import { Pool } from '../shared/pool.ts';

/** A row of the list with what is known of its details. */
export interface WorkflowEntry {
  readonly workflow: WorkflowMetadata;
  /** Undefined until they came; the list itself has no status (spec http-api.md, WorkflowMetadata). */
  readonly details: WorkflowDetails | undefined;
  /** Why the details did not come. */
  readonly problem: unknown;
}

/** Detail requests at once. */
const DETAIL_REQUESTS = 4;

/** `undefined` as the changed id means: the whole list. */
export type WorkflowChange = string | undefined;

export class WorkflowStore extends Owner {
  readonly #connection: Connection;
  readonly #changed = this.own(new EventEmitter<WorkflowChange>());
  readonly onDidChange = this.#changed.event;
  readonly #pool = new Pool(DETAIL_REQUESTS);
  #entries = new Map<string, WorkflowEntry>();
  #state: ListState = 'unloaded';
  #failure: unknown;
  #loading: Promise<void> | undefined;
  /** Counts the connections: an answer that belongs to an earlier one is dropped. */
  #generation = 0;

  constructor(connection: Connection) {
    super();
    this.#connection = connection;
    this.own(connection.onDidChange(() => this.#reset()));
  }

  get state(): ListState {
    return this.#state;
  }

  /** Why the last load failed; the last good list stays. */
  get failure(): unknown {
    return this.#failure;
  }

  /** By name; the service promises no order (spec http-api.md, "Ordering"). */
  get entries(): readonly WorkflowEntry[] {
    return [...this.#entries.values()].sort(
      (a, b) => a.workflow.name.localeCompare(b.workflow.name) || a.workflow.id.localeCompare(b.workflow.id),
    );
  }

  get(id: string): WorkflowEntry | undefined {
    return this.#entries.get(id);
  }

  /** Loads the list when it is not there yet; never rejects, `state` and `failure` tell. */
  async ensure(): Promise<void> {
    if (this.#state === 'unloaded') await this.refresh();
    else await this.#loading;
  }

  /** Loads the list anew. Details are asked for again only where the list says that the workflow has changed. */
  refresh(): Promise<void> {
    if (this.#loading !== undefined) return this.#loading;
    const loading = this.#load().finally(() => {
      // A later connection may have begun its own.
      if (this.#loading === loading) this.#loading = undefined;
    });
    this.#loading = loading;
    return loading;
  }

  async #load(): Promise<void> {
    const generation = this.#generation;
    if (this.#entries.size === 0) this.#state = 'loading';
    try {
      const list = await this.#connection.run((client) => client.listWorkflows());
      if (generation !== this.#generation) return;
      const known = this.#entries;
      this.#entries = new Map(list.map((workflow) => [workflow.id, keep(known.get(workflow.id), workflow)]));
      this.#failure = undefined;
      this.#state = list.length === 0 ? 'empty' : 'loaded';
    } catch (error) {
      if (generation !== this.#generation) return;
      this.#failure = error;
      if (this.#entries.size === 0) this.#state = 'failed';
      log().warn('Workflows could not be loaded.', error);
    }
    this.#changed.fire(undefined);
    void this.#loadDetails(generation);
  }

  async #loadDetails(generation: number): Promise<void> {
    const missing = [...this.#entries.values()].filter((entry) => !entry.details).map((entry) => entry.workflow.id);
    await Promise.all(missing.map((id) => this.#pool.run(() => this.#loadDetail(id, generation))));
  }

  async #loadDetail(id: string, generation: number): Promise<void> {
    if (generation !== this.#generation || !this.#entries.has(id)) return;
    let change: Partial<WorkflowEntry>;
    try {
      change = { details: await this.#connection.run((client) => client.getWorkflow(id)), problem: undefined };
    } catch (error) {
      log().warn(`Details of workflow ${id} could not be loaded.`, error);
      change = { problem: error };
    }
    if (generation === this.#generation) this.#update(id, change);
  }

  /** Enables or disables one workflow and shows what the service answered. @throws ApiFailure */
  async setStatus(id: string, status: WorkflowStatusChange): Promise<void> {
    const answer = await this.#connection.run((client) => client.setWorkflowStatus(id, status));
    const details = this.#entries.get(id)?.details;
    if (details) this.#update(id, { details: { ...details, status: answer.status } });
  }

  #update(id: string, change: Partial<WorkflowEntry>): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#entries.set(id, { ...entry, ...change });
    this.#changed.fire(id);
  }

  #reset(): void {
    const { kind } = this.#connection.state;
    // A refused key or a lost network says nothing about what was loaded: the last good list stays.
    if (kind === 'unauthorized' || kind === 'unreachable') return;
    this.#generation++;
    this.#entries.clear();
    this.#loading = undefined;
    this.#state = 'unloaded';
    this.#failure = undefined;
    this.#changed.fire(undefined);
  }
}

/** Keeps the details of an unchanged workflow. */
function keep(known: WorkflowEntry | undefined, workflow: WorkflowMetadata): WorkflowEntry {
  const fresh = known && known.workflow.updated_at === workflow.updated_at;
  return { workflow, details: fresh ? known.details : undefined, problem: undefined };
}
