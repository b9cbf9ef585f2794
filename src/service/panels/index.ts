/** Public API of the panels of runs, workflows, and usage, which are loaded when the first one is opened. */
import type { Disposable } from 'vscode';
import { registerLazily } from '../../shared/commands.ts';
import { commands } from '../../shared/generated/names.ts';
import type { OpenPanels } from '../../shared/panels/open-panels.ts';
import { unlistedCommands } from '../../shared/unlisted-commands.ts';
import type { Runs } from '../runs/index.ts';
import type { Accounts } from '../session/accounts/accounts.ts';
import type { Workflows } from '../workflows/index.ts';
import type * as pageText from './run/page-text.ts';

export type { RunSource } from './run/load-changes.ts';

/** Loads the page of a run as text, for a model. @throws ApiFailure */
export const loadRunPage = async (...args: Parameters<typeof pageText.loadRunPage>) =>
  (await import('./run/page-text.ts')).loadRunPage(...args);

export function registerPanels(panels: OpenPanels, accounts: Accounts, workflows: Workflows, runs: Runs): Disposable {
  const { openPanel, compare } = commands.runs;
  const { show, forget } = commands.usage;
  const ofWorkflows = [commands.workflows.openPanel, commands.workflows.openDetails] as const;
  const ofRuns = [openPanel, unlistedCommands.whatChanged, compare, commands.chat.explainRun] as const;
  const ids = [...ofRuns, ...ofWorkflows, show, forget] as const;
  return registerLazily(ids, async () =>
    (await import('./commands.ts')).panelCommands(panels, accounts, workflows, runs),
  );
}
