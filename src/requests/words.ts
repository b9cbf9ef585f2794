/** The words of this room's pure parts, in the user's language. */
import { l10n } from 'vscode';
import { inert, oneLine } from '../shared/format.ts';
import type { BodyWords } from './answer.ts';
import type { Words } from './text.ts';

export const requestWords: Words = {
  empty: () => l10n.t('the request is empty. Enter a request such as GET /v1/workflows.'),
  requestLine: () =>
    l10n.t(
      'the first line must be a method (GET, POST, PUT, PATCH, DELETE, HEAD) and a path, such as GET /v1/workflows.',
    ),
  otherPlace: () => l10n.t('the path must start with a single /. Requests only go to the active connection.'),
  outside: () => l10n.t("the path can't contain . or .. segments that leave the base URL."),
  unencoded: () => l10n.t("the path must be percent-encoded and can't contain #."),
  header: (line) =>
    l10n.t(`"{0}" isn't a valid header. Use Name: value, and an empty line before the body.`, oneLine(inert(line), 60)),
  authorization: () =>
    l10n.t('remove the Authorization header. The API key of the active connection is added automatically.'),
  twice: (name) => l10n.t('duplicate header {0}.', name),
  bodyWithGet: (method) => l10n.t("a {0} request can't have a body.", method),
  notJson: () => l10n.t("the body isn't valid JSON. To send another format, add a Content-Type header."),
};

export const bodyWords: BodyWords = {
  empty: () => l10n.t('Empty response body.'),
  binary: (type, bytes, start) =>
    l10n.t('Binary content not shown: {0}, size in bytes: {1}, starts with {2}.', oneLine(type, 100), bytes, start),
  cut: (shown, all) => l10n.t('Truncated: showing {0} of {1} characters.', shown, all),
};
