/** Explains why a connection test failed and what to do about it, in one or two sentences. */
import * as l10n from '@vscode/l10n';
import { ohMyPiRevision } from '../protocol-revisions.ts';
import type { TestFailure } from './failure.ts';

export function explainFailure(failure: TestFailure): string {
  switch (failure.kind) {
    case 'notFound':
      return l10n.t("Couldn't find {0} on the PATH. Install it or use the full path.", failure.command);
    case 'notAllowed':
      return l10n.t(
        "Couldn't start {0}: it isn't an executable file, or you don't have permission to run it.",
        failure.command,
      );
    case 'noFolder':
      return l10n.t("The working directory {0} doesn't exist.", failure.cwd);
    case 'exited':
      return failure.code === null
        ? l10n.t('The server was terminated by {0} before it responded.', failure.signal ?? l10n.t('a signal'))
        : l10n.t('The server exited with code {0} before it responded.', failure.code);
    case 'noProtocol':
      return l10n.t("The server's standard output isn't valid MCP: {0}", failure.said);
    case 'badUrl':
      return l10n.t("{0} isn't a usable URL. Use http or https and set all its variables.", failure.url);
    case 'unreachable':
      return l10n.t(
        "{0} isn't responding ({1}). Check that the server is running and that the URL is correct.",
        failure.host,
        failure.code,
      );
    case 'insecure':
      return l10n.t('No secure connection to {0}. {1}', failure.host, failure.reason);
    case 'proxy':
      return withReason(
        l10n.t('The proxy refused the request. Check the proxy settings, or exclude this host from the proxy.'),
        failure.reason,
      );
    case 'crossOrigin':
      return failure.message;
    case 'signIn':
      return l10n.t(
        "The server needs sign-in (OAuth), which a connection test can't do. In Oh My Pi, run /mcp reauth {0}.",
        failure.name,
      );
    case 'unauthorized':
      return withReason(
        failure.hasCredentials
          ? l10n.t('The server rejected the credentials (401). Check the headers and their variables.')
          : l10n.t('The server requires credentials (401). Add them to "headers".'),
        failure.said,
      );
    case 'missing':
      return l10n.t('Nothing found at this URL ({0}). Check the path; most servers use /mcp.', failure.status);
    case 'wrongTransport':
      return failure.used === 'http'
        ? l10n.t('This URL supports neither streamable HTTP nor SSE. Check the path; most servers use /mcp.')
        : l10n.t(`This URL doesn't send server-sent events. Try "type": "http".`);
    case 'deprecatedTransport':
      return l10n.t(
        `This URL supports only the deprecated SSE transport. Use the server's URL for streamable HTTP. If it has none, set "type": "sse", which Oh My Pi still supports.`,
      );
    case 'redirected':
      return l10n.t(
        "The URL redirects to {0}. Headers from this file aren't sent to another origin. If the redirect is correct, use that URL.",
        failure.host,
      );
    case 'http':
      return withReason(httpText(failure.status), failure.said);
    case 'invalidResponse':
      return failure.isJson
        ? l10n.t("The server's response isn't a JSON-RPC message.")
        : l10n.t("The server's response isn't valid JSON.");
    case 'noCapabilities':
      return l10n.t(
        'The server\'s response to "initialize" has no "capabilities". Oh My Pi lists nothing of such a server.',
      );
    case 'noList':
      return l10n.t('The result of "{0}" has no list "{1}".', failure.method, failure.field);
    case 'endlessList':
      return l10n.t('The pages of "{0}" never end: Oh My Pi would wait forever.', failure.method);
    case 'interrupted':
      return l10n.t('The connection was interrupted: {0}', failure.message);
    case 'tooLarge':
      return l10n.t('A response of the server is larger than {0} MB.', failure.megabytes);
    case 'tooDeep':
      return l10n.t('A response of the server is nested too deeply, for example the schema of a tool.');
    case 'timeout':
      return l10n.t(
        `The server didn't respond within {0} s ({1}). To wait longer, set "timeout" in the file.`,
        failure.seconds,
        failure.step,
      );
    case 'revision':
      return revisionNote(failure.supported);
    case 'canceled':
      return l10n.t('Canceled.');
    case 'refused':
      return l10n.t('The server returned an error: {0}', failure.message);
  }
}

function httpText(status: number): string {
  if (status === 403) return l10n.t('The server denied access (403). Check the permissions of the credentials.');
  if (status === 429) return l10n.t('The server received too many requests (429). Try again later.');
  return l10n.t('The server failed with status {0}.', status);
}

/** @param said by the server; '' if it said nothing */
const withReason = (text: string, said: string): string => (said === '' ? text : l10n.t('{0} Reason: {1}', text, said));

/** Says which processes of the server outlive a test. */
export const survivorsNote = (survivors: readonly string[]): string =>
  l10n.t('The server left processes running: {0}.', survivors.join(', '));

/** Says what it means that a server was tested with the deprecated transport. */
export const sseNote = (): string =>
  l10n.t(
    'Uses the deprecated SSE transport. Oh My Pi still supports it, but other clients and newer servers may not. If the server has a URL for streamable HTTP, use that one with "type": "http".',
  );

/** Says that Oh My Pi can't use a server of these revisions of the protocol. */
export const revisionNote = (revisions: readonly string[]): string =>
  l10n.t(
    "Speaks only MCP {0}. Oh My Pi up to 18.8 speaks {1} and can't use this server.",
    revisions.join(', '),
    ohMyPiRevision,
  );
