/** The account: the connection, its commands, and its status bar item. */
import { authentication, type Disposable, type ExtensionContext, l10n, commands as registry, window } from 'vscode';
import { accountProviderId, commands } from '../shared/contract.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { registerAccountCommands } from './commands.ts';
import { Connection } from './connection.ts';
import { AccountProvider } from './provider.ts';
import { ConnectionStatus } from './status-bar.ts';

export { Connection, type ConnectionState, SignedOutError } from './connection.ts';
export { ensureSignedIn } from './ensure-signed-in.ts';

export class Account extends DisposableStore implements Disposable {
  readonly connection: Connection;
  readonly provider: AccountProvider;
  /** A rejected key is reported only once, however many calls fail. */
  #announced = false;

  constructor(context: ExtensionContext) {
    super();
    this.connection = this.own(new Connection(context));
    this.own(new ConnectionStatus(this.connection));
    this.provider = this.own(new AccountProvider(this.connection));
    this.own(
      authentication.registerAuthenticationProvider(accountProviderId, 'Switchyard', this.provider, {
        supportsMultipleAccounts: true,
      }),
    );
    for (const command of registerAccountCommands(this.connection)) this.own(command);
    this.own(
      this.connection.onDidChange((state) => {
        if (state.kind === 'unauthorized') void this.#promptToSignIn(state.host);
        else if (state.kind === 'connected' || state.kind === 'signedOut') this.#announced = false;
      }),
    );
  }

  async #promptToSignIn(host: string): Promise<void> {
    if (this.#announced) return;
    this.#announced = true;
    const again = l10n.t('Sign In');
    const chosen = await window.showWarningMessage(
      l10n.t('{0} rejected the API key. The key is invalid or expired.', host),
      again,
    );
    if (chosen === again) await registry.executeCommand(commands.signIn);
  }
}
