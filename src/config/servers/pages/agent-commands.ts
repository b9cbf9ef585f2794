/** Commands on the agents that use tool servers: choose one, compare all, and diagnose servers. Loaded with the first of them. */
import { l10n, type QuickPickItem, type WebviewPanel, window, workspace } from 'vscode';
import type { Location } from 'vscode-languageclient';
import { isText } from '../../../../common/guards.ts';
import { isAgentId } from '../../../../common/messages/agents.ts';
import type { AgentInfo } from '../../../../common/messages/tool-servers.ts';
import { withViewProgress } from '../../../shared/cancellable.ts';
import { views } from '../../../shared/generated/names.ts';
import { pickItem } from '../../../shared/list/pick-item.ts';
import type { OpenPanels } from '../../../shared/panels/open-panels.ts';
import { optional, parsed, text, union, where } from '../../../shared/text/parse.ts';
import type { ConfigLanguage } from '../../client/index.ts';
import type { ChangeServers } from '../changing/edit.ts';
import { folderName, ServerRow } from '../rows.ts';
import type { ServerStore } from '../store.ts';
import { openAgentsPanel } from './agents-panel.ts';
import { openDiagnosisPanel } from './diagnosis-panel.ts';
import { AgentVerifier, reportWrongFact } from './verify-agents.ts';

interface AgentCommandServices {
  readonly panels: OpenPanels;
  readonly store: ServerStore;
  readonly config: ConfigLanguage;
  /** package.json of this extension. */
  readonly manifest: { readonly version: string };
  /** Opens a file at a location. */
  show(location: Location | null): Promise<void>;
  readonly change: ChangeServers;
  /** View type of the pages, which are opened again after the window was reloaded. */
  readonly pageType: string;
}

export function agentCommands({ panels, store, config, manifest, show, change, pageType }: AgentCommandServices) {
  const verifier = new AgentVerifier(config);

  const openComparison = (folder: string | null, place?: WebviewPanel) =>
    withViewProgress(views.servers, () =>
      openAgentsPanel(panels, {
        reload: { type: pageType, kept: { kind: 'agents', folder }, place },
        id: folder ?? '',
        name: folderName(folder),
        canVerify: () => AgentVerifier.isOffered(folder),
        load: () => verifier.load(folder),
        verify: () => verifier.ask(folder),
        report: (difference) => reportWrongFact(difference, manifest),
        show,
        onDidChange: config.onDidChangeServers,
      }),
    );

  const compare = async () => {
    if (store.state === 'unloaded') await store.refresh();
    const folder = await pickFolder(store);
    if (folder !== undefined) await openComparison(folder.folder);
  };

  const verify = async () => {
    if (store.state === 'unloaded') await store.refresh();
    const folder = await pickFolder(store);
    if (folder !== undefined && (await verifier.ask(folder.folder))) await openComparison(folder.folder);
  };

  /** @param server only this one */
  const open = (folder: string | null, server?: string, place?: WebviewPanel) =>
    withViewProgress(views.servers, () =>
      openDiagnosisPanel(panels, {
        reload: {
          type: pageType,
          kept: { kind: 'diagnosis', folder, ...(server !== undefined && { server }) },
          place,
        },
        folder,
        name: folderName(folder),
        server,
        config,
        show,
        change,
      }),
    );

  /** Diagnoses the server of a row or of a document, or all servers. */
  const diagnose = async (argument?: unknown, selection?: unknown) => {
    if (store.state === 'unloaded') await store.refresh();
    // A fix of the language server passes the document's URI and a name. The view may not have the server.
    if (typeof argument === 'string' && typeof selection === 'string') {
      const folder = store.folders.find((each) => each !== null && argument.startsWith(`${each}/`));
      return open(folder ?? store.folders[0] ?? null, selection);
    }
    const server = argument instanceof ServerRow ? store.get(argument.at) : undefined;
    if (server !== undefined) return open(server.folder, server.name);
    const folder = await pickFolder(store);
    if (folder !== undefined) await open(folder.folder);
  };

  const choose = async () => {
    if (store.state === 'unloaded') await store.refresh();
    const chosen = await pickAgent(store, config.chosenAgent);
    if (chosen === undefined) return;
    await config.chooseAgent(chosen.id);
    await withViewProgress(views.servers, () => store.refresh());
  };

  /** Opens a page again after the window was reloaded. What it kept is untrusted. */
  const restore = async (place: WebviewPanel, kept: unknown) => {
    const page = parsed(keptPage, kept);
    const folders = workspace.workspaceFolders?.map(({ uri }) => uri.toString()) ?? [];
    if (page === undefined || (page.folder !== null && !folders.includes(page.folder))) return place.dispose();
    await (page.kind === 'agents' ? openComparison(page.folder, place) : open(page.folder, page.server, place));
  };

  return { choose, compare, verify, diagnose, restore };
}

const folder = where((value): value is string | null => value === null || isText(value));
const keptPage = union('kind', { agents: { folder }, diagnosis: { folder, server: optional(text) } });

type AgentChoice = QuickPickItem & { readonly id: AgentInfo['id'] | null };

/** Returns the picked agent, with the ID null to detect it; undefined if the user cancels. */
async function pickAgent(store: ServerStore, chosen: AgentInfo['id'] | null): Promise<AgentChoice | undefined> {
  const where = ({ found }: AgentInfo): string =>
    found === 'project'
      ? l10n.t('used in this project')
      : found === 'machine'
        ? l10n.t('found on this computer')
        : l10n.t('not found on this computer');
  const current = (isChosen: boolean) => (isChosen ? l10n.t('current') : '');
  const ranks = ['project', 'machine', null] as const;
  // One that a file describes may be gone in the next window.
  const known = (store.places[0]?.agents ?? []).filter(({ id }) => isAgentId(id));
  const agents = known.toSorted((one, other) => ranks.indexOf(one.found) - ranks.indexOf(other.found));
  const items: AgentChoice[] = [
    {
      id: null,
      label: l10n.t('Detect automatically'),
      description: current(chosen === null),
      detail: l10n.t('The agent that is used in this project or found on this computer'),
    },
    ...agents.map((agent) => ({
      id: agent.id,
      label: agent.name,
      description: [agent.version, current(agent.id === chosen)].filter(Boolean).join(' · '),
      detail: where(agent),
    })),
  ];
  return pickItem(items, l10n.t('Select the agent whose tool servers are shown'), store, l10n.t('No agents found.'));
}

async function pickFolder(store: ServerStore): Promise<{ readonly folder: string | null } | undefined> {
  const { folders } = store;
  if (folders.length <= 1) return { folder: folders[0] ?? null };
  const items = folders.map((folder) => ({ label: folderName(folder), folder }));
  return window.showQuickPick(items, { placeHolder: l10n.t('Select a folder') });
}
