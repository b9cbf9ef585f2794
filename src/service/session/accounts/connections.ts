/** The list of connections, and which one is active. It contains no keys. */

import { ConfigurationTarget, EventEmitter, type ExtensionContext, workspace } from 'vscode';
import { DisposableStore } from '../../../shared/disposable.ts';
import { platform } from '../../../shared/platform.ts';
import { setting } from '../../../shared/settings.ts';
import { compareNames } from '../../../shared/text/format.ts';
import { parsed, record, text } from '../../../shared/text/parse.ts';
import { type BaseUrl, parseBaseUrl } from '../../api/transport/base-url.ts';

export interface NamedConnection {
  readonly id: string;
  /** As the user named it; unique, ignoring case. */
  readonly name: string;
  /** As normalized by `parseBaseUrl`. */
  readonly baseUrl: URL;
  /** Where the base URL of the default connection comes from. */
  readonly source?: 'setting' | 'environment';
  /** The URL in SWITCHYARD_BASE_URL if the setting, with another origin, overrides it. */
  readonly overridden?: URL;
}

/** Returns the base URL in SWITCHYARD_BASE_URL, which may be invalid; undefined if the variable isn't set. */
export function environmentBaseUrl(): BaseUrl | undefined {
  const text = platform().environment.SWITCHYARD_BASE_URL ?? '';
  return text.trim() === '' ? undefined : parseBaseUrl(text);
}

/** ID of the connection from the `switchyard.baseUrl` setting or from the environment. Its name is its host. */
export const defaultConnection = 'default';

const listKey = 'switchyard.connections';
const stored = record({ id: text, name: text, baseUrl: text });
const activeKey = 'switchyard.activeConnection';

/** Milliseconds until changes of other windows have arrived. VS Code stores changes after 100 ms. */
const arrivalMs = 2000;

/**
 * Names and base URLs are in the editor's global state, so workspace files can't change them. The active connection is
 * stored for each workspace; a new workspace starts with the last one chosen.
 */
export class ConnectionList extends DisposableStore {
  readonly #context: ExtensionContext;
  readonly #changed = this.register(new EventEmitter<void>());
  readonly onDidChange = this.#changed.event;
  /** Read once, so that a choice in another window doesn't change the connection of this one. */
  #chosen: string | undefined;
  /** Changes that another window may still undo, by ID of the connection. */
  readonly #checks = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(context: ExtensionContext) {
    super();
    this.#context = context;
  }

  /** The default connection first, then the others by name. */
  get all(): readonly NamedConnection[] {
    const fallback = this.#default;
    const named = this.#named.sort((a, b) => compareNames(a.name, b.name) || (a.id < b.id ? -1 : 1));
    return fallback ? [fallback, ...named] : named;
  }

  /** The chosen connection, or else the first. Undefined if the list is empty. */
  get active(): NamedConnection | undefined {
    const { workspaceState, globalState } = this.#context;
    this.#chosen ??= workspaceState.get(activeKey) ?? globalState.get(activeKey) ?? defaultConnection;
    return this.get(this.#chosen) ?? this.all[0];
  }

  get(id: string): NamedConnection | undefined {
    return this.all.find((connection) => connection.id === id);
  }

  /** True if a connection other than `except` has this name. */
  hasName(name: string, except?: string): boolean {
    const same = name.trim().toLowerCase();
    return this.all.some((one) => one.id !== except && one.name.toLowerCase() === same);
  }

  async use(id: string): Promise<void> {
    this.#chosen = id;
    await this.#context.workspaceState.update(activeKey, id);
    await this.#context.globalState.update(activeKey, id);
    this.#changed.fire();
  }

  async add(name: string, baseUrl: URL): Promise<NamedConnection> {
    const added = { id: crypto.randomUUID(), name: name.trim(), baseUrl };
    await this.#save(added.id, [...this.#stored, { ...added, baseUrl: baseUrl.href }]);
    return added;
  }

  async rename(id: string, name: string): Promise<void> {
    await this.#change(id, { name: name.trim() });
  }

  /** Changes the base URL of a connection. For the default one, writes the user's (machine-scoped) setting. */
  async setBaseUrl(id: string, baseUrl: URL): Promise<void> {
    if (id === defaultConnection) await this.#setDefault(baseUrl.href);
    else await this.#change(id, { baseUrl: baseUrl.href });
  }

  async remove(id: string): Promise<void> {
    if (id === defaultConnection) await this.#setDefault(undefined);
    else await this.#save(id, this.#without(id));
  }

  async #setDefault(url: string | undefined): Promise<void> {
    await workspace.getConfiguration().update('switchyard.baseUrl', url, ConfigurationTarget.Global);
    this.#changed.fire();
  }

  get #default(): NamedConnection | undefined {
    const fromSetting = parseBaseUrl(setting('switchyard.baseUrl'));
    const fromEnvironment = environmentBaseUrl();
    const base = fromSetting.ok ? fromSetting : fromEnvironment;
    if (!base?.ok) return undefined;
    const overridden = fromEnvironment?.ok && fromEnvironment.url.origin !== base.url.origin;
    return {
      id: defaultConnection,
      name: base.url.host,
      baseUrl: base.url,
      source: fromSetting.ok ? 'setting' : 'environment',
      ...(overridden && { overridden: fromEnvironment.url }),
    };
  }

  /** The stored connections, without those that can't be read. */
  get #named(): NamedConnection[] {
    return this.#stored.flatMap((entry) => readConnection(entry) ?? []);
  }

  /** As stored. Entries and properties that only another version knows are kept by each change. */
  get #stored(): readonly unknown[] {
    const value = this.#context.globalState.get<unknown>(listKey);
    return Array.isArray(value) ? value : [];
  }

  async #change(id: string, change: object): Promise<void> {
    const changed = (entry: unknown) =>
      readConnection(entry)?.id === id ? { ...(entry as object), ...change } : entry;
    await this.#save(id, this.#stored.map(changed));
  }

  #without(id: string): readonly unknown[] {
    return this.#stored.filter((entry) => readConnection(entry)?.id !== id);
  }

  /**
   * VS Code stores the whole state of the extension at once. If another window changes anything at the same moment, it
   * undoes this change, which is therefore made again. @param id of the changed connection
   */
  async #save(id: string, entries: readonly unknown[]): Promise<void> {
    await this.#store(entries);
    clearTimeout(this.#checks.get(id));
    const wanted = entries.find((entry) => readConnection(entry)?.id === id);
    this.#checks.set(
      id,
      setTimeout(() => {
        this.#checks.delete(id);
        const now = this.#stored.find((entry) => readConnection(entry)?.id === id);
        if (JSON.stringify(now) === JSON.stringify(wanted)) return;
        void this.#store([...this.#without(id), ...(wanted === undefined ? [] : [wanted])]);
      }, arrivalMs),
    );
  }

  async #store(entries: readonly unknown[]): Promise<void> {
    await this.#context.globalState.update(listKey, entries);
    this.#changed.fire();
  }

  override dispose(): void {
    for (const check of this.#checks.values()) clearTimeout(check);
    super.dispose();
  }
}

/** Returns undefined if another version may know what the entry means. */
function readConnection(entry: unknown): NamedConnection | undefined {
  const known = parsed(stored, entry);
  const base = known && parseBaseUrl(known.baseUrl);
  return base?.ok ? { id: known?.id ?? '', name: known?.name ?? '', baseUrl: base.url } : undefined;
}
