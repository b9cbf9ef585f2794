import assert from 'node:assert/strict';
import {
  CancellationError,
  CancellationTokenSource,
  type ChatContext,
  type ChatRequest,
  type ChatResponseStream,
  type ChatResult,
  type LanguageModelChat,
  LanguageModelChatMessage,
  LanguageModelDataPart,
  LanguageModelError,
  LanguageModelTextPart,
  lm,
  MarkdownString,
  commands as registry,
  version,
} from 'vscode';
import { chatModelVendor, commands } from '../../../src/shared/generated/names.ts';
import { type Effect, type Service, startService } from '../../service/index.ts';
import { MODELS } from '../../service/models.ts';
import { until } from '../../until.ts';
import { api, connect, session } from './world.ts';

/** An image of one pixel. It must be valid, because VS Code checks it. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe("VS Code's own chat", () => {
  let service: Service;
  const CHAT = MODELS.filter(({ kind }) => kind === 'chat').map(({ id }) => id);
  const sent = (path: string) => service.requests.filter((request) => request.path.startsWith(path)).length;
  const select = (id?: string) => lm.selectChatModels({ vendor: chatModelVendor, ...(id !== undefined && { id }) });

  before(async () => {
    service = await startService({ chunkDelayMs: 2 });
    await registry.executeCommand('workbench.action.closeSidebar');
    await connect(service.key, service.url);
  });
  afterEach(() => service.faults.clear());
  after(async () => {
    await connect(undefined);
    await service.close();
  });

  async function model(id = 'openai/gpt-5-mini'): Promise<LanguageModelChat> {
    return until(`the model ${id}`, async () => (await select(id))[0]);
  }

  async function say(text: string, id?: string): Promise<string> {
    const answer = await (await model(id)).sendRequest([LanguageModelChatMessage.User(text)]);
    let whole = '';
    for await (const part of answer.stream) if (part instanceof LanguageModelTextPart) whole += part.value;
    return whole;
  }

  // VS Code 1.110 doesn't notify a provider of a canceled request once its answer has begun, so the answer would never
  // end. Later versions do ($cancelLanguageModelChatRequest).
  const itLater = version.startsWith('1.110.') ? it.skip : it;

  describe('our models in it', () => {
    it('are the chat models of the service, with context and without tools', async () => {
      await until('the models', async () => (await select()).length === CHAT.length);
      assert.deepEqual((await select()).map(({ id }) => id).sort(), [...CHAT].sort());
      const offered = await (await api()).editorChat.provideLanguageModelChatInformation(
        { silent: true },
        new CancellationTokenSource().token,
      );
      const one = offered.find(({ id }) => id === 'openai/gpt-5.1');
      assert.equal(one?.detail, '1.25 in, 10 out per 1M tokens · 400K tokens');
      assert.equal((one?.maxInputTokens ?? 0) + (one?.maxOutputTokens ?? 0), 400_000);
      assert.deepEqual(one?.capabilities, { imageInput: true, toolCalling: false });
      const textOnly = offered.find(({ id }) => id === 'mistralai/mistral-large');
      assert.equal(textOnly?.capabilities.imageInput, false);
    });

    it('stream their answers', async () => {
      const answer = await (await model()).sendRequest([LanguageModelChatMessage.User('Tell me about runs')]);
      const pieces: string[] = [];
      for await (const part of answer.stream) if (part instanceof LanguageModelTextPart) pieces.push(part.value);
      assert.ok(pieces.length > 3, `${pieces.length} pieces`);
      assert.ok(pieces.join('').length > 40);
    });

    it('get roles, texts and options in the format of the API', async () => {
      const { chatRequest } = await import('../../../src/service/editor-chat/request.ts');
      const { User, Assistant } = LanguageModelChatMessage;
      const system = Object.assign(User('Be kind'), { role: 3 as never });
      const request = chatRequest(
        'a/b',
        [
          system,
          User('Hi'),
          Assistant('Hello'),
          User([new LanguageModelTextPart('one'), new LanguageModelTextPart('two')]),
        ],
        { modelOptions: { temperature: 0.5, max_tokens: 7, top_p: 1, stop: 'x' } },
        false,
      );
      assert.deepEqual(request, {
        model: 'a/b',
        messages: [
          { role: 'system', content: 'Be kind' },
          { role: 'user', content: 'Hi' },
          { role: 'assistant', content: 'Hello' },
          { role: 'user', content: 'one\ntwo' },
        ],
        temperature: 0.5,
        max_completion_tokens: 7,
      });
    });

    it('reject an image before a request unless their record lists image input', async () => {
      const before = sent('/v1/chat');
      const image = LanguageModelDataPart.image(PIXEL, 'image/png');
      const one = await model('mistralai/mistral-large');
      const ask = async () => {
        const answer = await one.sendRequest([
          LanguageModelChatMessage.User([new LanguageModelTextPart('What is it?'), image]),
        ]);
        for await (const _ of answer.text);
      };
      await assert.rejects(ask, /doesn't list image input/);
      assert.equal(sent('/v1/chat'), before);
    });

    it('get an image if their record lists image input', async () => {
      const image = LanguageModelDataPart.image(PIXEL, 'image/png');
      const one = await model('openai/gpt-5-mini');
      const answer = await one.sendRequest([
        LanguageModelChatMessage.User([new LanguageModelTextPart('What is it?'), image]),
      ]);
      let whole = '';
      for await (const part of answer.stream) if (part instanceof LanguageModelTextPart) whole += part.value;
      assert.match(whole, /\[picture\]|picture/);
    });

    it('count tokens approximately', async () => {
      const one = await model();
      assert.equal(await one.countTokens('a'.repeat(400)), 100);
      assert.equal(await one.countTokens(LanguageModelChatMessage.User('a'.repeat(40))), 10);
    });

    itLater('stop when canceled', async () => {
      service.faults.add({ effect: { kind: 'stream', how: 'endless', ms: 10 }, method: 'POST' });
      const stop = new CancellationTokenSource();
      const answer = await (await model()).sendRequest([LanguageModelChatMessage.User('Go on and on')], {}, stop.token);
      let pieces = 0;
      const read = async () => {
        for await (const _ of answer.text) if (++pieces === 3) stop.cancel();
      };
      await read().catch((error) =>
        assert.ok(error instanceof CancellationError || /cancel/i.test(String(error)), String(error)),
      );
      assert.ok(pieces >= 3);
      await until('the stream to be left', () => service.requests.at(-1)?.bytes);
    });

    const failures: readonly (readonly [string, Effect, string, RegExp])[] = [
      ['401', { kind: 'status', status: 401 }, LanguageModelError.NoPermissions.name, /rejected the API key/],
      ['402', { kind: 'status', status: 402 }, LanguageModelError.Blocked.name, /balance/],
      ['404', { kind: 'status', status: 404 }, LanguageModelError.NotFound.name, /no such endpoint/],
      ['429', { kind: 'rateLimit', retryAfter: '7' }, LanguageModelError.Blocked.name, /Limited until \d+:\d\d:\d\d/],
    ];
    for (const [name, effect, code, message] of failures)
      it(`fail with the error codes of VS Code: ${name}`, async () => {
        service.faults.add({ effect, method: 'POST', count: 0 });
        const error = await say('Hello').then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
        assert.ok(error instanceof LanguageModelError, `${error}`);
        assert.equal(error.code, code);
        assert.match(error.message, message);
        service.faults.clear();
        await connect(service.key, service.url);
      });

    it('report an interrupted answer after its text', async () => {
      service.faults.add({ effect: { kind: 'stream', how: 'cut' }, method: 'POST' });
      await assert.rejects(say('Hello'), /incomplete/);
    });

    it("aren't listed when signed out, without waiting for a sign-in", async () => {
      await connect(undefined);
      const { editorChat } = await api();
      const { token } = new CancellationTokenSource();
      assert.deepEqual(await editorChat.provideLanguageModelChatInformation({ silent: true }, token), []);
      await connect(service.key, service.url);
      await until('the models to be back', async () => (await select()).length === CHAT.length);
    });

    it('change with the list', async () => {
      const { models: store } = session();
      service.faults.add({
        effect: { kind: 'body', body: { data: [{ id: 'new/one', type: 'chat' }] } },
        path: '/v1/models',
      });
      await store.refresh();
      await until('the new list', async () => (await select()).map(({ id }) => id).join() === 'new/one');
      await store.refresh();
      await until('the old list', async () => (await select()).length === CHAT.length);
    });

    it("limit requests when the list can't be loaded", async () => {
      await connect(undefined);
      service.faults.add({ effect: { kind: 'status', status: 500 }, path: '/v1/models', count: 0 });
      await connect(service.key, service.url);
      const { models: store } = session();
      await until('the failure', () => store.state === 'failed');
      const before = sent('/v1/models');
      await select();
      await select();
      assert.ok(sent('/v1/models') - before <= 2 * 3, `${sent('/v1/models') - before} requests`);
      service.faults.clear();
      await store.refresh();
    });
  });

  describe('@switchyard', () => {
    interface Answered {
      readonly text: string;
      /** As displayed: without Markdown escapes. */
      readonly plain: string;
      readonly buttons: readonly string[];
      readonly result: ChatResult | undefined;
    }

    const NOBODY = {
      id: 'none',
      name: 'None',
      vendor: 'other',
      sendRequest: () => Promise.reject(LanguageModelError.NoPermissions('No subscription')),
    } as unknown as LanguageModelChat;

    /** Returns the answer of the participant. The chat view calls it in the same way with typed text. */
    async function ask(command: string | undefined, prompt = '', chosen = NOBODY): Promise<Answered> {
      const parts: string[] = [];
      const buttons: string[] = [];
      const response = {
        markdown: (value: string | MarkdownString) => {
          assert.ok(!(value instanceof MarkdownString && (value.isTrusted || value.supportHtml)), 'nothing is trusted');
          parts.push(typeof value === 'string' ? value : value.value);
        },
        progress: () => undefined,
        button: ({ command: id }: { command: string }) => buttons.push(id),
      } as unknown as ChatResponseStream;
      const request = { command, prompt, model: chosen, references: [], toolReferences: [] } as unknown as ChatRequest;
      const context: ChatContext = { history: [] };
      const { editorChat } = await api();
      const result = await editorChat.answer(request, context, response, new CancellationTokenSource().token);
      return { text: parts.join(''), plain: asRead(parts.join('')), buttons, result: result ?? undefined };
    }
    const asRead = (markdown: string) => markdown.replaceAll(/\\(?=\W|_)/g, '');
    const failedRun = () => {
      const failed = [...service.state.runs.values()].filter(({ steps }) => steps.some(({ error }) => error));
      assert.ok(failed[0]);
      return failed[0];
    };

    it('lists models with prices, without a request to a model', async () => {
      const before = sent('/v1/chat');
      const { plain, buttons } = await ask('models', 'gpt');
      assert.match(plain, /Models: 3\b/);
      assert.match(plain, /1\.25 in, 10 out/);
      assert.ok(!/claude/.test(plain));
      assert.ok(buttons.includes(commands.chat.chooseModel));
      assert.equal(sent('/v1/chat'), before);
    });

    it('shows a workflow by its name, without a request to a model', async () => {
      const before = sent('/v1/chat');
      const { plain, buttons, result } = await ask('workflow', 'nightly crm SYNC');
      assert.deepEqual(result, {});
      assert.match(plain, /Nightly CRM sync[\s\S]*Status: (enabled|disabled)[\s\S]*Latest run/);
      assert.deepEqual(buttons, [commands.workflows.openPanel, commands.workflows.openDetails]);
      assert.equal(sent('/v1/chat'), before);
    });

    it('lists the workflows when none is named', async () => {
      const { text } = await ask('workflow');
      assert.ok((text.match(/^- /gm) ?? []).length >= 8, text);
    });

    it('sends a question about a workflow to a model', async () => {
      const before = sent('/v1/chat');
      const { text } = await ask('workflow', '"Nightly CRM sync" how often does it fail?');
      assert.equal(sent('/v1/chat'), before + 1);
      assert.ok(text.length > 100);
    });

    it('explains the newest failed run with our own model, without any subscription', async () => {
      const before = sent('/v1/chat');
      const { text, buttons, result } = await ask('explain');
      assert.deepEqual(result, {});
      assert.match(text, /failed/);
      assert.match(text, /```text\n/);
      assert.deepEqual(buttons, [commands.runs.openPanel]);
      assert.equal(sent('/v1/chat'), before + 1);
    });

    it('shows hostile names and errors as text', async () => {
      const run = failedRun();
      const workflow = service.state.workflows.get(run.workflowId);
      const step = run.steps.find(({ error }) => error);
      assert.ok(workflow && step);
      const { name } = workflow;
      const { error } = step;
      workflow.name = '[yes](command:x) ![p](https://evil.example/p.png) <img src=x> $(alert)';
      step.error = '```\n[click](command:y)\n````';
      await session().workflows.refresh();
      const { text, result } = await ask('explain', run.id);
      assert.deepEqual(result, {});
      // The facts follow the text of the model.
      const shown = text.slice(text.indexOf('**\\[yes'));
      const [facts = ''] = shown.split('\n- ');
      assert.match(facts, /^\*\*\\\[yes\\\]\\\(command\\:x\\\)/);
      assert.ok(!/(?<!\\)[![<$]/.test(facts), facts);
      const [, fence = ''] = /\n(`{3,})text\n/.exec(shown) ?? [];
      assert.ok(fence.length > 4, text);
      workflow.name = name;
      step.error = error;
      await session().workflows.refresh();
    });

    it('explains errors in plain language', async () => {
      service.faults.add({ effect: { kind: 'status', status: 402 }, method: 'POST' });
      assert.match((await ask(undefined, 'Hello')).result?.errorDetails?.message ?? '', /balance/);
      await connect(undefined);
      assert.match((await ask('models')).result?.errorDetails?.message ?? '', /Not signed in/);
      assert.match((await ask('explain')).result?.errorDetails?.message ?? '', /Not signed in/);
      await connect(service.key, service.url);
    });

    it('lists its commands for an empty prompt', async () => {
      assert.match((await ask(undefined)).text, /\/explain/);
    });
  });
});
