/** Commands on models. In the Command Palette, where there's no row, the user selects a model. */
import { type Disposable, l10n, commands as registry } from 'vscode';
import type { Accounts } from '../service/accounts.ts';
import type { Modality } from '../service/models/modality.ts';
import { type SessionAction, sessionCommands } from '../service/session-commands.ts';
import { withViewProgress } from '../shared/cancellable.ts';
import { copyText } from '../shared/clipboard.ts';
import { registerCommand } from '../shared/commands.ts';
import { type Command, commands, views } from '../shared/generated/names.ts';
import { pretty, ReadOnlyDocuments } from '../shared/read-only-documents.ts';
import { AskForRow } from '../shared/row-commands.ts';
import { chooseModel } from './picker.ts';
import { type ModelPreferences, ModelRow } from './rows.ts';
import type { ModelTree } from './tree.ts';

interface ModelCommandOptions {
  readonly modality?: Modality;
  readonly effect?: 'changes';
}

export function registerModelCommands(
  accounts: Accounts,
  { userModels, viewPreferences }: ModelPreferences,
  tree: ModelTree,
): Disposable[] {
  const records = new ReadOnlyDocuments({
    scheme: 'switchyard-model',
    extension: '.json',
    read: async (id) => {
      const { models: store } = await accounts.require();
      await store.ensure();
      const model = store.get(id);
      if (model) return pretty(model.raw);
      if (store.failure) throw store.failure;
      throw new Error(l10n.t("The service doesn't list the model {0}.", id));
    },
  });
  const { onCommand, onRow } = sessionCommands(accounts, tree);
  const onModel = (
    id: Command,
    title: string,
    run: (model: string) => unknown,
    { modality, effect }: ModelCommandOptions = {},
  ) => {
    const action: SessionAction = async (session, node) => {
      const selected = node instanceof AskForRow ? modelOf(node.first) : undefined;
      const choice = { title, selected, ...(modality && { modality }) };
      const model = modelOf(node) ?? (await chooseModel(session, userModels, choice));
      if (model !== undefined) await run(model);
    };
    return onRow(id, action, effect);
  };
  return [
    records,
    onCommand(commands.models.refresh, ({ models }) => withViewProgress(views.models, () => models.refresh())),
    registerCommand(commands.models.stopLoading, () => accounts.session?.models.stop()),
    registerCommand(commands.models.sort, () => viewPreferences.askSort(l10n.t('Sort models'))),
    onCommand(commands.models.filter, async ({ models, signal }) => {
      await models.ensure();
      signal.throwIfAborted();
      await viewPreferences.askModality(models.models);
    }),
    registerCommand(commands.models.clearFilter, () => viewPreferences.setFilter({})),
    onModel(
      commands.models.addFavorite,
      l10n.t('Select a model to add to favorites'),
      (model) => userModels.setFavorite(model, true),
      { effect: 'changes' },
    ),
    onModel(
      commands.models.removeFavorite,
      l10n.t('Select a model to remove from favorites'),
      (model) => userModels.setFavorite(model, false),
      { effect: 'changes' },
    ),
    onModel(commands.models.copyId, l10n.t('Select a model to copy its ID'), (model) =>
      copyText(model, l10n.t('Model ID copied.')),
    ),
    onModel(commands.models.openRecord, l10n.t('Select a model to open as JSON'), (model) =>
      records.open(model, model),
    ),
    onModel(
      commands.models.chat,
      l10n.t('Select a model to chat with'),
      async (model) => {
        await userModels.remember(model);
        await registry.executeCommand(commands.chat.new);
        await registry.executeCommand(commands.chat.chooseModel, model);
      },
      { modality: 'chat' },
    ),
  ];
}

/** Returns the ID of the model in a row; undefined if the argument isn't one. */
function modelOf(argument: unknown): string | undefined {
  return argument instanceof ModelRow ? argument.model : undefined;
}
