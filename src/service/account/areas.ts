/** What a key can do. A key may be valid, although the service denies one area, or fails in it. */
import { l10n } from 'vscode';
import { describeError } from '../api/errors/error-text.ts';
import { type ApiClient, type ApiError, apiErrorOf } from '../api/index.ts';

export interface Area {
  readonly name: string;
  /** Why it isn't available; undefined if it is. */
  readonly error: ApiError | undefined;
}

/** Sends one request to each area of the service. Rejects only if the signal is aborted or for our own mistakes. */
export function checkAreas(client: ApiClient, signal: AbortSignal): Promise<readonly Area[]> {
  // A row that can't be read says nothing about the key.
  const options = { signal, onUnreadable: () => undefined };
  return Promise.all([
    areaOf(l10n.t('Workflows'), client.listWorkflows(options)),
    areaOf(l10n.t('Runs'), client.listExecutions({ limit: 1 }, options)),
    areaOf(l10n.t('Models'), client.models(options)),
  ]);
}

async function areaOf(name: string, request: Promise<unknown>): Promise<Area> {
  try {
    await request;
    return { name, error: undefined };
  } catch (thrown) {
    const error = apiErrorOf(thrown);
    if (error === undefined || error.kind === 'canceled') throw thrown;
    return { name, error };
  }
}

/** `Workflows: available · Runs: The service denied this request … · Models: available` */
export function areasText(areas: readonly Area[]): string {
  const stateOf = ({ error }: Area) => (error === undefined ? l10n.t('available') : describeError(error));
  return areas.map((area) => `${area.name}: ${stateOf(area)}`).join(' · ');
}
