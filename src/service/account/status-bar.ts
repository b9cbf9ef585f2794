/** Shows the state of the connection in the status bar. */
import { Disposable, l10n, StatusBarAlignment, ThemeColor, window } from 'vscode';
import { commands } from '../../shared/generated/names.ts';
import { inert, oneLine } from '../../shared/text/format.ts';
import { hover } from '../../shared/text/hover.ts';
import { describeError, withReason } from '../api/errors/error-text.ts';
import type { Accounts, ConnectionState } from '../session/accounts/accounts.ts';
import { defaultConnection, environmentBaseUrl, type NamedConnection } from '../session/accounts/connections.ts';

export function showConnectionStatus(accounts: Accounts): Disposable {
  const item = window.createStatusBarItem('switchyard.connection', StatusBarAlignment.Left, 0);
  item.name = l10n.t('Switchyard Connection');
  const show = (state: ConnectionState) => {
    // Who only edits config files needs no connection.
    if (state.kind === 'signedOut' && accounts.list.all.length === 0) return item.hide();
    const { icon, text, tooltip: about, command, warning } = appearance(state);
    const unused = unusedEnvironment(accounts.list.active);
    const tooltip = unused === undefined ? about : `${about}\n${unused}`;
    item.text = `$(${icon}) ${text}`;
    item.tooltip = hover(tooltip, [{ title: l10n.t('Manage Connections…'), command: commands.manageConnection }]);
    item.command = command;
    item.accessibilityInformation = { label: `${text}. ${tooltip}` };
    item.backgroundColor = warning ? new ThemeColor('statusBarItem.warningBackground') : undefined;
    item.show();
  };
  show(accounts.state);
  return Disposable.from(item, accounts.onDidChangeState(show));
}

/** Returns a note if SWITCHYARD_BASE_URL is set but invalid. */
export function invalidEnvironment(): string | undefined {
  const url = environmentBaseUrl();
  return url === undefined || url.ok
    ? undefined
    : l10n.t('SWITCHYARD_BASE_URL is invalid. It and SWITCHYARD_API_KEY are ignored. {0}', url.reason);
}

/**
 * Returns a note if SWITCHYARD_BASE_URL is invalid or the setting overrides it. Connections other than the default one
 * don't use the environment, so they have no note.
 */
export function unusedEnvironment(connection: NamedConnection | undefined): string | undefined {
  if (connection !== undefined && connection.id !== defaultConnection) return undefined;
  return (
    invalidEnvironment() ??
    (connection?.overridden &&
      l10n.t(
        'Using the switchyard.baseUrl setting. {0} from SWITCHYARD_BASE_URL and its key are ignored.',
        oneLine(connection.overridden.host),
      ))
  );
}

function appearance(state: ConnectionState) {
  const command = commands.manageConnection;
  if (state.kind === 'signedOut') {
    const tooltip = l10n.t('Not signed in. Select to connect to your service.');
    return { icon: 'debug-disconnect', text: 'Switchyard', tooltip, command };
  }
  const text = inert(oneLine(state.name));
  const place = state.name === state.host ? state.host : `${oneLine(state.name)} (${state.host})`;
  if (state.kind === 'unopened')
    return { icon: 'plug', text, tooltip: l10n.t('Not connected to {0} yet.', place), command };
  if (state.kind === 'unauthorized') {
    const tooltip = withReason(l10n.t('{0} rejected the API key. Select to sign in again.', place), state.error);
    return { icon: 'key', text, tooltip, command: commands.signIn, warning: true };
  }
  if (state.kind === 'unreachable') {
    const why = describeError(state.error);
    const tooltip = `${l10n.t("Couldn't reach {0}. Select to try again.", place)}\n${why}`;
    return { icon: 'warning', text, tooltip, command: commands.retryConnection, warning: true };
  }
  const tooltip =
    state.source === 'environment'
      ? l10n.t('Connected to {0} with the key from SWITCHYARD_API_KEY.', place)
      : l10n.t('Connected to {0}.', place);
  return { icon: 'plug', text, tooltip, command };
}
