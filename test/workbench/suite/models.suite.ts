import assert from 'node:assert/strict';
import { env, commands as registry, TreeItemCollapsibleState, window } from 'vscode';
import type { Models } from '../../../src/service/models/index.ts';
import { commands, views } from '../../../src/shared/generated/names.ts';
import { type Service, startService } from '../../service/index.ts';
import { MODELS } from '../../service/models.ts';
import { until } from '../../until.ts';
import { api, connect, rowIn, session } from './world.ts';

describe('the Models view', () => {
  let service: Service;
  let models: Models;
  const asked = () => service.requests.filter(({ path }) => path.startsWith('/v1/models')).length;

  before(async () => {
    service = await startService();
    const inside = await api();
    models = inside.models;
    await hide();
    await connect(service.key, service.url);
    await session().models.ensure();
  });
  afterEach(async () => {
    service.faults.clear();
    await models.viewPreferences.setFilter({});
    await models.viewPreferences.setSort('name');
  });
  after(async () => {
    await connect(undefined);
    await service.close();
  });

  async function hide(): Promise<void> {
    await registry.executeCommand('workbench.view.explorer');
    await until('the view to be hidden', () => !models.tree.view.visible);
  }
  async function rows(): Promise<string[]> {
    const lines: string[] = [];
    for (const root of await models.tree.getChildren()) {
      lines.push(String(models.tree.getTreeItem(root).label));
      for (const node of await models.tree.getChildren(root)) lines.push(`  ${models.tree.getTreeItem(node).label}`);
    }
    return lines;
  }
  const drawn = (model: string) => rowIn(models.tree, `model/${model}`);
  const item = async (model: string) => models.tree.getTreeItem(await drawn(model));

  it('sends one request, when it is first visible', async () => {
    await hide();
    await connect(undefined);
    const before = asked();
    await connect(service.key, service.url);
    assert.equal(asked(), before);
    await registry.executeCommand(`${views.models}.focus`);
    await until('the list', () => session().models.state === 'loaded');
    await registry.executeCommand(`${views.models}.focus`);
    assert.equal(asked() - before, 1);
    assert.equal(session().models.models.length, MODELS.length);
  });

  it('shows price, context and purpose of a model, or "unknown" if the record has none', async () => {
    const known = await item('openai/gpt-5.1');
    assert.equal(known.description, '400K · 1.25/10');
    assert.match(String(known.tooltip), /10 \/ 1M output tokens[\s\S]*Input types: text, image/);
    assert.equal(known.collapsibleState, TreeItemCollapsibleState.None);
    assert.equal((await item('deepgram/nova-3')).description, 'price unknown · transcription');
    assert.equal((await item('router/auto')).description, '2M · price unknown');
    assert.match(String((await item('meta-llama/llama-3.3-70b-instruct:free')).description), /· free$/);
    assert.match(known.accessibilityInformation?.label ?? '', /^GPT-5.1, 1.25 in/);
  });

  it('is filtered by modality and text, and says so', async () => {
    await models.viewPreferences.setFilter({ kind: 'image', text: 'GPT' });
    assert.deepEqual(await rows(), ['openai', '  GPT Image 1']);
    assert.equal(models.tree.view.description, `1 of ${MODELS.length} · images, “GPT” · in/out per 1M tokens`);
    await models.viewPreferences.setFilter({ text: 'nothing like it' });
    assert.deepEqual(await rows(), []);
    await registry.executeCommand(commands.models.clearFilter);
    assert.equal(models.tree.view.description, `${MODELS.length} · in/out per 1M tokens`);
    await models.viewPreferences.setSort('context');
    assert.match(models.tree.view.description ?? '', / · by context window · /);
  });

  it('shows favorites at the top, and below their provider', async () => {
    const whisper = await drawn('openai/whisper-1');
    await registry.executeCommand(commands.models.addFavorite, whisper);
    assert.deepEqual((await rows()).slice(0, 3), ['Favorites', '  OpenAI: Whisper', 'anthropic']);
    assert.equal((await rows()).filter((line) => /Whisper$/.test(line)).length, 2);
    const [group] = await models.tree.getChildren();
    const [favorite] = await models.tree.getChildren(group);
    assert.ok(favorite);
    assert.match(String(models.tree.getTreeItem(favorite).description), /^★/);
    assert.equal(models.tree.getParent(favorite), group);
    await registry.executeCommand(commands.models.removeFavorite, favorite);
    assert.equal((await rows())[0], 'anthropic');
  });

  it('copies the ID and opens the original record', async () => {
    await registry.executeCommand(commands.models.copyId, await drawn('openai/gpt-5.1'));
    assert.equal(await env.clipboard.readText(), 'openai/gpt-5.1');
    await registry.executeCommand(commands.models.openRecord, await drawn('openai/gpt-5.1'));
    const document = await until('the record', () => {
      const open = window.activeTextEditor?.document;
      return open?.uri.scheme === 'switchyard-model' ? open : undefined;
    });
    const record = MODELS.find(({ id }) => id === 'openai/gpt-5.1')?.record;
    assert.deepEqual(JSON.parse(document.getText()), record);
    assert.equal(document.languageId, 'json');
    await registry.executeCommand('workbench.action.closeActiveEditor');
  });

  it('shows hostile names as text, and leaves out models with an invalid ID', async () => {
    const evil = {
      id: 'evil/[x](command:y)',
      name: '$(alert) ![i](https://evil.example/)\n<b>\u202ename',
      pricing: 'free',
    };
    const body = { data: [{ ...evil, type: 7 }, 'plain/name', { id: 'no provider' }] };
    service.faults.add({ effect: { kind: 'body', body }, path: '/v1/models' });
    await registry.executeCommand(commands.models.refresh);
    assert.deepEqual(await rows(), ['evil', '  $(alert) ![i](https://evil.example/) <b>name', 'plain', '  plain/name']);
    assert.equal(typeof (await item(evil.id)).tooltip, 'string');
    assert.match(models.tree.view.message ?? '', /^Unreadable rows: 1\. \[2\]: must have an ID such as/);
    await registry.executeCommand(commands.models.refresh);
    assert.equal(session().models.models.length, MODELS.length);
  });
});
