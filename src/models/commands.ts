/** Commands on models. In the Command Palette, where there's no row, the user selects a model. */
import { type Disposable, l10n, commands as registry } from 'vscode';
import { withViewProgress } from '../shared/cancellable.ts';
import { copyText } from '../shared/clipboard.ts';
import { registerCommand } from '../shared/commands.ts';
import { type Command, commands, views } from '../shared/generated/names.ts';
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
    registerCommand(commands.models.refresh, () => withViewProgress(views.models, () => store.refresh())),
    registerCommand(commands.models.stopLoading, () => store.stop()),
    registerCommand(commands.models.sort, () => viewPreferences.askSort(l10n.t('Sort models'))),
    registerCommand(commands.models.filter, async () => {
      await store.ensure();
      await viewPreferences.askModality(store.models);
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
