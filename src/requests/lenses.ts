/** What stands above a request: sending it, to where, and the earlier ones. */
import { CodeLens, type CodeLensProvider, EventEmitter, l10n, Range, type TextDocument } from 'vscode';
import type { Connection } from '../account/index.ts';
import { commands } from '../shared/contract.ts';
import { Owner } from '../shared/disposable.ts';
import { inert, oneLine } from '../shared/format.ts';

export class RequestLenses extends Owner implements CodeLensProvider {
  readonly #connection: Connection;
  readonly #changed = this.own(new EventEmitter<void>());
  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor(connection: Connection) {
    super();
    this.#connection = connection;
    this.own(connection.onDidChange(() => this.#changed.fire()));
  }

  async provideCodeLenses(document: TextDocument): Promise<CodeLens[]> {
    const { requestLineOf } = await import('./text.ts');
    const line = requestLineOf(document.getText());
    if (line === undefined) return [];
    const current = await this.#connection.current();
    const range = new Range(line, 0, line, 0);
    const send = current
      ? { command: commands.sendRequest, title: l10n.t('$(play) Send to {0}', inert(oneLine(current.name))) }
      : { command: commands.signIn, title: l10n.t('$(sign-in) Sign in to send') };
    const earlier = { command: commands.requestHistory, title: l10n.t('$(history) History') };
    return [send, earlier].map((command) => new CodeLens(range, command));
  }
}
