/** Keys: where they come from, and where they are kept. */
import type { ExtensionContext } from 'vscode';
import { platform } from '../shared/platform.ts';
import { DEFAULT_CONNECTION, type NamedConnection } from './connections.ts';

/** What to connect with. */
export interface Credentials {
  /** Of the connection. */
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  /** `environment`: SWITCHYARD_API_KEY, where there is no keyring (Codespaces, CI). */
  readonly source: 'keyring' | 'environment';
}

/** Set when the user signed out although the environment offers a key. */
const DECLINED = 'switchyard.environmentDeclined';

/**
 * Keys by connection and origin. A key is stored under the origin that it was proven against, so that a changed base URL
 * finds no key and no key ever travels to another origin.
 */
export class CredentialStore {
  readonly #context: ExtensionContext;

  constructor(context: ExtensionContext) {
    this.#context = context;
  }

  /** Undefined when signed out of it. For the default connection the keyring goes before the environment. */
  async read(connection: NamedConnection): Promise<Credentials | undefined> {
    const { id, name, baseUrl } = connection;
    const apiKey = await this.#context.secrets.get(slot(id, baseUrl));
    if (apiKey) return { id, name, baseUrl: baseUrl.href, apiKey, source: 'keyring' };
    return id === DEFAULT_CONNECTION ? this.#fromEnvironment(connection) : undefined;
  }

  /** The key of the environment belongs to the service that the environment names, and is sent to no other. */
  #fromEnvironment({ id, name, baseUrl, overridden }: NamedConnection): Credentials | undefined {
    if (overridden !== undefined || this.#context.globalState.get(DECLINED) === true) return undefined;
    const apiKey = platform().environment.SWITCHYARD_API_KEY;
    return apiKey ? { id, name, baseUrl: baseUrl.href, apiKey, source: 'environment' } : undefined;
  }

  /** Keeps a proven key, bound to its origin. */
  async keep({ id, baseUrl }: NamedConnection, apiKey: string): Promise<void> {
    await this.#context.secrets.store(slot(id, baseUrl), apiKey);
    if (id === DEFAULT_CONNECTION) await this.acceptEnvironment();
  }

  /** Forgets a connection's key; one from the environment is not taken until the next sign-in. */
  async forget(connection: NamedConnection): Promise<void> {
    const current = await this.read(connection);
    await this.#context.secrets.delete(slot(connection.id, connection.baseUrl));
    if (current?.source === 'environment') await this.#context.globalState.update(DECLINED, true);
  }

  /** Takes a key from the environment again. */
  async acceptEnvironment(): Promise<void> {
    await this.#context.globalState.update(DECLINED, undefined);
  }

  /** True when this secret's change concerns us. */
  owns(secret: string): boolean {
    return secret.startsWith(SLOT);
  }
}

const SLOT = 'switchyard.apiKey:';
const slot = (id: string, { origin }: URL) => SLOT + origin + (id === DEFAULT_CONNECTION ? '' : `#${id}`);
