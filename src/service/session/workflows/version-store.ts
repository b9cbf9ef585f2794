/** The versions of workflows, loaded page by page. Also publishes a version. */
import { EventEmitter } from 'vscode';
import { DisposableStore } from '../../../shared/disposable.ts';
import { leavingOutUnreadable, type Unreadable } from '../../../shared/list/unreadable.ts';
import { log } from '../../../shared/log.ts';
import { Pool } from '../../../shared/pool.ts';
import type { ApiClient } from '../../api/index.ts';
import { apiLimits, type PublishRequest, type VersionDetails, type WorkflowVersion } from '../../api/records.ts';
import type { ListPage } from '../paging/full-pages.ts';
import { NewestFirst } from '../paging/newest-first.ts';
import { PagedList } from '../paging/paged-list.ts';

interface Loaded {
  readonly list: PagedList<WorkflowVersion>;
  /** True after a refresh. Stale versions are shown until newer ones are loaded. */
  readonly isStale: boolean;
}

/** Maximum number of pages that are reloaded. "Load More" loads later ones again. */
const maxReloadedPages = 4;
/** Number of newest versions whose commit messages are loaded for their rows, with one request each. */
const maxMessages = 20;
/** Maximum number of concurrent requests for single versions. */
const maxRequests = 4;

export class VersionStore extends DisposableStore {
  readonly #client: ApiClient;
  /** By ID of the workflow. */
  readonly #loaded = new Map<string, Loaded>();
  /** By ID of the version. Replaced when the details are dropped. */
  #details = new Map<string, VersionDetails>();
  /** All versions seen so far, by ID, so that the name of a version is known after a publish. */
  readonly #known = new Map<string, WorkflowVersion>();
  /** The last publish of each workflow. */
  readonly #publishes = new Map<string, Promise<unknown>>();
  readonly #pages = new NewestFirst<WorkflowVersion, ListPage<WorkflowVersion>>(({ revision }) => revision);
  readonly #pool = new Pool(maxRequests);
  /** IDs of versions whose details were requested since the last refresh, even if the request failed. */
  readonly #requestedMessages = new Set<string>();
  readonly #changed = this.register(new EventEmitter<string>());
  /** Fires the ID of the workflow whose versions changed. */
  readonly onDidChange = this.#changed.event;

  constructor(client: ApiClient) {
    super();
    this.#client = client;
  }

  /** Returns the loaded versions of a workflow, latest revision first. The spec shows no order. */
  versions(workflow: string): readonly WorkflowVersion[] {
    const versions = this.#loaded.get(workflow)?.list.items ?? [];
    return versions.toSorted((a, b) => b.revision - a.revision || (a.id < b.id ? -1 : 1));
  }

  /** Returns a version as it was last received; it may have changed since. */
  known(version: string): WorkflowVersion | undefined {
    return this.#known.get(version);
  }

  /** Loads a version if it isn't known. Never rejects. */
  async ensureKnown(workflow: string, version: string): Promise<void> {
    if (this.#known.has(version) || this.#requestedMessages.has(version)) return;
    this.#requestedMessages.add(version);
    await this.#loadDetail(version);
    if (this.#known.has(version)) this.#changed.fire(workflow);
  }

  /** False if the service may have newer versions that aren't loaded. */
  isNewestKnown(workflow: string): boolean {
    return this.#loaded.get(workflow)?.list.isNewestKnown !== false;
  }

  /** Returns the number of versions that the service has; undefined if it isn't known. */
  total(workflow: string): number | undefined {
    return this.#loaded.get(workflow)?.list.total;
  }

  hasMore(workflow: string): boolean {
    return this.#loaded.get(workflow)?.list.hasMore === true;
  }

  /** True if the service sends the same versions for each page, so that others can't be loaded. */
  isRepeating(workflow: string): boolean {
    return this.#loaded.get(workflow)?.list.isRepeating === true;
  }

  /** Returns the versions that the list leaves out, and why. */
  unreadable(workflow: string): Unreadable | undefined {
    return this.#loaded.get(workflow)?.list.unreadable;
  }

  /** Loads the versions if they are missing or stale. Known versions stay if the request fails. @throws ApiFailure */
  async ensure(workflow: string): Promise<void> {
    const known = this.#loaded.get(workflow);
    if (known && !known.isStale) return;
    const pages = Math.min(maxReloadedPages, Math.max(1, known?.list.pages ?? 1));
    await this.#load(workflow, () => this.#firstPages(workflow, pages));
  }

  /** Marks all versions as stale after a refresh. They are requested again when they're next shown. */
  expire(): void {
    this.#dropDetails();
    for (const [workflow, loaded] of this.#loaded) {
      this.#loaded.set(workflow, { list: loaded.list, isStale: true });
      this.#changed.fire(workflow);
    }
  }

  /** Loads the next page and adds its versions. @throws ApiFailure */
  async loadMore(workflow: string): Promise<void> {
    const known = this.#loaded.get(workflow);
    if (!known) return this.ensure(workflow);
    await this.#load(workflow, async () => {
      const hasMoved = await this.#loadNext(known.list);
      // Versions were added or deleted, so others may have moved to pages that are already loaded.
      return hasMoved ? this.#firstPages(workflow, known.list.pages) : known.list;
    });
    this.#changed.fire(workflow);
  }

  /** Stores what `request` loads. Loads it again if it may be older than a change or a refresh. */
  async #load(workflow: string, request: () => Promise<PagedList<WorkflowVersion>>): Promise<void> {
    const details = this.#details;
    const known = this.#loaded.get(workflow);
    const list = await request();
    // A change or a refresh also drops the details. The versions of other workflows than the changed one stay valid.
    const isUnchanged = known !== undefined && this.#loaded.get(workflow) === known;
    if (!isUnchanged && this.#details !== details) return this.ensure(workflow);
    this.#loaded.set(workflow, { list, isStale: false });
  }

  async #firstPages(workflow: string, pages: number): Promise<PagedList<WorkflowVersion>> {
    const list = new PagedList((page) => this.#page(workflow, page));
    do await this.#loadNext(list);
    while (list.pages < pages && list.hasMore);
    return list;
  }

  /** @returns whether versions were added or deleted since the page before */
  async #loadNext(list: PagedList<WorkflowVersion>): Promise<boolean> {
    const { items, hasMoved } = await list.loadNext();
    for (const version of items) this.#known.set(version.id, version);
    return hasMoved;
  }

  #page(workflow: string, page: number) {
    return this.#pages.page(workflow, { page, limit: apiLimits.pageSize }, async (part) => {
      const { answer, unreadable } = await leavingOutUnreadable((onUnreadable) =>
        this.#client.listVersions(workflow, part, { onUnreadable }),
      );
      return { ...answer, unreadable };
    });
  }

  /** Loads the details of a version. @throws ApiFailure */
  async detail(version: string): Promise<VersionDetails> {
    const known = this.#details;
    const details = await this.#client.getVersion(version);
    known.set(version, details);
    this.#known.set(version, details);
    return details;
  }

  /** Returns the details that were loaded last, or loads them. @throws ApiFailure */
  async knownDetail(version: string): Promise<VersionDetails> {
    return this.#details.get(version) ?? this.detail(version);
  }

  /** Returns the commit message; undefined before it is loaded. */
  message(version: string): string | null | undefined {
    return this.#details.get(version)?.commit_message;
  }

  /** Loads the commit messages of the newest versions, which the list doesn't include; never rejects. */
  async loadMessages(workflow: string): Promise<void> {
    const missing = this.versions(workflow)
      .slice(0, maxMessages)
      .filter(({ id }) => !this.#details.has(id) && !this.#requestedMessages.has(id));
    if (missing.length === 0) return;
    for (const { id } of missing) this.#requestedMessages.add(id);
    await Promise.all(missing.map(({ id }) => this.#loadDetail(id)));
    this.#changed.fire(workflow);
  }

  async #loadDetail(id: string): Promise<void> {
    const load = () => this.detail(id);
    await this.#pool.run(load).catch((error) => log().warn(`Version ${id} could not be loaded.`, error));
  }

  /** Drops all details. Responses of pending requests are not stored. */
  #dropDetails(): void {
    this.#details = new Map();
    this.#requestedMessages.clear();
  }

  /**
   * Makes a version the active one, after earlier publishes of the same workflow, so that the last one wins. Never retried
   * automatically. @returns the service's message @throws ApiFailure
   */
  publish(workflow: string, request: PublishRequest): Promise<string | null> {
    const before = this.#publishes.get(workflow) ?? Promise.resolve();
    const publish = () => this.#publishNow(workflow, request);
    const published = before.then(publish, publish);
    this.#publishes.set(workflow, published);
    return published;
  }

  async #publishNow(workflow: string, request: PublishRequest): Promise<string | null> {
    const { message } = await this.#client.publish(workflow, request);
    // The states of the versions may have changed. They are requested again when next shown.
    this.#loaded.delete(workflow);
    this.#dropDetails();
    this.#changed.fire(workflow);
    return message;
  }
}
