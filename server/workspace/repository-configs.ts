/** The `.mcp-config.json` files of the workspace folders. */
import { childUri, innermostFolder } from '../files/uris.ts';
import {
  emptyRepositoryConfig,
  type RepositoryConfig,
  readRepositoryConfig,
  repositoryConfigName,
} from '../rules/repository-config.ts';
import type { DocumentStore } from './document-store.ts';

export class RepositoryConfigs {
  /** Overrides the files of the folders. Set by the command line, which reads and validates the file itself. */
  fixed: RepositoryConfig | undefined;
  readonly #documents: DocumentStore;
  readonly #read = new Map<string, { readonly text: string; readonly config: RepositoryConfig }>();

  constructor(documents: DocumentStore) {
    this.#documents = documents;
  }

  /** Returns the config of the innermost workspace folder that contains a file. */
  for(uri: string, roots: readonly string[]): RepositoryConfig {
    const root = innermostFolder(uri, roots);
    return this.fixed ?? (root === undefined ? emptyRepositoryConfig : this.#in(root));
  }

  /** Returns the version of the first folder that sets one. Like the installed version, it applies to all folders. */
  agentVersion(roots: readonly string[]): string | undefined {
    const configs = this.fixed === undefined ? roots.map((root) => this.#in(root)) : [this.fixed];
    return configs.find((config) => config.agentVersion !== undefined)?.agentVersion;
  }

  #in(root: string): RepositoryConfig {
    const uri = childUri(root, repositoryConfigName);
    const text = this.#documents.textOf(uri);
    if (text === undefined) return emptyRepositoryConfig;
    let read = this.#read.get(uri);
    if (read?.text !== text) {
      read = { text, config: readRepositoryConfig(text).config };
      this.#read.set(uri, read);
    }
    return read.config;
  }
}
