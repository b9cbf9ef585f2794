/** What went wrong with an answer, in the user's words. */
import { l10n } from 'vscode';
import { SignedOutError } from '../account/index.ts';
import { type ApiError, apiErrorOf } from '../api/index.ts';
import { duration, plainText } from '../shared/format.ts';
import { describeError, describeFailure } from '../shared/messages.ts';
import type { Explain } from './session.ts';
import type { Problem } from './transcript.ts';

export const explain: Explain = {
  error: (error) => problem(error.kind, inTheMiddle(error)),
  thrown: (thrown) => {
    const error = apiErrorOf(thrown);
    if (error) return problem(error.kind, describeError(error));
    if (thrown instanceof SignedOutError)
      return problem('signedOut', l10n.t('Nobody is signed in. Sign in, then try again.'));
    return problem('unexpected', describeFailure(thrown));
  },
  interrupted: () => problem('interrupted', l10n.t('The editor was closed while this answer was arriving.')),
};

/** A service that has begun to answer was reached, so its loss is another matter than a wrong address. */
function inTheMiddle(error: ApiError): string {
  if (error.kind === 'network') return l10n.t('The connection was lost while this answer was arriving.');
  if (error.kind === 'timeout') return l10n.t('Nothing more came for {0}.', duration(error.timeoutMs / 1000));
  return describeError(error);
}

function problem(cause: string, text: string): Problem {
  return { cause, text: plainText(text) };
}
