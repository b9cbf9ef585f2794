/** Converts errors to the language model errors that VS Code distinguishes. */
import { CancellationError, LanguageModelError, l10n } from 'vscode';
import { inert } from '../../shared/text/format.ts';
import { describeError } from '../api/errors/error-text.ts';
import { apiErrorOf } from '../api/index.ts';
import { SignedOutError } from '../session/accounts/accounts.ts';

/** VS Code shows the message as Markdown, so links and icons in text from the service are escaped. */
export function languageModelError(thrown: unknown): Error {
  if (thrown instanceof SignedOutError)
    return LanguageModelError.NoPermissions(
      l10n.t('Not signed in to Switchyard. Run "Switchyard: Sign In", then try again.'),
    );
  const error = apiErrorOf(thrown);
  // All others are our own, or VS Code's.
  if (error === undefined) return thrown instanceof Error ? thrown : new Error(String(thrown));
  const text = inert(describeError(error));
  switch (error.kind) {
    case 'canceled':
      return new CancellationError();
    case 'unauthorized':
    case 'forbidden':
      return LanguageModelError.NoPermissions(text);
    case 'notFound':
      return LanguageModelError.NotFound(text);
    case 'balance':
    case 'subscriptionLimit':
    case 'rateLimited':
      return LanguageModelError.Blocked(text);
    default:
      return new Error(text);
  }
}
