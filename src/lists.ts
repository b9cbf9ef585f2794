/** The features for workflows and runs. They are loaded together, with their first view or command. */
import type { ExtensionContext } from 'vscode';
import type { Account } from './account/index.ts';
import { Panels } from './panels/index.ts';
import { Runs } from './runs/index.ts';
import { DisposableStore } from './shared/disposable.ts';
import { Workflows } from './workflows/index.ts';

export class Lists extends DisposableStore {
  readonly workflows: Workflows;
  readonly runs: Runs;

  constructor(context: ExtensionContext, connection: Account['connection']) {
    super();
    const workflows = this.own(new Workflows(connection, context.workspaceState));
    this.workflows = workflows;
    this.runs = this.own(new Runs(connection, workflows, context.workspaceState));
    this.own(new Panels(context, workflows, this.runs));
  }
}
