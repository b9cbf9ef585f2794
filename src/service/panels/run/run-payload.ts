/** The kept payload that started a run: what the page shows of it, and how two differ. */
import { l10n } from 'vscode';
import { knownValue } from '../../../shared/knowledge.ts';
import { log } from '../../../shared/log.ts';
import { byteSize, exactTime, plainText, shortTime } from '../../../shared/text/format.ts';
import { prettyJsonText } from '../../../shared/text/pretty-json.ts';
import type { ServiceSession } from '../../session/session.ts';
import type { Payload, Workflows } from '../../workflows/index.ts';
import type { PayloadView } from '../messages.ts';

export type RunPayload = Pick<Payload, 'at' | 'isProbable' | 'body' | 'status' | 'response'>;

/** In characters. */
const longestBody = 20_000;
/** Lines of a difference that are shown of each side. */
const maxLines = 20;

/** Returns undefined if none is kept, or if it can't be read. */
export async function payloadOfRun(
  { session, workflows }: { readonly session: ServiceSession; readonly workflows: Pick<Workflows, 'payloads'> },
  run: string,
): Promise<RunPayload | undefined> {
  try {
    return knownValue(await (await workflows.payloads()).ofRun(session.credentials.id, run));
  } catch (error) {
    log().warn("Payloads couldn't be read.", error);
    return undefined;
  }
}

/** @param before the payload of the run that is compared @param isIncluded whether the text for a model has it */
export function payloadView(payload: RunPayload, before: RunPayload | undefined, isIncluded: boolean): PayloadView {
  const { at, body, status, response } = payload;
  const sent = new Date(at).toISOString();
  const time = exactTime(sent);
  return {
    time: shortTime(sent, Date.now()),
    sent: payload.isProbable ? l10n.t('Probably sent from here, {0}', time) : l10n.t('Sent from here, {0}', time),
    size: byteSize(new TextEncoder().encode(body).length),
    body: plainText(prettyJsonText(body) ?? body, longestBody),
    ...(before === undefined ? { comparison: '', before: '', after: '' } : compare(before.body, body)),
    result: status === undefined ? l10n.t('No complete response') : l10n.t('Status {0}', status),
    response: plainText(prettyJsonText(response) ?? response, longestBody),
    isIncluded,
  };
}

/** Compares two bodies, however their values are laid out. Shows the lines from the first that differs to the last. */
function compare(one: string, other: string): Pick<PayloadView, 'comparison' | 'before' | 'after'> {
  const [before, after] = [one, other].map((body) => (prettyJsonText(body) ?? body).split('\n')) as [
    string[],
    string[],
  ];
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  if (start === shorter && before.length === after.length)
    return { comparison: l10n.t('The same in both runs'), before: '', after: '' };
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const lines = (all: readonly string[]) => {
    const changed = all.slice(start, all.length - end);
    const more = changed.length > maxLines ? ['…'] : [];
    return plainText([...changed.slice(0, maxLines), ...more].join('\n'), 4000);
  };
  return { comparison: l10n.t('Differs from line {0}', start + 1), before: lines(before), after: lines(after) };
}
