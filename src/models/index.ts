/** Public API of the models: the service's catalog, the Models view, and the model picker. */
import type { ExtensionContext } from 'vscode';
import type { Accounts } from '../service/accounts.ts';
import type { ServiceSession } from '../service/session.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { registerModelCommands } from './commands.ts';
import { type Choice, chooseModel } from './picker.ts';
import { ModelTree } from './tree.ts';
import { UserModels } from './user-models.ts';
import { ModelViewPreferences } from './view-preferences.ts';

export { modelInShort, modelTooltip } from './describe.ts';

export class Models extends DisposableStore {
  readonly userModels: UserModels;
  readonly viewPreferences: ModelViewPreferences;
  readonly tree: ModelTree;

  /** Favorites and recent models are stored per user, filter and sort order per workspace. */
  constructor(context: ExtensionContext, accounts: Accounts) {
    super();
    this.userModels = this.own(new UserModels(context.globalState));
    this.viewPreferences = this.own(new ModelViewPreferences(context.workspaceState));
    this.tree = this.own(new ModelTree(accounts, this));
    this.ownAll(...registerModelCommands(accounts, this, this.tree));
  }

  /** Lets the user choose a model: any ID, listed or not. Resolves to undefined if the user cancels. */
  choose(session: ServiceSession, choice?: Choice): Promise<string | undefined> {
    return chooseModel(session, this.userModels, choice);
  }
}
