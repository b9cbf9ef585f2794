/** What is offered when something went wrong; each is one of the host's fixed commands. */

import { l10n } from '../../shared/webview/l10n.ts';
import type { PanelAction } from '../messages.ts';

export interface Remedy {
  readonly action: PanelAction;
  readonly label: string;
}

/** @param cause an `ApiErrorKind` or one of our own; one that is not known here has no remedy but another try */
export function remedyFor(cause: string): Remedy | undefined {
  switch (cause) {
    case 'signedOut':
    case 'unauthorized':
      return { action: 'signIn', label: l10n.t('Sign In') };
    case 'notFound':
    case 'validation':
    case 'invalidBody':
      return { action: 'chooseModel', label: l10n.t('Choose Another Model') };
    case 'unexpected':
    case 'badResponse':
      return { action: 'showLog', label: l10n.t('Show Log') };
    default:
      return undefined;
  }
}
