/** What is offered when something went wrong; each is one of the host's fixed commands. */

import { l10n } from '../../shared/webview/l10n.ts';
import type { PanelAction, ToHost } from '../messages.ts';

export interface Remedy {
  readonly message: ToHost;
  readonly label: string;
}

/**
 * @param cause an `ApiErrorKind` or one of our own; one that is not known here has no remedy but another try
 * @param id the answer that failed
 */
export function remedyFor(cause: string, id: string): Remedy | undefined {
  const run = (action: PanelAction, label: string): Remedy => ({ message: { kind: 'run', action }, label });
  switch (cause) {
    case 'signedOut':
    case 'unauthorized':
      return run('signIn', l10n.t('Sign In'));
    case 'balance':
    case 'subscriptionLimit':
      return run('manageConnection', l10n.t('Use Another Connection'));
    case 'forbidden':
    case 'notFound':
    case 'validation':
    case 'invalidBody':
      return { message: { kind: 'turn', action: 'retryWith', id }, label: l10n.t('Choose Another Model') };
    case 'unexpected':
    case 'badResponse':
      return run('showLog', l10n.t('Show Log'));
    default:
      return undefined;
  }
}
