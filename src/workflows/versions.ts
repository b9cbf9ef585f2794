/** The versions of workflows, page by page, and publishing one of them. */
import { EventEmitter } from 'vscode';
import type { Connection } from '../account/index.ts';
import type { Unreadable } from '../api/index.ts';
import { LIMITS, type PublishRequest, type VersionDetails, type WorkflowVersion } from '../api/records.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { log } from '../shared/log.ts';
import { Pool } from '../shared/pool.ts';

interface Loaded {
  readonly versions: Map<string, WorkflowVersion>;
  total: number;
  nextPage: number;
  /** The user has refreshed since: shown until newer ones come. */
  isStale: boolean;
}

/** Pages that are asked for again at once; later ones come back with "Load more". */
const MOST_RELOADED = 4;
/** Newest versions of a workflow whose commit messages are loaded for their rows; each is a request. */
const MESSAGES = 20;
/** Requests for single versions at once. */
const REQUESTS = 4;

export class VersionStore extends DisposableStore {
  readonly #connection: Connection;
  readonly #loaded = new Map<string, Loaded>();
  readonly #details = new Map<string, VersionDetails>();
  readonly #pool = new Pool(REQUESTS);
  /** Versions whose message was asked for since the last refresh, also in vain. */
  readonly #messagesAsked = new Set<string>();
  #generation = 0;
  readonly #changed = this.own(new EventEmitter<string>());
  /** Fires the id of the workflow whose versions changed. */
  readonly onDidChange = this.#changed.event;

  constructor(connection: Connection) {
    super();
    this.#connection = connection;
    this.own(
      connection.onDidReplace(() => {
        this.#loaded.clear();
        this.#dropDetails();
      }),
    );
  }

  /** What is loaded of a workflow's versions, the latest revision first; the service promises no order. */
  versions(workflow: string): readonly WorkflowVersion[] {
    const versions = [...(this.#loaded.get(workflow)?.versions.values() ?? [])];
    return versions.sort((a, b) => b.revision - a.revision || (a.id < b.id ? -1 : 1));
  }

  /** How many versions the service knows; undefined before any is loaded. */
  total(workflow: string): number | undefined {
    return this.#loaded.get(workflow)?.total;
  }

  hasMore(workflow: string): boolean {
    const loaded = this.#loaded.get(workflow);
    return loaded !== undefined && loaded.versions.size < loaded.total;
  }

  /** Loads what is missing, or was loaded before the last `expire`; what was there stays when that fails. @throws ApiFailure */
  async ensure(workflow: string): Promise<void> {
    const known = this.#loaded.get(workflow);
    if (known && !known.isStale) return;
    const pages = Math.min(MOST_RELOADED, Math.max(1, (known?.nextPage ?? 2) - 1));
    const into = { versions: new Map(), total: 0, nextPage: 1, isStale: false };
    do await this.#fetch(workflow, into);
    while (into.nextPage <= pages && into.versions.size < into.total);
    this.#loaded.set(workflow, into);
  }

  /** The user has refreshed: versions are asked for again when they are next looked at. */
  expire(): void {
    this.#dropDetails();
    for (const [workflow, loaded] of this.#loaded) {
      this.#loaded.set(workflow, { ...loaded, isStale: true });
      this.#changed.fire(workflow);
    }
  }

  /** Loads the next page and adds what is new. @throws ApiFailure */
  async loadMore(workflow: string): Promise<void> {
    const loaded = this.#loaded.get(workflow);
    if (!loaded) return this.ensure(workflow);
    const into = { ...loaded, versions: new Map(loaded.versions) };
    await this.#fetch(workflow, into);
    this.#loaded.set(workflow, into);
    this.#changed.fire(workflow);
  }

  async #fetch(workflow: string, into: Loaded): Promise<void> {
    const query = { page: into.nextPage, limit: LIMITS.pageSize };
    // A version that cannot be read is none that could be chosen.
    const onUnreadable = ({ count, why }: Unreadable) =>
      log().warn(`${count} versions of workflow ${workflow} could not be read: ${why}`);
    const { items, total } = await this.#connection.run((client) =>
      client.listVersions(workflow, query, { onUnreadable }),
    );
    for (const version of items) into.versions.set(version.id, version);
    // A page that brings nothing ends the list, whatever the total says.
    into.total = items.length === 0 ? into.versions.size : total;
    into.nextPage++;
  }

  /** The details as the service has them now. @throws ApiFailure */
  async detail(version: string): Promise<VersionDetails> {
    const isCurrent = this.#currency();
    const details = await this.#connection.run((client) => client.getVersion(version));
    if (isCurrent()) this.#details.set(version, details);
    return details;
  }

  /** The details as they were asked for last. @throws ApiFailure */
  async knownDetail(version: string): Promise<VersionDetails> {
    return this.#details.get(version) ?? this.detail(version);
  }

  /** The commit message; undefined before it is loaded. */
  message(version: string): string | null | undefined {
    return this.#details.get(version)?.commit_message;
  }

  /** Loads the commit messages of the newest versions, which the list doesn't have; never rejects. */
  async loadMessages(workflow: string): Promise<void> {
    const missing = this.versions(workflow)
      .slice(0, MESSAGES)
      .filter(({ id }) => !this.#details.has(id) && !this.#messagesAsked.has(id));
    if (missing.length === 0) return;
    for (const { id } of missing) this.#messagesAsked.add(id);
    const load = ({ id }: WorkflowVersion) =>
      this.#pool.run(() => this.detail(id)).catch((error) => log().warn(`Version ${id} could not be loaded.`, error));
    await Promise.all(missing.map(load));
    this.#changed.fire(workflow);
  }

  #currency(): () => boolean {
    const generation = this.#generation;
    return () => generation === this.#generation;
  }

  /** Details that are under way belong to what was there before. */
  #dropDetails(): void {
    this.#generation++;
    this.#details.clear();
    this.#messagesAsked.clear();
  }

  /** Makes a version the active one. Sent once, never again by itself. @returns what the service says @throws ApiFailure */
  async publish(workflow: string, request: PublishRequest): Promise<string | null> {
    const { message } = await this.#connection.run((client) => client.publish(workflow, request));
    this.#forget(workflow);
    return message;
  }

  /** The states of versions may have changed; they are asked for anew when they are next looked at. */
  #forget(workflow: string): void {
    this.#loaded.delete(workflow);
    this.#dropDetails();
    this.#changed.fire(workflow);
  }
}
