/** The state of the connection as the panels show it. */
import { l10n } from 'vscode';
import type { ConnectionState } from '../service/accounts.ts';
import { describeError } from '../shared/messages.ts';
import type { ConnectionView } from './messages.ts';

export function viewOf(state: ConnectionState): ConnectionView {
  switch (state.kind) {
    case 'signedOut':
    case 'connected':
      return { kind: state.kind, text: '' };
    case 'unauthorized':
      return { kind: state.kind, text: l10n.t('{0} rejected the API key. The key is invalid or expired.', state.host) };
    case 'unreachable':
      return { kind: state.kind, text: describeError(state.error) };
  }
}
