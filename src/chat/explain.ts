/** What went wrong with an answer, in the user's words. */
import { l10n } from 'vscode';
import { SignedOutError } from '../account/index.ts';
import { apiErrorOf } from '../api/index.ts';
import { plainText } from '../shared/format.ts';
import { describeError, describeFailure } from '../shared/messages.ts';
import type { Explain } from './session.ts';
import type { Problem } from './transcript.ts';

export const explain: Explain = {
  error: (error) => problem(error.kind, describeError(error)),
  thrown: (thrown) => {
    const error = apiErrorOf(thrown);
    if (error) return explain.error(error);
    if (thrown instanceof SignedOutError)
      return problem('signedOut', l10n.t('Nobody is signed in. Sign in, then try again.'));
    return problem('unexpected', describeFailure(thrown));
  },
  interrupted: () => problem('interrupted', l10n.t('The editor was closed while this answer was arriving.')),
};

function problem(cause: string, text: string): Problem {
  return { cause, text: plainText(text) };
}
