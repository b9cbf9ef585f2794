/** `/models`: lists the models of the service with prices, filtered by the prompt. Doesn't need a model. */
import { l10n } from 'vscode';
import { commands, views } from '../../../shared/generated/names.ts';
import { unreadableText } from '../../../shared/list/unreadable.ts';
import { oneLine } from '../../../shared/text/format.ts';
import { modelInShort } from '../../models/index.ts';
import type { Answer } from './answer.ts';
import { facts, quoted } from './facts.ts';

const maxModels = 40;

export const listModels: Answer = async ({ request, response }, { accounts }) => {
  const { models: store } = await accounts.require();
  await store.ensure();
  if (store.state === 'failed') throw store.failure;
  const wanted = request.prompt.trim().toLowerCase();
  const fitting = store.models.filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(wanted));
  if (store.unreadable) response.markdown(quoted(unreadableText(store.unreadable)));
  if (fitting.length === 0) response.markdown(l10n.t('No models match this name.'));
  else {
    const lines = fitting.map((model) => `${oneLine(model.id)}: ${modelInShort(model)}`);
    response.markdown(facts(l10n.t('Models: {0}. Prices are per 1M tokens.', fitting.length), lines, maxModels));
  }
  response.button({ command: `${views.models}.focus`, title: l10n.t('Show Models') });
  response.button({ command: commands.chat.chooseModel, title: l10n.t('Choose Chat Model') });
};
