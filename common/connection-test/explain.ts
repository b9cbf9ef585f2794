/** Explains why a connection test failed and what to do about it, in one or two sentences. */
import * as l10n from '@vscode/l10n';
import type { TestFailure } from './failure.ts';
import { agentRevision } from './result.ts';

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
    case 'crossOrigin':
      return failure.message;
    case 'unauthorized':
      return failure.signsIn
        ? l10n.t(
            "The server requires sign-in ({0}). Oh My Pi signs in with OAuth; a connection test can't.",
            failure.status,
          )
        : l10n.t('The server rejected the credentials ({0}). Check the headers and their variables.', failure.status);
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
      return l10n.t('The server failed with status {0}.', failure.status);
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

/** Says which processes may outlive a test. */
export const survivorsNote = (survivors: readonly string[]): string =>
  l10n.t('The server may have left processes running: {0}.', survivors.join(', '));

/** Says what it means that a server was tested with the deprecated transport. */
export const sseNote = (): string =>
  l10n.t(
    'Uses the deprecated SSE transport. Oh My Pi still supports it, but other clients and newer servers may not. If the server has a URL for streamable HTTP, use that one with "type": "http".',
  );

/** Says that the agent can't use a server of these revisions of the protocol. */
export const revisionNote = (revisions: readonly string[]): string =>
  l10n.t(
    "Speaks only MCP {0}. Oh My Pi up to 18.8 speaks {1} and can't use this server.",
    revisions.join(', '),
    agentRevision,
  );
