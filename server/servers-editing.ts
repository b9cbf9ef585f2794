/** Changes of servers as an editor asks for them, in the places of the workspace. Thin over `editing/`. */

import * as l10n from '@vscode/l10n';
import type { CreateFile, TextDocumentEdit, WorkspaceEdit } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { ServerRequests } from '../common/protocol.ts';
import type { ServerEdits, ServerRef } from '../common/tool-servers.ts';
import { serverDefinition } from './config/definition.ts';
import { loadToml } from './config/source-file.ts';
import type { Place } from './config/sources.ts';
import { change } from './editing/changes.ts';
import { copy } from './editing/copies.ts';
import { Draft, type DraftedFile } from './editing/draft.ts';
import { type ReadFiles, readFiles } from './editing/portable.ts';
import { propose } from './editing/proposal.ts';
import { Refusal } from './editing/refusal.ts';
import type { FeatureContext } from './feature-context.ts';
import type { Workspace } from './workspace.ts';

type Answer<M extends keyof ServerRequests> = ServerRequests[M][1];
type Params<M extends keyof ServerRequests> = ServerRequests[M][0];

export class ServersEditing {
  readonly #workspace: Workspace;

  constructor({ workspace }: FeatureContext) {
    this.#workspace = workspace;
  }

  #placeOf(folder: string | null): Place {
    return this.#workspace.place(folder ?? undefined);
  }

  /** Of today: what is written next has to fit what is on the disk now. */
  #draft(): Draft {
    this.#workspace.lookAgain();
    return new Draft((uri) => this.#workspace.document(uri)?.text.getText());
  }

  async edit({ changes }: Params<'switchyard/editServers'>): Promise<ServerEdits> {
    const copied = changes.flatMap((one) => (one.kind === 'copy' || one.kind === 'move' ? one.server : []));
    const read = await this.#read(copied);
    // What follows waits for nothing: the versions of the edit are those of the texts that it was made for.
    const { draft, refused, left } = change(this.#draft(), read, changes, (folder) => this.#placeOf(folder));
    const files = draft.changes().filter((file) => file.isNew || file.changes.length > 0);
    return { edit: files.length === 0 ? null : this.#workspaceEdit(files), refused, left };
  }

  #workspaceEdit(files: readonly DraftedFile[]): WorkspaceEdit {
    const documentChanges = files.flatMap(({ uri, isNew, changes }): (CreateFile | TextDocumentEdit)[] => {
      const document = this.#workspace.document(uri);
      const textDocument = { uri: document?.uri ?? uri, version: this.#versionOf(document?.uri) };
      const edits = changes.map(({ offset, length, text }) => ({
        range: rangeIn(document?.text, offset, length),
        newText: text,
      }));
      return [...(isNew ? [{ kind: 'create' as const, uri }] : []), { textDocument, edits }];
    });
    return { documentChanges };
  }

  #versionOf(uri: string | undefined): number | null {
    return (uri === undefined ? undefined : this.#workspace.open.get(uri)?.text.version) ?? null;
  }

  async propose(input: Params<'switchyard/proposeServer'>): Promise<Answer<'switchyard/proposeServer'>> {
    await loadToml();
    try {
      return propose(input, this.#workspace.outlook(this.#placeOf(input.folder)).effective.servers);
    } catch (error) {
      if (error instanceof Refusal) return { problem: error.message };
      throw error;
    }
  }

  async definition(server: Params<'switchyard/serverDefinition'>): Promise<Answer<'switchyard/serverDefinition'>> {
    const { folder, uri, name } = server;
    this.#workspace.lookAgain();
    await loadToml();
    const { effective } = this.#workspace.outlook(this.#placeOf(folder));
    const found = effective.find(uri, name)?.definition;
    const text = this.#workspace.document(uri)?.text.getText();
    if (found === undefined || text === undefined) return { problem: l10n.t('The server no longer exists.') };
    const { flaw } = found.connection;
    if (flaw !== undefined) return { problem: l10n.t("Can't connect: {0}.", flaw) };
    return (
      serverDefinition(found, text, this.#workspace.version) ?? {
        problem: l10n.t('Servers of {0} cannot be tested here: import it first.', found.source.tool),
      }
    );
  }

  async copy({ servers, as }: Params<'switchyard/copyServers'>): Promise<Answer<'switchyard/copyServers'>> {
    const read = await this.#read(servers);
    return copy(this.#draft(), read, servers, as, (folder) => this.#placeOf(folder));
  }

  async #read(servers: readonly ServerRef[]): Promise<ReadFiles> {
    await loadToml();
    return readFiles(this.#draft(), servers, (folder) => this.#placeOf(folder));
  }
}

/** In a file that is not there yet everything is at its start. */
function rangeIn(text: TextDocument | undefined, offset: number, length: number) {
  const at = (place: number) => text?.positionAt(place) ?? { line: 0, character: 0 };
  return { start: at(offset), end: at(offset + length) };
}
