/** Where the base URL and the key come from, and where they are kept. */
import { ConfigurationTarget, type ExtensionContext, workspace } from 'vscode';
import { parseBaseUrl } from '../api/base-url.ts';
import { settings } from '../shared/contract.ts';
import { setting } from '../shared/settings.ts';

export interface Credentials {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** `environment`: SWITCHYARD_API_KEY, where there is no keyring (Codespaces, CI). */
  readonly source: 'keyring' | 'environment';
}

/** Set when the user signed out although the environment offers a key. */
const DECLINED = 'switchyard.environmentDeclined';

/**
 * Keys by origin. A key is stored under the origin that it was proven against, so that a changed base URL finds no key
 * and no key ever travels to another origin.
 */
export class CredentialStore {
  readonly #context: ExtensionContext;

  constructor(context: ExtensionContext) {
    this.#context = context;
  }

  /** What to connect with, or undefined when signed out. The keyring goes before the environment. */
  async read(): Promise<Credentials | undefined> {
    const base = parseBaseUrl(setting('switchyard.baseUrl'));
    if (base.ok) {
      const apiKey = await this.#context.secrets.get(slot(base.url));
      if (apiKey) return { baseUrl: base.url.href, apiKey, source: 'keyring' };
    }
    return this.#fromEnvironment();
  }

  #fromEnvironment(): Credentials | undefined {
    if (this.#context.globalState.get(DECLINED) === true) return undefined;
    const apiKey = process.env.SWITCHYARD_API_KEY;
    const base = parseBaseUrl(process.env.SWITCHYARD_BASE_URL ?? setting('switchyard.baseUrl'));
    return apiKey && base.ok ? { baseUrl: base.url.href, apiKey, source: 'environment' } : undefined;
  }

  /** Keeps a proven key, bound to its origin, and the base URL in the user's (machine-scoped) setting. */
  async save(baseUrl: URL, apiKey: string): Promise<void> {
    await this.#context.secrets.store(slot(baseUrl), apiKey);
    await this.acceptEnvironment();
    await workspace.getConfiguration().update(settings['switchyard.baseUrl'], baseUrl.href, ConfigurationTarget.Global);
  }

  /** Forgets the key of the current origin, and no longer takes one from the environment until the next sign-in. */
  async forget(current: Credentials): Promise<void> {
    await this.#context.secrets.delete(slot(new URL(current.baseUrl)));
    if (current.source === 'environment') await this.#context.globalState.update(DECLINED, true);
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
const slot = (baseUrl: URL) => SLOT + baseUrl.origin;
