/**
 * Request documents that aren't files of the user. VS Code asks nothing when an unchanged one is closed. Saving keeps
 * the text in the workspace state, and the history lists it.
 */
import { l10n, type Memento, TabInputText, Uri, window, workspace } from 'vscode';
import type { TextStore } from '../../shared/editing/text-file-system.ts';
import { languageIds } from '../../shared/generated/names.ts';
import { flag, type Parsed, record, text, validOf } from '../../shared/text/parse.ts';

const extension = `.${languageIds.request}`;
const storageKey = 'switchyard.requests.documents';
/** Maximum number of closed documents that are kept. */
const maxClosed = 20;

/** Newest first. `saved`: by the user. */
const parseDocuments = validOf(record({ id: text, path: text, text, saved: flag }));
type StoredDocument = Parsed<typeof parseDocuments>[number];

/** The requests that were reopened from the history or saved. Others have the text of an example. */
export class RequestDocuments implements TextStore {
  readonly #memory: Memento;
  readonly #scheme: string;

  /** @param memory state of the workspace @param scheme of the documents */
  constructor(memory: Memento, scheme: string) {
    this.#memory = memory;
    this.#scheme = scheme;
  }

  get #stored(): readonly StoredDocument[] {
    return parseDocuments(this.#memory.get<unknown>(storageKey));
  }

  /** The documents that the user has saved, newest first. */
  get saved(): readonly { readonly uri: Uri; readonly text: string }[] {
    return this.#stored.flatMap(({ id, path, text, saved }) => (saved ? [{ uri: this.#uriOf(path, id), text }] : []));
  }

  /** Opens a new document. @param content absent: a short example */
  async open(content?: string): Promise<void> {
    const used = [...this.saved.map(({ uri }) => uri), ...this.#open].map(({ path }) => path);
    let number = 1;
    while (used.includes(pathOf(number))) number++;
    const [path, id] = [pathOf(number), crypto.randomUUID()];
    if (content !== undefined) await this.#keep({ id, path, text: content, saved: false });
    await this.show(this.#uriOf(path, id));
  }

  async show(uri: Uri): Promise<void> {
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: false });
  }

  /** Forgets the closed documents. */
  async clear(): Promise<void> {
    const isOpen = this.#openIds;
    await this.#update(this.#stored.filter(({ id }) => isOpen.has(id)));
  }

  load({ query: id }: Uri): string {
    return this.#stored.find((one) => one.id === id)?.text ?? requestTemplate();
  }

  store({ path, query: id }: Uri, text: string): Promise<void> {
    return this.#keep({ id, path, text, saved: true });
  }

  /** Keeps the open documents and, of the closed ones, those that were saved last. */
  async #keep(document: StoredDocument): Promise<void> {
    const isOpen = this.#openIds;
    const others = this.#stored.filter(({ id }) => id !== document.id);
    const closed = others.filter(({ id, saved }) => saved && !isOpen.has(id)).slice(0, maxClosed);
    await this.#update([document, ...others.filter((one) => isOpen.has(one.id) || closed.includes(one))]);
  }

  async #update(documents: readonly StoredDocument[]): Promise<void> {
    await this.#memory.update(storageKey, documents.length === 0 ? undefined : documents);
  }

  /** The documents that have a tab. */
  get #open(): readonly Uri[] {
    const inputs = window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
    const isOurs = (input: unknown): input is TabInputText =>
      input instanceof TabInputText && input.uri.scheme === this.#scheme;
    return inputs.filter(isOurs).map(({ uri }) => uri);
  }

  get #openIds(): ReadonlySet<string> {
    return new Set(this.#open.map(({ query }) => query));
  }

  /** The tab shows the file's name. The ID keeps a new document apart from an earlier one with its name. */
  #uriOf(path: string, id: string): Uri {
    return Uri.from({ scheme: this.#scheme, path, query: id });
  }
}

/** Returns the name of a request's file without the extension. */
export function requestName({ path }: Uri): string {
  const file = path.slice(path.lastIndexOf('/') + 1);
  return file.endsWith(extension) ? file.slice(0, -extension.length) : file;
}

function pathOf(number: number): string {
  return `/${l10n.t('Request {0}', number)}${extension}`;
}

function requestTemplate(): string {
  const lines = [
    l10n.t('Sent to the active connection. Its API key is added automatically.'),
    l10n.t('To add a JSON body, leave an empty line and write it below.'),
  ];
  return `GET /v1/workflows\naccept: application/json\n${lines.map((line) => `# ${line}`).join('\n')}\n`;
}
