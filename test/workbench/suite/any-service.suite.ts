/** The views of a service that isn't the reference service (test/service/variations.ts): what holds for every service. */
import assert from 'node:assert/strict';
import { commands as registry, window } from 'vscode';
import { missingNewestText } from '../../../src/service/session/runs/run-appearance.ts';
import { commands, views } from '../../../src/shared/generated/names.ts';
import { answerTo } from '../../service/answers.ts';
import { type Service, startService } from '../../service/index.ts';
import { MODELS } from '../../service/models.ts';
import { seeds } from '../../service/seeds.ts';
import { until } from '../../until.ts';
import { showViews } from './own-service.ts';
import { connect, rowIn, session } from './world.ts';

for (const seed of seeds)
  describe(`any service, seed ${seed}`, () => {
    let service: Service;
    before(async () => {
      service = await startService({ seed });
      await connect(service.key, service.url);
      await showViews();
    });
    after(async () => {
      await connect(undefined);
      await service.close();
    });

    it('shows workflows, runs with their steps, a timeline, and models', async () => {
      const { workflows, runs, models } = await connect(service.key, service.url);
      await until('both lists', () => session().workflows.state === 'loaded' && session().runs.state === 'loaded');
      const own = [...service.state.workflows.values()].filter((one) => one.own);
      assert.equal((await workflows.tree.getChildren()).length, own.length);
      const [first] = session().workflows.entries;
      assert.ok(first);
      const parts = await workflows.tree.getChildren(await rowIn(workflows.tree, first.workflow.id));
      assert.ok(parts.length >= 2);
      // The service tells only the steps that have begun, so a run that goes on has fewer than are planned.
      const run = session().runs.runs.find(
        ({ id, status }) => status === 'SUCCEEDED' && (service.state.runs.get(id)?.steps.length ?? 0) > 0,
      );
      assert.ok(run);
      const steps = await runs.tree.getChildren(await rowIn(runs.tree, run.id));
      const labels = steps.map((row) => String(runs.tree.getTreeItem(row).label));
      assert.equal(steps.length, service.state.runs.get(run.id)?.steps.length, labels.join('\n'));
      // With several pages of runs and no order, nobody knows the newest ones.
      const note = service.state.order === 'none' ? missingNewestText() : '';
      for (const { message } of [workflows.tree.view, runs.tree.view]) assert.equal(message || '', note);
      const before = window.tabGroups.all.flatMap(({ tabs }) => tabs).length;
      await registry.executeCommand(commands.runs.openPanel, { kind: 'run', id: run.id });
      await until('the timeline', () => window.tabGroups.all.flatMap(({ tabs }) => tabs).length > before);
      await registry.executeCommand('workbench.action.closeActiveEditor');
      await registry.executeCommand(`${views.models}.focus`);
      await until('the models', () => session().models.state === 'loaded');
      assert.equal(session().models.models.length, MODELS.length);
      assert.ok((await models.tree.getChildren()).length > 0);
    });

    it('answers a question in the chat, with no other cost than the service tells', async () => {
      const { chat } = await connect(service.key, service.url);
      await session().models.ensure();
      const model = 'mistralai/mistral-large';
      const prompt = 'How do I measure a queue? 工作';
      const host = await chat.host();
      await host.open(crypto.randomUUID(), model);
      await host.chat.composer.submit(prompt);
      await until('the end of the answer', () => !host.chat.conversation.busy);
      const { last } = host.chat.conversation.transcript;
      assert.ok(last?.kind === 'answer');
      assert.equal(last.ending?.how, 'complete');
      assert.equal(last.text, answerTo(prompt, model, 1).text);
      const { usage } = last;
      assert.ok(usage);
      assert.ok(usage.input > 1 && usage.output > 100);
      const known = MODELS.find(({ id }) => id === model)?.record as { pricing: Record<string, string> };
      const cost = usage.input * Number(known.pricing.prompt) + usage.output * Number(known.pricing.completion);
      // Some of these services name the cost themselves.
      if (usage.cost !== undefined)
        assert.ok(Math.abs(usage.cost - cost) < cost * 1e-6 || usage.cost === 0.00125, `${usage.cost} for ${cost}`);
      assert.equal(host.chat.notice, undefined);
    });
  });
