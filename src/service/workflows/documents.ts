/** Versions of workflows, and responses of their webhooks, as read-only documents. */
import { l10n, commands as registry } from 'vscode';
import { DisposableStore } from '../../shared/disposable.ts';
import { oneLine } from '../../shared/format.ts';
import { prettyJson } from '../../shared/pretty-json.ts';
import { ReadOnlyDocuments } from '../../shared/read-only-documents.ts';
import type { VersionDetails } from '../api/records.ts';
import type { Accounts } from '../session/accounts.ts';

export interface VersionName {
  readonly id: string;
  readonly display_name: string;
}

export class WorkflowDocuments extends DisposableStore {
  readonly #versions: ReadOnlyDocuments;
  readonly #responses = this.own(
    new ReadOnlyDocuments({
      scheme: 'switchyard-webhook-response',
      extension: '.txt',
      missing: l10n.t('This response is no longer available.'),
    }),
  );
  #lastResponse = 0;

  constructor(accounts: Accounts) {
    super();
    this.#versions = this.own(
      new ReadOnlyDocuments({
        scheme: 'switchyard-version',
        extension: '.json',
        read: async (id) => versionText(await (await accounts.require()).versions.detail(id)),
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

  /** Shows a diff of two versions' details, with the earlier one on the left. */
  async compareVersions(left: VersionName, right: VersionName): Promise<void> {
    const title = l10n.t('{0} ↔ {1}', oneLine(left.display_name, 40), oneLine(right.display_name, 40));
    await registry.executeCommand(
      'vscode.diff',
      this.#versions.address(left.id, left.display_name),
      this.#versions.address(right.id, right.display_name),
      title,
    );
  }
}

/**
 * Returns a version as JSON, ordered so that a diff of two versions starts with the most important properties: message,
 * parent, and state first, times and ID last.
 */
export function versionText(version: VersionDetails): string {
  const { commit_message, parent, state, display_name, revision, created_at, updated_at, id, ...rest } = version;
  const first = { commit_message, parent: parent && parentOf(parent), state, display_name, revision };
  return prettyJson({ ...first, ...rest, created_at, updated_at, id });
}

function parentOf({
  display_name,
  revision,
  state,
  created_at,
  id,
  uid,
  ...rest
}: NonNullable<VersionDetails['parent']>) {
  return { display_name, revision, state, ...rest, created_at, id, uid };
}
