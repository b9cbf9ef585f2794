/** API keys: where they come from and where they are stored. */
import type { ExtensionContext } from 'vscode';
import { platform } from '../../../shared/platform.ts';
import { defaultConnection, environmentBaseUrl, type NamedConnection } from './connections.ts';

export interface Credentials {
  /** ID of the connection. */
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  /** `environment`: SWITCHYARD_API_KEY, for machines without a keyring (Codespaces, CI). */
  readonly source: 'keyring' | 'environment';
}

/** Set when the user signs out while there is a key in the environment. */
const declinedKey = 'switchyard.environmentDeclined';

/**
 * Keys by connection and origin. A key is stored under the origin that verified it, so a changed base URL finds no key,
 * and a key is never sent to another origin.
 */
export class CredentialStore {
  readonly #context: ExtensionContext;

  constructor(context: ExtensionContext) {
    this.#context = context;
  }

  /** Returns undefined if signed out. For the default connection, the keyring takes precedence over the environment. */
  async read(connection: NamedConnection): Promise<Credentials | undefined> {
    const { id, name, baseUrl } = connection;
    const apiKey = await this.#context.secrets.get(slot(id, baseUrl));
    if (apiKey) return { id, name, baseUrl: baseUrl.href, apiKey, source: 'keyring' };
    return id === defaultConnection ? this.#fromEnvironment(connection) : undefined;
  }

  /** If SWITCHYARD_BASE_URL is set, the key is used only for its origin, and not at all if the URL is invalid. */
  #fromEnvironment({ id, name, baseUrl }: NamedConnection): Credentials | undefined {
    const bound = environmentBaseUrl();
    if (bound && !(bound.ok && bound.url.origin === baseUrl.origin)) return undefined;
    if (this.#context.globalState.get(declinedKey) === true) return undefined;
    const apiKey = platform().environment.SWITCHYARD_API_KEY;
    return apiKey ? { id, name, baseUrl: baseUrl.href, apiKey, source: 'environment' } : undefined;
  }

  /** Stores a verified key under its origin. */
  async store({ id, baseUrl }: NamedConnection, apiKey: string): Promise<void> {
    await this.#context.secrets.store(slot(id, baseUrl), apiKey);
    if (id === defaultConnection) await this.acceptEnvironment();
  }

  /**
   * Deletes a connection's key. A key from the environment is ignored until the next sign-in.
   * @returns true if there is such a key
   */
  async delete(connection: NamedConnection): Promise<boolean> {
    const isDeclined = connection.id === defaultConnection && this.#fromEnvironment(connection) !== undefined;
    // Set first: the listeners of the deleted key read the credentials.
    if (isDeclined) await this.#context.globalState.update(declinedKey, true);
    await this.#context.secrets.delete(slot(connection.id, connection.baseUrl));
    return isDeclined;
  }

  /** Allows a key from the environment again. */
  async acceptEnvironment(): Promise<void> {
    await this.#context.globalState.update(declinedKey, undefined);
  }

  /** True if this is the name of one of our secrets. */
  isOurs(secret: string): boolean {
    return secret.startsWith(slotPrefix);
  }
}

const slotPrefix = 'switchyard.apiKey:';
const slot = (id: string, { origin }: URL) => slotPrefix + origin + (id === defaultConnection ? '' : `#${id}`);
