/** JSON bodies for webhooks: one editable document per workflow, stored in the workspace state. */
import { CodeLens, l10n, languages, type Memento, Range, type TextDocument, Uri, window, workspace } from 'vscode';
import { DisposableStore } from '../../../shared/disposable.ts';
import { TextFileSystem, type TextStore } from '../../../shared/editing/text-file-system.ts';
import { commands } from '../../../shared/generated/names.ts';

export const bodyScheme = 'switchyard-webhook';

const emptyBody = '{}\n';
const keyOf = (workflow: string) => `switchyard.webhook.body.${workflow}`;

const sendCommand = () => ({ command: commands.workflows.editWebhookBody, title: l10n.t('$(play) Send to Webhook…') });

/** A file system with one file per workflow. Saving the document stores the body. */
export class WebhookBodies extends DisposableStore implements TextStore {
  readonly #memory: Memento;

  constructor(memory: Memento) {
    super();
    this.#memory = memory;
    this.registerAll(
      new TextFileSystem(bodyScheme, async () => this),
      languages.registerCodeLensProvider(
        { scheme: bodyScheme },
        { provideCodeLenses: () => [new CodeLens(new Range(0, 0, 0, 0), sendCommand())] },
      ),
    );
  }

  /** Returns the body of a workflow's webhook that was saved last. */
  read(workflow: string): string {
    const value = this.#memory.get<unknown>(keyOf(workflow));
    return typeof value === 'string' ? value : emptyBody;
  }

  /** @param name shown in the tab; untrusted text */
  async open(workflow: string, name: string): Promise<TextDocument> {
    const file = `${name.replace(/[/\\?#:]/g, '-')}.webhook.json`;
    const uri = Uri.from({ scheme: bodyScheme, path: `/${file}`, query: workflow });
    const document = await workspace.openTextDocument(uri);
    await window.showTextDocument(document, { preview: false });
    return document;
  }

  load({ query }: Uri): string {
    return this.read(query);
  }

  async store({ query }: Uri, text: string): Promise<void> {
    await this.#memory.update(keyOf(query), text);
  }
}
