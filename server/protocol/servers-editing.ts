/** Handlers of the requests that change servers in the places of the workspace. Thin wrappers around `editing/`. */

import * as l10n from '@vscode/l10n';
import type { AgentId } from '../../common/messages/agents.ts';
import type { ServerRequests } from '../../common/messages/protocol.ts';
import type { ServerEdits, ServerMigration } from '../../common/messages/tool-servers.ts';
import { type Agent, isTableAgent } from '../agents/agent.ts';
import { serverDefinition } from '../config/servers/server-definition.ts';
import { loadToml } from '../config/servers/source-file.ts';
import type { Place } from '../config/servers/sources.ts';
import { ConversionError } from '../convert/failure.ts';
import { applyServerChanges } from '../editing/changes.ts';
import { copy } from '../editing/copies.ts';
import { EditedFiles, type FileEdits, Refusal } from '../editing/edited-files.ts';
import { portableDefinition } from '../editing/portable/portable-definition.ts';
import { propose } from '../editing/proposal.ts';
import { childUri } from '../files/uris.ts';
import type { FeatureContext } from '../workspace/feature-context.ts';
import { editOfFiles } from '../workspace/file-edits.ts';
import type { Workspace } from '../workspace/workspace.ts';

type Answer<M extends keyof ServerRequests> = ServerRequests[M][1];
type Params<M extends keyof ServerRequests> = ServerRequests[M][0];

export class ServersEditing {
  readonly #workspace: Workspace;

  constructor({ workspace }: Pick<FeatureContext, 'workspace'>) {
    this.#workspace = workspace;
  }

  readonly #placeOf = (folder: string | null): Place => this.#workspace.places.ofProject(folder ?? undefined);

  /** Returns the current files for edits, because edits must match what is on disk now. */
  async #edited(id: AgentId | undefined): Promise<EditedFiles> {
    await loadToml();
    const agent = await this.#workspace.agents.withId(id);
    this.#workspace.refreshFromDisk();
    return new EditedFiles((uri) => this.#workspace.documents.textOf(uri), agent, this.#workspace.policy);
  }

  async edit({ changes }: Params<'switchyard/editServers'>): Promise<ServerEdits> {
    const [first] = changes;
    const before = await this.#edited(
      first === undefined || first.kind === 'add' || first.kind === 'relocate' ? first?.to.agent : first.server.agent,
    );
    const targets = new Map<AgentId | undefined, Agent>();
    for (const { to } of changes.flatMap((each) => ('to' in each ? each : []))) {
      if (targets.has(to.agent)) continue;
      const agent = await this.#workspace.agents.withId(to.agent);
      targets.set(to.agent, agent);
      await this.#workspace.readyFor(agent);
    }
    // Nothing is awaited below, so the versions in the edit are those of the texts that it was computed for.
    const { edited, refused, omitted } = applyServerChanges(
      before,
      changes,
      this.#placeOf,
      (id) => targets.get(id) ?? before.agent,
    );
    const files = edited.changes().filter((file) => file.isNew || file.changes.length > 0);
    return { edit: files.length === 0 ? null : editOfFiles(this.#workspace, files), refused, omitted };
  }

  async migrate({ folder }: Params<'switchyard/migrateServers'>): Promise<Answer<'switchyard/migrateServers'>> {
    const [{ planMigration, serverCount }, { migrationFiles }] = await Promise.all([
      import('../editing/migration/migration.ts'),
      import('../editing/migration/migration-sources.ts'),
      this.#workspace.agents.load(),
    ]);
    const place = this.#placeOf(folder);
    const files = migrationFiles(place);
    const target = { uri: childUri(place.project ?? '', '.mcp.json'), label: '.mcp.json' };
    await this.#workspace.machine.files.load?.(
      [...files, target].map(({ uri }) => uri),
      true,
    );
    this.#workspace.refreshFromDisk();
    const readers = this.#workspace.agents.all
      .map(({ facts }) => facts)
      .filter(({ readsShared }) => readsShared === true);
    const textOf = (uri: string) => this.#workspace.documents.textOf(uri);
    return files.flatMap(({ uri, label, tool, ...source }): readonly ServerMigration[] => {
      const text = textOf(uri);
      const count = text === undefined ? 0 : serverCount({ ...source, text });
      if (text === undefined || count === 0) return [];
      const from = { source: { uri, label, tool, count }, target };
      try {
        const before = textOf(target.uri);
        const plan = planMigration({ ...source, text }, before, readers);
        const edit = (file: FileEdits) => (file.changes.length === 0 ? null : editOfFiles(this.#workspace, [file]));
        return [
          {
            ...from,
            ...{ problem: null, moved: plan.moved, left: plan.left, report: plan.report, isEmptied: plan.isEmptied },
            targetEdit: edit({ uri: target.uri, isNew: before === undefined, changes: plan.target }),
            sourceEdit: edit({ uri, isNew: false, changes: plan.source }),
          },
        ];
      } catch (error) {
        if (!(error instanceof ConversionError)) throw error;
        const nothing = { moved: [], left: [], report: '', targetEdit: null, sourceEdit: null, isEmptied: false };
        return [{ ...from, ...nothing, problem: error.message }];
      }
    });
  }

  async propose(input: Params<'switchyard/proposeServer'>): Promise<Answer<'switchyard/proposeServer'>> {
    await loadToml();
    try {
      return propose(input, this.#workspace.placeState(this.#placeOf(input.folder)).effective.servers);
    } catch (error) {
      if (error instanceof Refusal) return { problem: error.message };
      throw error;
    }
  }

  async definition(server: Params<'switchyard/serverDefinition'>): Promise<Answer<'switchyard/serverDefinition'>> {
    const { folder, uri, name, section } = server;
    const edited = await this.#edited(server.agent);
    const text = edited.text(uri);
    try {
      const found = edited.locate(this.#placeOf(folder), uri, name, section);
      const { flaw } = found.definition.connection;
      if (flaw !== undefined) return { problem: l10n.t("Can't connect: {0}.", flaw.why) };
      const version = this.#workspace.places.version;
      const known = serverDefinition(found.definition, text ?? '', version);
      if (known !== undefined || isTableAgent(edited.agent)) return known ?? portableDefinition(edited, found);
      return { problem: l10n.t('To test a server of {0}, import it first.', found.file.source.tool) };
    } catch (error) {
      if (error instanceof Refusal) return { problem: error.message };
      throw error;
    }
  }

  async copy({ servers, as }: Params<'switchyard/copyServers'>): Promise<Answer<'switchyard/copyServers'>> {
    return copy(await this.#edited(servers[0]?.agent), servers, as, this.#placeOf);
  }
}
