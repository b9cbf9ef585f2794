/** The rooms that show the service's lists: read together when one of their views is first seen, or the first of their commands is run. */
import type { ExtensionContext } from 'vscode';
import type { Account } from './account/index.ts';
import { Panels } from './panels/index.ts';
import { type Runs, registerRuns } from './runs/index.ts';
import { Owner } from './shared/disposable.ts';
import { registerWorkflows, type Workflows } from './workflows/index.ts';

export class Lists extends Owner {
  readonly workflows: Workflows;
  readonly runs: Runs;

  constructor(context: ExtensionContext, connection: Account['connection']) {
    super();
    const workflows = this.own(registerWorkflows(connection, context.workspaceState));
    this.workflows = workflows;
    this.runs = this.own(registerRuns(connection, workflows, context.workspaceState));
    this.own(new Panels(context, workflows, this.runs));
  }
}
