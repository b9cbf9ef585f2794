/** The versions of workflows, loaded page by page. Also publishes a version. */
import { EventEmitter } from 'vscode';
import { lazy } from '../../common/lazy.ts';
import type { Connection } from '../account/index.ts';
import type { Unreadable } from '../api/index.ts';
import { LIMITS, type PublishRequest, type VersionDetails, type WorkflowVersion } from '../api/records.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { Generation } from '../shared/generation.ts';
import { log } from '../shared/log.ts';
import { Pool } from '../shared/pool.ts';

interface Loaded {
  readonly versions: Map<string, WorkflowVersion>;
  total: number;
  nextPage: number;
  /** False if the service may have newer versions that aren't loaded. */
  isNewestKnown: boolean;
  /** True after a refresh. Stale versions are shown until newer ones are loaded. */
  isStale: boolean;
}

interface VersionPage {
  readonly items: readonly WorkflowVersion[];
  readonly total: number;
  readonly unreadable: Unreadable | undefined;
}

/** Maximum number of pages that are reloaded. "Load More" loads later ones again. */
const MAX_RELOADED_PAGES = 4;
/** Number of newest versions whose commit messages are loaded for their rows, with one request each. */
const MESSAGES = 20;
/** Maximum number of concurrent requests for single versions. */
const REQUESTS = 4;

/** Loaded with the first page, so that it doesn't delay the activation. */
const newPages = () =>
  lazy(async () => {
    const { NewestFirst } = await import('../shared/newest-first.ts');
    return new NewestFirst<WorkflowVersion, VersionPage>(({ revision }) => revision);
  });

export class VersionStore extends DisposableStore {
  readonly #connection: Connection;
  /** By ID of the workflow. Replaced when the account changes: responses for the previous one are dropped. */
  #loaded = new Map<string, Loaded>();
  /** By ID of the version. Replaced when the details are dropped. */
  #details = new Map<string, VersionDetails>();
  /** All versions seen since the account changed, by ID, so that the name of a version is known after a publish. */
  readonly #known = new Map<string, WorkflowVersion>();
  /** The last publish of each workflow. */
  readonly #publishes = new Map<string, Promise<unknown>>();
  /** Advances when pending responses become out of date. */
  readonly #generation = new Generation();
  #pages = newPages();
  readonly #pool = new Pool(REQUESTS);
  /** IDs of versions whose details were requested since the last refresh, even if the request failed. */
  readonly #requestedMessages = new Set<string>();
  readonly #changed = this.own(new EventEmitter<string>());
  /** Fires the ID of the workflow whose versions changed. */
  readonly onDidChange = this.#changed.event;

  constructor(connection: Connection) {
    super();
    this.#connection = connection;
    this.own(
      connection.onDidReplace(() => {
        this.#loaded = new Map();
        this.#pages = newPages();
        this.#known.clear();
        this.#dropDetails();
      }),
    );
  }

  /** Returns the loaded versions of a workflow, latest revision first. The service doesn't guarantee an order. */
  versions(workflow: string): readonly WorkflowVersion[] {
    const versions = [...(this.#loaded.get(workflow)?.versions.values() ?? [])];
    return versions.sort((a, b) => b.revision - a.revision || (a.id < b.id ? -1 : 1));
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
    return this.#loaded.get(workflow)?.isNewestKnown !== false;
  }

  /** Returns the number of versions that the service has; undefined before any is loaded. */
  total(workflow: string): number | undefined {
    return this.#loaded.get(workflow)?.total;
  }

  hasMore(workflow: string): boolean {
    const loaded = this.#loaded.get(workflow);
    return loaded !== undefined && loaded.versions.size < loaded.total;
  }

  /** Loads the versions if they are missing or stale. Known versions stay if the request fails. @throws ApiFailure */
  async ensure(workflow: string): Promise<void> {
    const known = this.#loaded.get(workflow);
    if (known && !known.isStale) return;
    const pages = Math.min(MAX_RELOADED_PAGES, Math.max(1, (known?.nextPage ?? 2) - 1));
    await this.#load(workflow, () => this.#firstPages(workflow, pages));
  }

  /** Marks all versions as stale after a refresh. They are requested again when they're next shown. */
  expire(): void {
    this.#generation.advance();
    this.#dropDetails();
    for (const [workflow, loaded] of this.#loaded) {
      this.#loaded.set(workflow, { ...loaded, isStale: true });
      this.#changed.fire(workflow);
    }
  }

  /** Loads the next page and adds its versions. @throws ApiFailure */
  async loadMore(workflow: string): Promise<void> {
    const loaded = this.#loaded;
    const known = loaded.get(workflow);
    if (!known) return this.ensure(workflow);
    await this.#load(workflow, async () => {
      const into = { ...known, versions: new Map(known.versions) };
      const total = await this.#fetch(workflow, into);
      // Versions were added or deleted, so others may have moved to pages that are already loaded.
      return total === known.total ? into : this.#firstPages(workflow, known.nextPage);
    });
    if (this.#loaded === loaded) this.#changed.fire(workflow);
  }

  /** Stores what `request` loads. Loads it again if it may be older than a change or a refresh. */
  async #load(workflow: string, request: () => Promise<Loaded>): Promise<void> {
    const loaded = this.#loaded;
    const known = loaded.get(workflow);
    const isCurrent = this.#generation.capture();
    const into = await request();
    if (this.#loaded !== loaded) return;
    // Only another workflow was changed.
    const isUnchanged = known !== undefined && loaded.get(workflow) === known;
    if (!isUnchanged && !isCurrent()) return this.ensure(workflow);
    loaded.set(workflow, into);
  }

  async #firstPages(workflow: string, pages: number): Promise<Loaded> {
    const loaded = this.#loaded;
    const into = { versions: new Map(), total: 0, nextPage: 1, isNewestKnown: true, isStale: false };
    do await this.#fetch(workflow, into);
    while (this.#loaded === loaded && into.nextPage <= pages && into.versions.size < into.total);
    return into;
  }

  /** Adds the next page. @returns the number of versions that the service has */
  async #fetch(workflow: string, into: Loaded): Promise<number> {
    const query = { page: into.nextPage, limit: LIMITS.pageSize };
    const pages = await this.#pages();
    const { items, total, isNewestKnown } = await pages.page(workflow, query, async (part) => {
      let unreadable: Unreadable | undefined;
      // Only logged, because a version that can't be read can't be selected.
      const onUnreadable = (rows: Unreadable) => {
        unreadable = rows;
        log().warn(`${rows.count} versions of workflow ${workflow} could not be read: ${rows.why}`);
      };
      const page = await this.#connection.run((client) => client.listVersions(workflow, part, { onUnreadable }));
      return { ...page, unreadable };
    });
    into.isNewestKnown &&= isNewestKnown;
    for (const version of items) {
      into.versions.set(version.id, version);
      this.#known.set(version.id, version);
    }
    // An empty page ends the list, whatever the total is.
    into.total = items.length === 0 ? into.versions.size : total;
    into.nextPage++;
    return total;
  }

  /** Loads the details of a version. @throws ApiFailure */
  async detail(version: string): Promise<VersionDetails> {
    const known = this.#details;
    const details = await this.#connection.run((client) => client.getVersion(version));
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
      .slice(0, MESSAGES)
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
    // Of the current account, even if another one is active when the earlier publish has ended.
    const run = this.#connection.boundRun();
    const publish = () => this.#publishNow(run, workflow, request);
    const published = before.then(publish, publish);
    this.#publishes.set(workflow, published);
    return published;
  }

  async #publishNow(run: Connection['run'], workflow: string, request: PublishRequest): Promise<string | null> {
    const { message } = await run((client) => client.publish(workflow, request));
    // The states of the versions may have changed. They are requested again when next shown.
    this.#generation.advance();
    this.#loaded.delete(workflow);
    this.#dropDetails();
    this.#changed.fire(workflow);
    return message;
  }
}
