import { env, l10n } from 'vscode';
import { exactTime } from '../shared/format.ts';
import { describeFailure } from '../shared/messages.ts';

/** Why a picture is not of now. @param seenAt epoch milliseconds of the last good answer @param error why there is no newer one */
export function staleNote(seenAt: number, error: unknown): string {
  return l10n.t(
    'Last updated {0}. {1}',
    exactTime(new Date(seenAt).toISOString(), env.language),
    describeFailure(error),
  );
}
