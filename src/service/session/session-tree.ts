/** Base class of the list views of the service: shows the rows of the active account. */
import { type Disposable, l10n } from 'vscode';
import { commands } from '../../shared/generated/names.ts';
import { ListTree, type ListTreeOptions } from '../../shared/list/list-tree.ts';
import { CommandRow, type Row } from '../../shared/list/row.ts';
import { inert, oneLine } from '../../shared/text/format.ts';
import { untilText } from '../api/errors/error-text.ts';
import { type Accounts, SignedOutError } from './accounts/accounts.ts';
import type { ServiceSession } from './session.ts';

export abstract class SessionTree<R extends Row> extends ListTree<R> {
  readonly #accounts: Accounts;
  /** Until when the requests of the session wait, in epoch milliseconds. */
  #waitsUntil: number | undefined;

  constructor(accounts: Accounts, options: Omit<ListTreeOptions<R>, 'accounts'>) {
    super({ ...options, accounts });
    this.#accounts = accounts;
    this.showEach(({ onDidWait }) => {
      this.#waitsUntil = undefined;
      return onDidWait((until) => {
        this.#waitsUntil = until;
        this.updateHeader();
      });
    });
  }

  protected override nextSteps(): readonly Row[] {
    const { kind } = this.session.state;
    const again = new CommandRow(commands.retryConnection, l10n.t('Try Again'), 'refresh');
    const signIn = new CommandRow(commands.signIn, l10n.t('Sign In Again'), 'key');
    const change = new CommandRow(commands.signIn, l10n.t('Change Connection'), 'plug');
    const showLog = new CommandRow(commands.showLog, l10n.t('Show Log'), 'output');
    if (kind === 'unauthorized') return [signIn, showLog];
    return kind === 'unreachable' ? [again, change, showLog] : [again, showLog];
  }

  protected override get firstDescription(): string {
    const until = untilText(this.#waitsUntil);
    if (until !== undefined) return l10n.t('Limited until {0}', until);
    return l10n.t('Connecting to {0}…', inert(oneLine(this.session.name, 60)));
  }

  /** Calls `show` with each session; what it returns is disposed of when the session ends. */
  protected showEach(show: (session: ServiceSession) => Disposable): void {
    this.register(this.#accounts.forEachSession(show));
  }

  /** The session whose list is shown. @throws SignedOutError */
  protected get session(): ServiceSession {
    const { session } = this.#accounts;
    if (session === undefined) throw new SignedOutError();
    return session;
  }

  /** Like `session`, but undefined if signed out. */
  protected get active(): ServiceSession | undefined {
    return this.#accounts.session;
  }
}
