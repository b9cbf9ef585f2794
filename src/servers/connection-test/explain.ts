/** What went wrong in a connection test, and what to do about it, in a sentence or two. */
import { l10n } from 'vscode';
import type { TestFailure } from './failure.ts';

export function explainFailure(failure: TestFailure): string {
  switch (failure.kind) {
    case 'notFound':
      return l10n.t('There is no program {0} on the PATH. Install it, or write the full path.', failure.command);
    case 'notAllowed':
      return l10n.t('{0} cannot be started: it is not a program, or may not be run.', failure.command);
    case 'noFolder':
      return l10n.t('The working directory {0} does not exist.', failure.cwd);
    case 'exited':
      return failure.code === null
        ? l10n.t('The server was ended by {0} before it answered.', failure.signal ?? l10n.t('a signal'))
        : l10n.t('The server ended with exit code {0} before it answered.', failure.code);
    case 'noProtocol':
      return l10n.t('What the server writes to standard output is not MCP: {0}', failure.said);
    case 'badUrl':
      return l10n.t(
        '{0} is not an address that can be asked: it needs http or https, and no variable left open.',
        failure.url,
      );
    case 'unreachable':
      return l10n.t(
        '{0} does not answer ({1}). Is the server running, and the address right?',
        failure.host,
        failure.code,
      );
    case 'unauthorized':
      return failure.signsIn
        ? l10n.t(
            'The server asks for a sign-in ({0}). The agent signs in with OAuth by itself; a test cannot.',
            failure.status,
          )
        : l10n.t(
            'The server refuses the credentials ({0}). Check the headers and the variables in them.',
            failure.status,
          );
    case 'missing':
      return l10n.t('There is nothing at this address ({0}). Check the path: most servers use /mcp.', failure.status);
    case 'wrongTransport':
      return failure.used === 'http'
        ? l10n.t('This address does not speak streamable HTTP. Try "type": "sse".')
        : l10n.t('This address does not send server-sent events. Try "type": "http".');
    case 'redirected':
      return l10n.t(
        'The address leads on to {0}, where the headers of this file must not go. Write that address if it is the right one.',
        failure.host,
      );
    case 'http':
      return l10n.t('The server failed with status {0}.', failure.status);
    case 'timeout':
      return l10n.t(
        'No answer within {0} seconds ({1}). "timeout" in the file sets how long to wait.',
        failure.seconds,
        failure.step,
      );
    case 'cancelled':
      return l10n.t('Cancelled.');
    case 'refused':
      return l10n.t('The server refused: {0}', failure.message);
  }
}
