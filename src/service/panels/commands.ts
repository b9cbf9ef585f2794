/** Commands that open the run and workflow panels. Loaded with the panels when the first of them is used. */
import { l10n, commands as registry } from 'vscode';
import { withViewProgress } from '../../shared/cancellable.ts';
import { commands, views } from '../../shared/generated/names.ts';
import type { OpenPanels } from '../../shared/panels/open-panels.ts';
import { unlistedCommands } from '../../shared/unlisted-commands.ts';
import { pickRun, type Runs, runOf } from '../runs/index.ts';
import type { Accounts } from '../session/accounts/accounts.ts';
import { referenceOf } from '../session/references.ts';
import { type SessionAction, sessionCommands } from '../session/session-commands.ts';
import { openUsageFiles } from '../session/usage-log.ts';
import { pickWorkflow, pickWorkflowId, type Workflows } from '../workflows/index.ts';
import { pickRunPair } from './run/compare-runs.ts';
import { loadRunPage } from './run/page-text.ts';
import { RunPages } from './run/run-panel.ts';
import type { PanelServices } from './services.ts';
import { forgetAllUsage, openUsage } from './usage/usage-panel.ts';
import { openDetails } from './workflow/details-panel.ts';
import { openStatistics } from './workflow/statistics-panel.ts';

/** Opens a panel, or the chat with its text. Rejects with an `ApiFailure` if its data can't be loaded. */
type Open = (services: PanelServices) => Promise<void>;
/** Returns what opens the panel of a row, or of what the user picks; undefined if the user cancels. */
type Find = (...given: Parameters<SessionAction>) => Promise<Open | undefined>;

export function panelCommands(panels: OpenPanels, accounts: Accounts, workflows: Workflows, runs: Runs) {
  const from = (rows: Workflows['tree'] | Runs, view: string, find: Find) =>
    sessionCommands(accounts, rows).onRow(async (session, row, selection) => {
      const open = await find(session, row, selection);
      if (open) await withViewProgress(view, () => open({ session, workflows, runs }));
    });
  const ofRun = (find: Find) => from(runs, views.runs, find);
  const ofWorkflow = (find: Find) => from(workflows.tree, views.workflows, find);
  const pages = new RunPages(panels);
  // A run that was sent again is compared with the one before, which is passed as the second argument.
  // A workflow stands for its latest run.
  const openRun = ofRun(async (session, row, before) => {
    const reference = referenceOf(row);
    if (reference?.kind === 'workflow') {
      await session.latest.ensureRunsOf(reference.id);
      const latest = session.latest.latest(reference.id);
      return (services) => (latest ? pages.open(services, latest.id) : openDetails(panels, services, reference.id));
    }
    const id = await pickRun(session, row, l10n.t('Select a run to open'));
    return id === undefined ? undefined : (services) => pages.open(services, id, runOf(before));
  });
  return {
    [commands.usage.show]: accounts.inSession((session) => openUsage(panels, session)),
    [commands.usage.forget]: async () => forgetAllUsage(await openUsageFiles(accounts.storage)),
    [commands.runs.openPanel]: openRun,
    [unlistedCommands.whatChanged]: openRun,
    [commands.runs.compare]: ofRun(async (session, row, selection) => {
      const pair = await pickRunPair(session, row, selection);
      return pair && ((services) => pages.open(services, pair[1], pair[0]));
    }),
    [commands.chat.explainRun]: ofRun(async (session, row) => {
      const prioritize = ({ status }: { readonly status: string }) => status === 'FAILED';
      const id = await pickRun(session, row, l10n.t('Select a run to explain'), { prioritize });
      return id === undefined
        ? undefined
        : async (services) => {
            const page = await loadRunPage(services, id, session.signal);
            await registry.executeCommand(unlistedCommands.explainPage, page);
          };
    }),
    [commands.workflows.openPanel]: ofWorkflow(async (session, row) => {
      const entry = await pickWorkflow(session, row, l10n.t('Select a workflow to show its statistics'));
      return entry && ((services) => openStatistics(panels, services, entry.workflow));
    }),
    [commands.workflows.openDetails]: ofWorkflow(async (session, row) => {
      const id = await pickWorkflowId(session, row, l10n.t('Select a workflow to open its details'));
      return id === undefined ? undefined : (services) => openDetails(panels, services, id);
    }),
  };
}
