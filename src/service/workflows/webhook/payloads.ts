/**
 * What was sent to webhooks from here, one file each in the extension's storage on this machine. Bounded in number and
 * bytes: the oldest are deleted. Never contains the API key.
 */
import { l10n } from 'vscode';
import { isNumber } from '../../../../common/guards.ts';
import { parseJson } from '../../../../common/text/json.ts';
import { type Knowledge, known, none, notKnown } from '../../../shared/knowledge.ts';
import { log } from '../../../shared/log.ts';
import type { FolderFiles } from '../../../shared/platform.ts';
import { flag, number, optional, type Parsed, parsed, record, text, where } from '../../../shared/text/parse.ts';
import { KeyFinder } from '../../api/key-finder.ts';

const payload = record({
  id: text,
  /** ID of the connection whose workflow it is. */
  connection: text,
  workflow: text,
  body: text,
  contentType: text,
  /** Epoch milliseconds. */
  at: where((value): value is number => isNumber(value) && !Number.isNaN(new Date(value).getTime())),
  /** Undefined if there was no response. */
  status: optional(number),
  /** The beginning of the response. */
  response: text,
  /** ID of the run that it started. */
  run: optional(text),
  /** True if the response doesn't name the run, which is the first new one of its workflow. */
  isProbable: optional(flag),
});
export type Payload = Parsed<typeof payload>;

interface KeptPayloads {
  readonly payloads: readonly Payload[];
  /** Number of files that can't be read: whose they are isn't known. */
  readonly unread: number;
}

export const unreadPayloads = (count: number): string => l10n.t("Kept payloads that can't be read: {0}.", count);

interface PayloadLimits {
  readonly perWorkflow: number;
  readonly all: number;
  /** Of all files together. */
  readonly bytes: number;
  /** In characters. */
  readonly body: number;
  /** In characters; the rest is cut off. */
  readonly response: number;
}

const payloadLimits: PayloadLimits = {
  perWorkflow: 20,
  all: 200,
  bytes: 20_000_000,
  body: 1_000_000,
  response: 20_000,
};

const ownerOf = ({ connection, workflow }: Payload): string => JSON.stringify([connection, workflow]);
const fileOf = (id: string): string => `${id}.json`;
const fileName = /^\d{13,}-[\w-]{36}\.json$/;

export class PayloadStore {
  readonly #files: FolderFiles;
  readonly #limits: PayloadLimits;
  /** Whose workflow each known file is about, which never changes: tidying reads no file twice. */
  readonly #owners = new Map<string, string>();

  constructor(files: FolderFiles, limits: PayloadLimits = payloadLimits) {
    this.#files = files;
    this.#limits = limits;
  }

  /** Returns the kept payloads of an account, of one workflow or all, newest first. */
  async list(connection: string, workflow?: string): Promise<KeptPayloads> {
    const all = await Promise.all((await this.#names()).map((name) => this.#read(name)));
    const payloads = all.flatMap((one) =>
      typeof one === 'object' && one.connection === connection && (workflow === undefined || one.workflow === workflow)
        ? [one]
        : [],
    );
    return { payloads, unread: all.filter((one) => one === 'unread').length };
  }

  /** Returns the payload that started a run. If files can't be read, "none" isn't known. */
  async ofRun(connection: string, run: string): Promise<Knowledge<Payload>> {
    const { payloads, unread } = await this.list(connection);
    const found = payloads.find((one) => one.run === run);
    if (found !== undefined) return known(found);
    return unread === 0 ? none : notKnown(unreadPayloads(unread));
  }

  /**
   * Keeps a payload. One that contains the key or is too large isn't kept. @param key of the account
   * @returns the payload, or undefined if it isn't kept @throws file system errors
   */
  async add(sent: Omit<Payload, 'id'>, key: string): Promise<Payload | undefined> {
    const finder = new KeyFinder(key);
    const body = finder.mayHide(sent.body) ? JSON.stringify(parseJson(sent.body)) : sent.body;
    if (sent.body.length > this.#limits.body || finder.first(body) !== undefined) return undefined;
    const response = finder.replace(sent.response.slice(0, this.#limits.response), '•••');
    // The time is first, so that the names sort by age.
    const kept = { ...sent, response, id: `${sent.at}-${crypto.randomUUID()}` };
    await this.#files.save(fileOf(kept.id), JSON.stringify(kept));
    await this.#tidy(kept).catch((error) => log().warn('Old payloads could not be deleted.', error));
    return kept;
  }

  /** Notes which run a payload started, unless it was deleted meanwhile. */
  async setRun(kept: Payload, run: string, isProbable: boolean): Promise<void> {
    const name = fileOf(kept.id);
    if (typeof (await this.#read(name)) !== 'object') return;
    await this.#files.save(name, JSON.stringify({ ...kept, run, isProbable }));
  }

  async delete({ id }: Payload): Promise<void> {
    await this.#files.delete(fileOf(id));
  }

  /** Deletes the payloads of all accounts. */
  async deleteAll(): Promise<void> {
    for (const name of await this.#files.list()) await this.#files.delete(name);
  }

  /** Newest first. */
  async #names(): Promise<readonly string[]> {
    const names = (await this.#files.list()).filter((name) => fileName.test(name));
    return names.sort().reverse();
  }

  /** Returns undefined if another window has deleted the file. */
  async #read(name: string): Promise<Payload | 'unread' | undefined> {
    const bytes = await this.#files.read(name).catch(() => 'unread' as const);
    if (bytes === undefined) return undefined;
    const one = bytes === 'unread' ? undefined : parsed(payload, parseJson(new TextDecoder().decode(bytes)));
    const read = one && fileOf(one.id) === name ? one : undefined;
    this.#owners.set(name, read === undefined ? '' : ownerOf(read));
    return read ?? 'unread';
  }

  async #isOf(owner: string, name: string): Promise<boolean> {
    if (!this.#owners.has(name)) await this.#read(name);
    return this.#owners.get(name) === owner;
  }

  async #tidy(kept: Payload): Promise<void> {
    const owner = ownerOf(kept);
    this.#owners.set(fileOf(kept.id), owner);
    let ofOwner = 0;
    for (const name of await this.#names())
      if ((await this.#isOf(owner, name)) && ++ofOwner > this.#limits.perWorkflow) await this.#files.delete(name);
    let bytes = 0;
    for (const [index, name] of (await this.#names()).entries()) {
      bytes += (await this.#files.stat(name).catch(() => ({ size: 0 }))).size;
      if (index >= this.#limits.all || bytes > this.#limits.bytes) await this.#files.delete(name);
    }
  }
}
