/** The words of this room's pure parts, in the user's language. */
import { l10n } from 'vscode';
import { inert, oneLine } from '../shared/format.ts';
import type { BodyWords } from './answer.ts';
import type { Words } from './text.ts';

export const requestWords: Words = {
  empty: () => l10n.t('there is no request. Write one such as GET /v1/workflows.'),
  requestLine: () =>
    l10n.t(
      'the first line must be a method (GET, POST, PUT, PATCH, DELETE, HEAD) and a path, such as GET /v1/workflows.',
    ),
  otherPlace: () =>
    l10n.t('the path must begin with one /. A request goes to the connection in use and to no other address.'),
  outside: () => l10n.t('the path must not hold the steps . or .. that lead out of the base URL.'),
  unencoded: () => l10n.t('the path must be percent-encoded, and without a #.'),
  header: (line) =>
    l10n.t('"{0}" is no header. Write Name: value, and an empty line before the body.', oneLine(inert(line), 60)),
  authorization: () =>
    l10n.t('an Authorization header cannot be written here. The key of the connection in use is added by itself.'),
  twice: (name) => l10n.t('the header {0} stands there twice.', name),
  bodyWithGet: (method) => l10n.t('a {0} has no body.', method),
  notJson: () => l10n.t('the body is not valid JSON. To send another text, say what it is with a Content-Type header.'),
};

export const bodyWords: BodyWords = {
  empty: () => l10n.t('No body.'),
  binary: (type, bytes, start) =>
    l10n.t('Not text, and not shown: {0}, {1} bytes that begin with {2}.', oneLine(type, 100), bytes, start),
  cut: (shown, all) => l10n.t('Cut here: {0} of {1} characters are shown.', shown, all),
};
