/** Commands on models. In the Command Palette, where there's no row, the user selects a model. */
import { type Disposable, l10n, commands as registry } from 'vscode';
import { withViewProgress } from '../shared/cancellable.ts';
import { copyText } from '../shared/clipboard.ts';
import { registerCommand } from '../shared/commands.ts';
import { type Command, commands, views } from '../shared/contract.ts';
import { pretty, ReadOnlyDocuments } from '../shared/read-only-documents.ts';
import { AskForRow, registerRowCommand } from '../shared/row-commands.ts';
import type { Modality } from './modality.ts';
import { chooseModel } from './picker.ts';
import { type ModelSources, type ModelTree, modelOfNode } from './tree.ts';

interface ModelCommandOptions {
  readonly modality?: Modality;
  readonly effect?: 'changes';
}

export function registerModelCommands(
  { store, userModels, viewPreferences }: ModelSources,
  tree: ModelTree,
): Disposable[] {
  const records = new ReadOnlyDocuments({
    scheme: 'switchyard-model',
    extension: '.json',
    read: async (id) => {
      await store.ensureLoaded();
      const model = store.get(id);
      if (model) return pretty(model.raw);
      if (store.failure) throw store.failure;
      throw new Error(l10n.t("The service doesn't list the model {0}.", id));
    },
  });
  const onModel = (id: Command, title: string, run: (model: string) => unknown, more: ModelCommandOptions = {}) =>
    registerRowCommand(
      id,
      tree,
      async (node) => {
        const { modality } = more;
        const selected = node instanceof AskForRow ? modelOfNode(node.first) : undefined;
        const choice = { title, selected, ...(modality && { modality }) };
        const model = modelOfNode(node) ?? (await chooseModel(store, userModels, choice));
        if (model !== undefined) await run(model);
      },
      more.effect,
    );
  return [
    records,
    registerCommand(commands.refreshModels, () => withViewProgress(views.models, () => store.refresh())),
    registerCommand(commands.stopLoadingModels, () => store.stop()),
    registerCommand(commands.sortModels, () => viewPreferences.askSort(l10n.t('Sort models'))),
    registerCommand(commands.filterModels, async () => {
      await store.ensure();
      await viewPreferences.askModality(store.models);
    }),
    registerCommand(commands.clearModelFilter, () => viewPreferences.setFilter({})),
    onModel(
      commands.addFavoriteModel,
      l10n.t('Select a model to add to favorites'),
      (model) => userModels.setFavorite(model, true),
      { effect: 'changes' },
    ),
    onModel(
      commands.removeFavoriteModel,
      l10n.t('Select a model to remove from favorites'),
      (model) => userModels.setFavorite(model, false),
      { effect: 'changes' },
    ),
    onModel(commands.copyModelId, l10n.t('Select a model to copy its ID'), (model) =>
      copyText(model, l10n.t('Model ID copied.')),
    ),
    onModel(commands.openModelRecord, l10n.t('Select a model to open as JSON'), (model) => records.open(model, model)),
    onModel(
      commands.chatWithModel,
      l10n.t('Select a model to chat with'),
      async (model) => {
        await userModels.remember(model);
        await registry.executeCommand(commands.newChat);
        await registry.executeCommand(commands.chooseChatModel, model);
      },
      { modality: 'chat' },
    ),
  ];
}
