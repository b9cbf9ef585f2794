/**
 * Local records of paid requests, one line each: a file for each connection and month in the extension's storage.
 * Lines are only appended, so that windows don't overwrite each other. Bounded in bytes: the oldest months are deleted.
 * Never contains the API key.
 */
import { Uri, workspace } from 'vscode';
import { isNumber, isRecord, isText } from '../../../common/guards.ts';
import { lazy } from '../../../common/lazy.ts';
import { parseJson } from '../../../common/text/json.ts';
import { log } from '../../shared/log.ts';
import { type FolderFiles, platform } from '../../shared/platform.ts';
import { setting } from '../../shared/settings.ts';
import { localDay } from '../../shared/text/format.ts';
import { KeyFinder } from '../api/key-finder.ts';

export const usageFeatures = ['chat', 'editorChat', 'speech', 'images', 'transcripts'] as const;
const features = new Set<unknown>(usageFeatures);
export type UsageFeature = (typeof usageFeatures)[number];

export interface UsageRecord {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly model: string;
  readonly feature: UsageFeature;
  /** Name of the workspace; empty if none was open. */
  readonly workspace: string;
  /** Tokens. */
  readonly input?: number;
  readonly output?: number;
  /** A token count is an estimate, and so is the cost. */
  readonly estimated?: boolean;
  readonly images?: number;
  readonly characters?: number;
  /** Length of the audio. */
  readonly minutes?: number;
  /** At the price of that time. Absent if it was unknown. */
  readonly cost?: number;
  /** As the service names it. */
  readonly currency?: string;
}

export interface LoadedUsage {
  readonly records: readonly UsageRecord[];
  /** Number of lines that can't be read. They remain in their file. */
  readonly skipped: number;
}

/** Of the files of a connection: about 250,000 records. */
export const maxUsageBytes = 32_000_000;
/** Number of records after which the size is checked again. */
const recordsPerCheck = 500;

/** Opens the folder with the records of all connections. @param storage of the extension */
export function openUsageFiles(storage: Uri): Promise<FolderFiles> {
  return platform().folder(Uri.joinPath(storage, 'usage'));
}

const fileName = /^[\w-]+\.\d{4}-\d{2}\.jsonl$/;

export class UsageLog {
  /** Beginning of the names of its files. */
  readonly #prefix: string;
  readonly #key: KeyFinder;
  readonly #open: () => Promise<FolderFiles>;
  #added = 0;
  /** The month whose file alone has reached the limit. */
  #full = '';
  /** The month whose budget is known to be reached, so that its file needn't be read. */
  #reported = '';
  /** What the month has cost, by currency, as of this size of its file: reading a large one takes most of a second. */
  #spent: { readonly month: string; size: number; readonly costs: Map<string, number> } | undefined;

  /** Ends with the last check of the budget. */
  #checks: Promise<void> = Promise.resolve();

  /** @param connection its ID @param key of the account @param open opens the folder of all connections */
  constructor(connection: string, key: string, open: () => Promise<FolderFiles>) {
    this.#prefix = `${connection.replace(/[^\w-]/g, '_')}.`;
    this.#key = new KeyFinder(key);
    this.#open = lazy(open);
  }

  /** Records a request that was paid for. Never fails: the user has the answer, whether or not this can be written. */
  add(use: Omit<UsageRecord, 'at' | 'workspace'>): void {
    this.#add({ at: Date.now(), workspace: workspace.name ?? '', ...use }).catch((error) =>
      log().warn('The usage of a request could not be recorded.', error),
    );
  }

  async #add(use: UsageRecord): Promise<void> {
    const files = await this.#open();
    const month = localDay(use.at).slice(0, 7);
    if (month === this.#full) return;
    const texts = Object.entries(use).map(([name, value]) => [name, isText(value) ? this.#masked(value) : value]);
    // Starts on a new line, because the last one may be incomplete. A log that remembers nothing only appends.
    const line = `\n${JSON.stringify(Object.fromEntries(texts))}`;
    files.log(this.#fileOf(month)).append(line);
    if (this.#added++ % recordsPerCheck === 0) await this.#tidy(files, month);
    // One after the other: requests that end together would each read the whole month.
    const check = this.#checks.then(() => this.#checkBudget(files, month, use, new TextEncoder().encode(line).length));
    this.#checks = check.catch(() => undefined);
    await check;
  }

  /** Tells once a month that the budget was reached. @param bytes size of the line of this use */
  async #checkBudget(files: FolderFiles, month: string, use: UsageRecord, bytes: number): Promise<void> {
    const budget = setting('switchyard.usage.budget');
    if (budget === 0 || this.#reported === month) return;
    const { addCost, checkBudget } = await import('./usage-budget.ts');
    const name = this.#fileOf(month);
    const { size } = await files.stat(name);
    const spent = this.#spent;
    if (spent?.month === month && spent.size + bytes === size) {
      spent.size = size;
      addCost(spent.costs, use);
    } else if (spent?.month !== month || spent.size !== size) {
      // Another window has added to the file, or this is the first use of the month here.
      const costs = new Map<string, number>();
      for (const record of (await readFile(files, name)).records) addCost(costs, record);
      this.#spent = { month, size, costs };
    }
    const { costs } = this.#spent ?? { costs: new Map() };
    if (await checkBudget(costs, budget, files, `${this.#prefix}${month}.notified`)) this.#reported = month;
  }

  /** Loads the records, oldest month first. @param from the first month, such as `2026-11` @throws file system errors */
  async load(from = ''): Promise<LoadedUsage> {
    const files = await this.#open();
    const names = (await this.#names(files)).filter((name) => name >= this.#prefix + from);
    const months = await Promise.all(names.map((name) => readFile(files, name)));
    return {
      records: months.flatMap(({ records }) => records),
      skipped: months.reduce((sum, { skipped }) => sum + skipped, 0),
    };
  }

  #fileOf(month: string): string {
    return `${this.#prefix}${month}.jsonl`;
  }

  #masked(text: string): string {
    return this.#key.replace(text.slice(0, 200), '•••');
  }

  async #names(files: FolderFiles): Promise<readonly string[]> {
    return (await files.list()).filter((name) => name.startsWith(this.#prefix) && fileName.test(name)).sort();
  }

  /** Deletes the oldest months if all are too large, but never the current one. */
  async #tidy(files: FolderFiles, month: string): Promise<void> {
    let bytes = 0;
    for (const name of (await this.#names(files)).toReversed()) {
      bytes += (await files.stat(name).catch(() => ({ size: 0 }))).size;
      if (bytes <= maxUsageBytes) continue;
      if (name === this.#fileOf(month)) this.#full = month;
      else await files.delete(name);
    }
  }
}

async function readFile(files: FolderFiles, name: string): Promise<LoadedUsage> {
  const bytes = await files.read(name);
  const values = valuesOf(new TextDecoder().decode(bytes).trim());
  const records = values.filter(isUsage);
  return { records, skipped: values.length - records.length };
}

/** Returns the value of each line; undefined for an invalid one. */
function valuesOf(text: string): readonly unknown[] {
  try {
    // All lines at once, because each call of the parser costs as much as its line.
    return JSON.parse(`[${text.replaceAll('\n', ',')}]`);
  } catch {
    const lines = text.split('\n').filter((line) => line !== '');
    return lines.map(parseJson);
  }
}

const isAmount = (value: unknown): boolean => value === undefined || isNumber(value);

/** Checked by hand: a parser of `shared/parse.ts` takes five times as long for 100,000 records. */
function isUsage(value: unknown): value is UsageRecord {
  if (!isRecord(value)) return false;
  const { at, currency, estimated } = value;
  return (
    isNumber(at) &&
    Math.abs(at) <= 8.64e15 &&
    isText(value.model) &&
    isText(value.workspace) &&
    features.has(value.feature) &&
    (currency === undefined || isText(currency)) &&
    (estimated === undefined || typeof estimated === 'boolean') &&
    isAmount(value.input) &&
    isAmount(value.output) &&
    isAmount(value.images) &&
    isAmount(value.characters) &&
    isAmount(value.minutes) &&
    isAmount(value.cost)
  );
}

/** Deletes the records of all connections. @returns what restores them; undefined if there were none @throws file system errors */
export async function forgetUsage(files: FolderFiles): Promise<(() => void) | undefined> {
  const names = (await files.list()).filter((name) => /\.(jsonl|notified)$/.test(name));
  const texts: (readonly [name: string, text: string])[] = [];
  for (const name of names) texts.push([name, new TextDecoder().decode(await files.read(name))]);
  for (const name of names) await files.delete(name);
  if (names.length === 0) return undefined;
  // Appended, because requests may have been recorded meanwhile.
  return () => {
    for (const [name, text] of texts) files.log(name).append(text);
  };
}
