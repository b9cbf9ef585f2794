/** Public API of the models: the service's catalog, the Models view, and the model picker. */
import { type ExtensionContext, l10n } from 'vscode';
import { idsExcept, registerLazily } from '../../shared/commands.ts';
import { DisposableStore } from '../../shared/disposable.ts';
import { ReadOnlyDocuments } from '../../shared/editing/read-only-documents.ts';
import { commands } from '../../shared/generated/names.ts';
import { prettyJson } from '../../shared/text/pretty-json.ts';
import type { Accounts } from '../session/accounts/accounts.ts';
import type { ServiceSession } from '../session/session.ts';
import type { ModelChoice } from './picker.ts';
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
    this.userModels = this.register(new UserModels(context.globalState));
    this.viewPreferences = this.register(new ModelViewPreferences(context.workspaceState));
    this.tree = this.register(new ModelTree(accounts, this));
    const records = this.register(
      new ReadOnlyDocuments({
        scheme: 'switchyard-model',
        onDidLeave: accounts.onDidLeaveSession,
        extension: '.json',
        read: async (id) => {
          const { models: store } = await accounts.require();
          await store.ensure();
          const model = store.get(id);
          if (model) return prettyJson(model.raw);
          if (store.failure) throw store.failure;
          throw new Error(l10n.t("The service doesn't list the model {0}.", id));
        },
      }),
    );
    this.register(
      registerLazily(idsExcept(commands.models), async () =>
        (await import('./commands.ts')).modelCommands(accounts, this, this.tree, records),
      ),
    );
  }

  /** Lets the user choose a model: any ID, listed or not. Resolves to undefined if the user cancels. */
  async choose(session: ServiceSession, choice?: ModelChoice): Promise<string | undefined> {
    return (await import('./picker.ts')).chooseModel(session, this.userModels, choice);
  }
}
