/** Versions of workflows, and responses of their webhooks, as read-only documents. */
import { l10n, commands as registry } from 'vscode';
import { DisposableStore } from '../../shared/disposable.ts';
import { ReadOnlyDocuments } from '../../shared/editing/read-only-documents.ts';
import { oneLine } from '../../shared/text/format.ts';
import { prettyJson } from '../../shared/text/pretty-json.ts';
import type { Accounts } from '../session/accounts/accounts.ts';
import { versionText } from './appearance.ts';

export interface VersionName {
  readonly id: string;
  readonly display_name: string;
}

export class WorkflowDocuments extends DisposableStore {
  readonly #versions: ReadOnlyDocuments;
  readonly #comparedVersions: ReadOnlyDocuments;
  readonly #responses = this.register(
    new ReadOnlyDocuments({
      scheme: 'switchyard-webhook-response',
      extension: '.txt',
      missing: l10n.t('This response is no longer available.'),
    }),
  );
  #lastResponse = 0;

  constructor(accounts: Accounts) {
    super();
    const detail = async (id: string) => (await accounts.require()).versions.detail(id);
    this.#versions = this.register(
      new ReadOnlyDocuments({
        scheme: 'switchyard-version',
        onDidLeave: accounts.onDidLeaveSession,
        extension: '.json',
        read: async (id) => prettyJson(await detail(id)),
      }),
    );
    this.#comparedVersions = this.register(
      new ReadOnlyDocuments({
        scheme: 'switchyard-version-text',
        onDidLeave: accounts.onDidLeaveSession,
        extension: '.txt',
        read: async (id) => versionText(await detail(id)),
      }),
    );
  }

  /** Shows the response of a webhook. */
  openResponse(name: string, text: string): Promise<unknown> {
    return this.#responses.show(text, l10n.t('Response {0} from {1}', ++this.#lastResponse, name), { preview: true });
  }

  openVersion(version: VersionName): Promise<unknown> {
    return this.#versions.open(version.id, version.display_name);
  }

  /** Shows a diff of what two versions say, with the earlier one on the left. */
  async compareVersions(left: VersionName, right: VersionName): Promise<void> {
    const title = l10n.t('{0} ↔ {1}', oneLine(left.display_name, 40), oneLine(right.display_name, 40));
    await registry.executeCommand(
      'vscode.diff',
      this.#comparedVersions.address(left.id, left.display_name),
      this.#comparedVersions.address(right.id, right.display_name),
      title,
    );
  }
}
