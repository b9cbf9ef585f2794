/** The workflows of the account: the list, and the details that the list does not give. */
import type { Connection } from '../account/index.ts';
import type { WorkflowDetails, WorkflowMetadata, WorkflowStatusChange } from '../api/index.ts';
import { ListStore } from '../shared/list-store.ts';
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

export class WorkflowStore extends ListStore {
  readonly #connection: Connection;
  readonly #pool = new Pool(DETAIL_REQUESTS);
  #entries = new Map<string, WorkflowEntry>();

  constructor(connection: Connection) {
    super('Workflows', connection);
    this.#connection = connection;
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

  /** Details are asked for again only where the list says that the workflow has changed; they come after the list. */
  override async refresh(): Promise<void> {
    await this.load(async () => {
      const list = await this.#connection.run((client) => client.listWorkflows());
      return () => {
        this.#entries = new Map(list.map((workflow) => [workflow.id, keep(this.#entries.get(workflow.id), workflow)]));
        return undefined;
      };
    });
    void this.#loadDetails();
  }

  async #loadDetails(): Promise<void> {
    const isCurrent = this.currency();
    const missing = [...this.#entries.values()].filter((entry) => !entry.details).map((entry) => entry.workflow.id);
    await Promise.all(missing.map((id) => this.#pool.run(() => this.#loadDetail(id, isCurrent))));
  }

  async #loadDetail(id: string, isCurrent: () => boolean): Promise<void> {
    // Another load may have brought them while this one waited for its turn.
    if (!isCurrent() || this.#entries.get(id)?.details) return;
    let change: Partial<WorkflowEntry>;
    try {
      change = { details: await this.#connection.run((client) => client.getWorkflow(id)), problem: undefined };
    } catch (error) {
      log().warn(`Details of workflow ${id} could not be loaded.`, error);
      change = { problem: error };
    }
    if (isCurrent()) this.#update(id, change);
  }

  /** Enables or disables one workflow and shows what the service answered. @throws ApiFailure */
  async setStatus(id: string, status: WorkflowStatusChange): Promise<void> {
    const answer = await this.#connection.run((client) => client.setWorkflowStatus(id, status));
    const details = this.#entries.get(id)?.details;
    if (details) this.#update(id, { details: { ...details, status: answer.status } });
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
  }
}

/** Keeps the details of an unchanged workflow. */
function keep(known: WorkflowEntry | undefined, workflow: WorkflowMetadata): WorkflowEntry {
  const fresh = known && known.workflow.updated_at === workflow.updated_at;
  return { workflow, details: fresh ? known.details : undefined, problem: undefined };
}
