/** Move Servers to .mcp.json…: shows what changes as a diff with a report, then applies it as one edit. */
import {
  l10n,
  Position,
  type QuickPickItem,
  commands as registry,
  Uri,
  ViewColumn,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import type { ServerMigration } from '../../../../common/messages/tool-servers.ts';
import { withCancellableProgress } from '../../../shared/cancellable.ts';
import { DisposableStore } from '../../../shared/disposable.ts';
import { closeTabs, statIfExists } from '../../../shared/editing/files.ts';
import { ReadOnlyDocuments } from '../../../shared/editing/read-only-documents.ts';
import { applyEdit, type EditedFile, offerUndoOf } from '../../../shared/editing/workspace-edit.ts';
import { showInformation, showWarning } from '../../../shared/notifications.ts';
import { inert, oneLine, plainText } from '../../../shared/text/format.ts';
import type { ConfigLanguage } from '../../client/index.ts';
import type { ServerStore } from '../store.ts';
import { applyFileEdits, type FileEdit, fileEdits, hasUnsavedChanges, keepsChanging, maxAttempts } from './edit.ts';

/** Maximum length of a report, in characters. */
const longestReport = 500_000;

/** A migration, with the edits of `.mcp.json` for its current text; undefined if it has the servers already. */
interface Preview {
  readonly migration: ServerMigration;
  readonly target: FileEdit | undefined;
}

export class Migrations extends DisposableStore {
  readonly #config: ConfigLanguage;
  readonly #store: ServerStore;
  readonly #documents = this.register(new ReadOnlyDocuments({ scheme: 'switchyard-migration' }));

  constructor(config: ConfigLanguage, store: ServerStore) {
    super();
    this.#config = config;
    this.#store = store;
  }

  async run(): Promise<void> {
    const preview = await this.#prepare();
    if (preview === undefined) return;
    const { migration } = preview;
    if (migration.moved.length === 0) {
      await this.#showReport(migration);
      const message = l10n.t('No tool server in {0} can be moved to .mcp.json.', migration.source.label);
      void showWarning(`${message} ${l10n.t('The report says why.')}`);
      return;
    }
    const shown = await this.#show(preview);
    const choice = await chooseSourceChange(migration);
    await closeTabs(shown);
    if (choice !== undefined) await this.#move(preview, choice);
  }

  /** Asks for the source. Undefined if the user cancels. */
  async #prepare(): Promise<Preview | undefined> {
    let chosen: ServerMigration | undefined;
    for (let left = maxAttempts; left > 0; left--) {
      const migrations = await this.#request();
      if (migrations === undefined) return undefined;
      chosen = chosen === undefined ? await chooseSource(migrations) : sameFiles(migrations, chosen);
      if (chosen === undefined) return undefined;
      if (chosen.problem !== null) throw new Error(chosen.problem);
      const files = await fileEdits(chosen.targetEdit);
      if (files !== 'outdated') return { migration: chosen, target: files[0] };
    }
    throw keepsChanging();
  }

  /** Returns undefined if the user cancels. */
  async #request(): Promise<readonly ServerMigration[] | undefined> {
    const folders = workspace.workspaceFolders ?? [];
    return withCancellableProgress(l10n.t('Reading tool servers'), async (signal) => {
      const canceled = new Promise<undefined>((resolve) => {
        signal.addEventListener('abort', () => resolve(undefined), { once: true });
      });
      const requests = folders.map(({ uri }) =>
        this.#config.sendRequest('switchyard/migrateServers', { folder: uri.toString() }),
      );
      return Promise.race([canceled, Promise.all(requests).then((answers) => answers.flat())]);
    });
  }

  /** Shows the report beside the diff. @returns the address of the result in the diff */
  async #show({ migration, target }: Preview): Promise<Uri> {
    const { label, uri } = migration.target;
    const result = this.#documents.keep(target === undefined ? '' : textAfter(target), label);
    if (target !== undefined) {
      const before = target.document === undefined ? this.#documents.keep('', label) : Uri.parse(uri);
      const title = l10n.t('{0}: Move from {1}', label, inert(migration.source.label));
      await registry.executeCommand('vscode.diff', before, result, title, { preview: true });
    }
    await this.#showReport(migration);
    return result;
  }

  async #showReport({ report }: ServerMigration): Promise<void> {
    const beside = { viewColumn: ViewColumn.Beside, preview: true, preserveFocus: true };
    await this.#documents.show(plainText(report, longestReport), `${l10n.t('Move Report')}.txt`, beside, 'report');
  }

  async #move({ migration }: Preview, choice: SourceChange): Promise<void> {
    for (let left = maxAttempts; left > 0; left--) {
      // A file may have changed while the user read the preview. Claude Code often writes its own.
      const migrations = await this.#request();
      if (migrations === undefined) return;
      const current = sameFiles(migrations, migration);
      if (current === undefined || !isSame(current, migration) || (choice === 'remove' && !current.isEmptied))
        throw new Error(l10n.t('{0} changed while it was being converted. Try again.', migration.source.label));
      const edits = choice === 'empty' ? [current.targetEdit, current.sourceEdit] : [current.targetEdit];
      const documentChanges = edits.flatMap((edit) => edit?.documentChanges ?? []);
      const files = await fileEdits({ documentChanges });
      if (files === 'outdated') continue;
      await this.#apply(current, files, choice);
      return;
    }
    throw keepsChanging();
  }

  async #apply(migration: ServerMigration, files: readonly FileEdit[], choice: SourceChange): Promise<void> {
    const source = Uri.parse(migration.source.uri);
    const isRemoved = choice === 'remove';
    // Otherwise, the servers would be in no file on disk.
    const unsaved = workspace.textDocuments.find(
      ({ isDirty, uri }) => isDirty && [migration.source.uri, migration.target.uri].includes(uri.toString()),
    );
    if (isRemoved && unsaved !== undefined) throw hasUnsavedChanges(unsaved.uri);
    if (files.length === 0 && !isRemoved) {
      void showInformation(l10n.t('{0} already contains these tool servers.', migration.target.label));
      return;
    }
    const edited = files.length === 0 ? [] : await applyFileEdits(files, true);
    const restore = isRemoved ? await removeFile(source) : async () => undefined;
    await this.#store.refresh();
    void this.#tell(migration, choice, edited, restore);
  }

  async #tell(
    migration: ServerMigration,
    choice: SourceChange,
    edited: readonly EditedFile[],
    restore: () => Promise<void>,
  ): Promise<void> {
    const done = choice === 'leave' ? copiedText(migration) : movedText(migration);
    await offerUndoOf(`${done} ${l10n.t('Claude Code asks for approval first.')}`, edited, async () => {
      await restore();
      await this.#store.refresh();
    });
  }
}

function copiedText({ moved, source }: ServerMigration): string {
  return moved.length === 1
    ? l10n.t('Copied 1 tool server to .mcp.json. {0} is unchanged.', source.label)
    : l10n.t('Copied {0} tool servers to .mcp.json. {1} is unchanged.', moved.length, source.label);
}

function movedText({ moved, left, source }: ServerMigration): string {
  const done =
    moved.length === 1
      ? l10n.t('Moved 1 tool server to .mcp.json.')
      : l10n.t('Moved {0} tool servers to .mcp.json.', moved.length);
  if (left.length === 0) return done;
  const rest =
    left.length === 1
      ? l10n.t('One server stays in {0}.', source.label)
      : l10n.t('{0} servers stay in {1}.', left.length, source.label);
  return `${done} ${rest}`;
}

/** What happens to the servers in the old file. */
type SourceChange = 'leave' | 'empty' | 'remove';

async function chooseSourceChange({
  source,
  isEmptied,
  sourceEdit,
}: ServerMigration): Promise<SourceChange | undefined> {
  const { label, tool } = source;
  const items: (QuickPickItem & { readonly choice: SourceChange })[] = [
    {
      choice: 'leave',
      label: l10n.t('Leave {0} as It Is', label),
      detail: l10n.t('{0} keeps using it.', tool),
    },
  ];
  if (sourceEdit !== null)
    items.push({
      choice: 'empty',
      label: l10n.t('Remove the Servers from {0}', label),
      detail: l10n.t('Inputs that nothing else uses are removed with them.'),
    });
  if (isEmptied)
    items.push({
      choice: 'remove',
      label: l10n.t('Delete {0}', label),
      detail: l10n.t('Nothing else is in the file. The report contains its comments.'),
    });
  const picked = await window.showQuickPick(items, {
    title: l10n.t('Move Servers to .mcp.json'),
    placeHolder: l10n.t('Choose what happens to the old file'),
    // The user reads the diff and the report first.
    ignoreFocusOut: true,
  });
  return picked?.choice;
}

/** Returns the migration between the same files. */
const sameFiles = (migrations: readonly ServerMigration[], { source, target }: ServerMigration) =>
  migrations.find((other) => other.source.uri === source.uri && other.target.uri === target.uri);

/** True if two migrations move the same servers in the same way. */
function isSame(one: ServerMigration, other: ServerMigration): boolean {
  const facts = ({ moved, left, targetEdit }: ServerMigration) =>
    JSON.stringify([
      moved,
      left,
      targetEdit?.documentChanges?.map((step) => ('edits' in step ? step.edits : step.kind)),
    ]);
  return facts(one) === facts(other);
}

async function chooseSource(migrations: readonly ServerMigration[]): Promise<ServerMigration | undefined> {
  const [first, ...more] = migrations;
  if (first === undefined) void showInformation(l10n.t('No tool servers to move to .mcp.json.'));
  if (more.length === 0) return first;
  const active = window.activeTextEditor?.document.uri.toString();
  const isActive = ({ source }: ServerMigration) => Number(source.uri === active);
  const items = migrations
    .toSorted((one, other) => isActive(other) - isActive(one))
    .map((migration) => {
      const { uri, label, tool, count } = migration.source;
      const folder = workspace.getWorkspaceFolder(Uri.parse(migration.target.uri));
      const servers = count === 1 ? l10n.t('1 tool server') : l10n.t('{0} tool servers', count);
      return {
        migration,
        label: tool,
        description: inert(
          oneLine((workspace.workspaceFolders ?? []).length > 1 ? `${folder?.name ?? uri} · ${label}` : label),
        ),
        detail: servers,
      };
    });
  const picked = await window.showQuickPick(items, {
    title: l10n.t('Move Servers to .mcp.json'),
    placeHolder: l10n.t('Select a source'),
    matchOnDescription: true,
  });
  return picked?.migration;
}

/** Returns the text of a file with its edits. */
function textAfter({ document, edits }: FileEdit): string {
  const text = document?.getText() ?? '';
  const offset = ({ line, character }: { line: number; character: number }) =>
    document?.offsetAt(new Position(line, character)) ?? 0;
  let [result, from] = ['', 0];
  for (const { range, newText } of edits.toSorted(
    (one, other) => offset(one.range.start) - offset(other.range.start),
  )) {
    result += text.slice(from, offset(range.start)) + newText;
    from = offset(range.end);
  }
  return result + text.slice(from);
}

/** Deletes a file. @returns a function that restores it */
async function removeFile(uri: Uri): Promise<() => Promise<void>> {
  const content = await workspace.fs.readFile(uri);
  const edit = new WorkspaceEdit();
  edit.deleteFile(uri);
  await applyEdit(edit);
  return async () => {
    if ((await statIfExists(uri)) !== undefined)
      throw new Error(l10n.t('The file has changed. Use Undo in the editor, or edit the file.'));
    await workspace.fs.writeFile(uri, content);
  };
}
