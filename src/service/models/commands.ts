/** Commands on models. In the Command Palette, where there's no row, the user selects a model. */
import { l10n, commands as registry } from 'vscode';
import { withViewProgress } from '../../shared/cancellable.ts';
import type { ReadOnlyDocuments } from '../../shared/editing/read-only-documents.ts';
import { commands, views } from '../../shared/generated/names.ts';
import { AskForRow } from '../../shared/list/row-commands.ts';
import { copyText } from '../../shared/notifications.ts';
import type { Accounts } from '../session/accounts/accounts.ts';
import type { Modality } from '../session/models/modality.ts';
import { type SessionAction, sessionCommands } from '../session/session-commands.ts';
import { chooseModel } from './picker.ts';
import { type ModelPreferences, ModelRow } from './rows.ts';
import type { ModelTree } from './tree.ts';

interface ModelCommandOptions {
  readonly modality?: Modality;
  readonly effect?: 'changes';
}

export function modelCommands(
  accounts: Accounts,
  { userModels, viewPreferences }: ModelPreferences,
  tree: ModelTree,
  records: ReadOnlyDocuments,
) {
  const { onCommand, onRow } = sessionCommands(accounts, tree);
  const onModel = (title: string, run: (model: string) => unknown, { modality, effect }: ModelCommandOptions = {}) => {
    const action: SessionAction = async (session, node) => {
      const selected = node instanceof AskForRow ? modelOf(node.first) : undefined;
      const choice = { title, selected, ...(modality && { modality }) };
      const model = modelOf(node) ?? (await chooseModel(session, userModels, choice));
      if (model !== undefined) await run(model);
    };
    return onRow(action, effect);
  };
  return {
    [commands.models.refresh]: onCommand(({ models }) => withViewProgress(views.models, () => models.refresh())),
    [commands.models.stopLoading]: () => accounts.session?.models.stop(),
    [commands.models.sort]: () => viewPreferences.askSort(l10n.t('Sort models')),
    [commands.models.filter]: onCommand(async ({ models, signal }) => {
      await models.ensure();
      signal.throwIfAborted();
      await viewPreferences.askModality(models.models);
    }),
    [commands.models.clearFilter]: () => viewPreferences.setFilter({}),
    [commands.models.addFavorite]: onModel(
      l10n.t('Select a model to add to favorites'),
      (model) => userModels.setFavorite(model, true),
      { effect: 'changes' },
    ),
    [commands.models.removeFavorite]: onModel(
      l10n.t('Select a model to remove from favorites'),
      (model) => userModels.setFavorite(model, false),
      { effect: 'changes' },
    ),
    [commands.models.copyId]: onModel(l10n.t('Select a model to copy its ID'), (model) =>
      copyText(model, l10n.t('Model ID copied.')),
    ),
    [commands.models.openRecord]: onModel(l10n.t('Select a model to open as JSON'), (model) =>
      records.open(model, model),
    ),
    [commands.models.chat]: onModel(
      l10n.t('Select a model to chat with'),
      async (model) => {
        await userModels.remember(model);
        await registry.executeCommand(commands.chat.new);
        await registry.executeCommand(commands.chat.chooseModel, model);
      },
      { modality: 'chat' },
    ),
  };
}

/** Returns the ID of the model in a row; undefined if the argument isn't one. */
function modelOf(argument: unknown): string | undefined {
  return argument instanceof ModelRow ? argument.model : undefined;
}
