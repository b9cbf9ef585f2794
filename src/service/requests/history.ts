/** Recently sent requests, newest first, without keys. */
import { l10n, type Memento, type QuickPickItem, QuickPickItemKind, type Uri, window } from 'vscode';
import { isNumber } from '../../../common/guards.ts';
import { looksSecret, namesSecret } from '../../../common/text/secrets.ts';
import { showInformation } from '../../shared/notifications.ts';
import { inert, oneLine, relativeTime } from '../../shared/text/format.ts';
import { number, type Parsed, record, text, validOf, where } from '../../shared/text/parse.ts';
import { type RequestDocuments, requestName } from './documents.ts';
import { requestLineOf } from './parse-request.ts';

const sentRequests = validOf(
  record({
    text,
    /** Method and path, such as `GET /keys`. */
    what: text,
    status: number,
    /** Epoch milliseconds. */
    at: where((value): value is number => isNumber(value) && !Number.isNaN(new Date(value).getTime())),
    /** The connection's name. */
    connection: text,
  }),
);
export type SentRequest = Parsed<typeof sentRequests>[number];

const storageKey = 'switchyard.requests';
const maxRequests = 50;
const maxTextLength = 20_000;
const namedLine = /^([ \t]*([\w-]+)[ \t]*:)(.*)$/gm;
/** Names that may indicate a secret. */
const secretName = /auth|cookie|key|password|secret|token/i;

type Item = QuickPickItem & { readonly request?: string | Uri; readonly clear?: true };

export class RequestHistory {
  readonly #memory: Memento;

  constructor(memory: Memento) {
    this.#memory = memory;
  }

  get all(): readonly SentRequest[] {
    return sentRequests(this.#memory.get<unknown>(storageKey));
  }

  /**
   * Stores a request, and replaces an equal one. A request that contains the API key or is very long isn't stored. Of
   * headers that may contain a secret, and of lines of a body that do, only the name is stored.
   */
  async add(sent: SentRequest, apiKey: string): Promise<void> {
    const headers = headersEnd(sent.text);
    const kept = sent.text.replace(namedLine, (line, start: string, name: string, value: string, at: number) =>
      secretName.test(name) && (at < headers || namesSecret(name) || looksSecret(value.trim())) ? start : line,
    );
    if (kept.includes(apiKey) || kept.length > maxTextLength) return;
    const others = this.all.filter((one) => one.text !== kept);
    await this.#memory.update(storageKey, [{ ...sent, text: kept }, ...others].slice(0, maxRequests));
  }

  async clear(): Promise<void> {
    await this.#memory.update(storageKey, undefined);
  }
}

/** Returns the offset of the empty line after the headers, or the length of the text. */
function headersEnd(request: string): number {
  const lines = request.split('\n');
  const first = requestLineOf(request) ?? 0;
  const end = lines.findIndex((line, index) => index > first && line.trim() === '');
  return end === -1 ? request.length : lines.slice(0, end).join('\n').length;
}

/** @returns the text of a sent request, a saved document, or undefined if the user canceled or cleared the history */
export async function pickRequest(
  history: RequestHistory,
  documents: RequestDocuments,
): Promise<string | Uri | undefined> {
  const sent: Item[] = history.all.map((one) => ({
    label: inert(oneLine(one.what)),
    description: `${one.status} · ${relativeTime(new Date(one.at).toISOString(), Date.now())}`,
    detail: inert(oneLine(one.connection)),
    request: one.text,
  }));
  const saved: Item[] = documents.saved.map(({ uri, text }) => ({
    label: inert(oneLine(text.split('\n')[requestLineOf(text) ?? 0] ?? '')),
    description: requestName(uri),
    request: uri,
  }));
  if (sent.length + saved.length === 0) {
    void showInformation(l10n.t('No requests sent yet.'));
    return undefined;
  }
  const items: Item[] = [
    ...sent,
    ...(saved.length > 0 ? [{ label: l10n.t('Saved documents'), kind: QuickPickItemKind.Separator }, ...saved] : []),
    { label: '', kind: QuickPickItemKind.Separator },
    { label: l10n.t('$(trash) Clear History'), alwaysShow: true, clear: true },
  ];
  const placeHolder = l10n.t('Select a request to reopen (last 50, saved without keys)');
  const chosen = await window.showQuickPick(items, { placeHolder, matchOnDescription: true });
  if (chosen?.clear) await Promise.all([history.clear(), documents.clear()]);
  return chosen?.request;
}
