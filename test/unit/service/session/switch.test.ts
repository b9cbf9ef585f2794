/** Another account becomes active while work of the previous one is running. Both are accounts of the reference service. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CancellationToken, ExtensionContext, TextDocument, Uri as VsCodeUri } from 'vscode';
import { Conversation } from '../../../../src/service/chat/chat/conversation.ts';
import { generateImages } from '../../../../src/service/media/images/generate.ts';
import { type MediaServices, RecentValues } from '../../../../src/service/media/services.ts';
import { speak } from '../../../../src/service/media/speech.ts';
import { transcribe } from '../../../../src/service/media/transcripts/commands.ts';
import { invoke } from '../../../../src/service/model-tools/invoke.ts';
import { RunPages } from '../../../../src/service/panels/run/run-panel.ts';
import type { PanelServices } from '../../../../src/service/panels/services.ts';
import { RequestHistory } from '../../../../src/service/requests/history.ts';
import { sendDocument } from '../../../../src/service/requests/send.ts';
import { RunDocuments } from '../../../../src/service/runs/documents.ts';
import { Accounts } from '../../../../src/service/session/accounts/accounts.ts';
import type { ServiceSession } from '../../../../src/service/session/session.ts';
import { changeStatus } from '../../../../src/service/workflows/change-status.ts';
import { WorkflowDocuments } from '../../../../src/service/workflows/documents.ts';
import { publishVersion } from '../../../../src/service/workflows/publish.ts';
import { tools } from '../../../../src/shared/generated/names.ts';
import { known } from '../../../../src/shared/knowledge.ts';
import { OpenPanels } from '../../../../src/shared/panels/open-panels.ts';
import { type Service, startService } from '../../../service/index.ts';
import { until } from '../../../until.ts';
import {
  FakeMemento,
  opened,
  panels,
  settings,
  shown,
  TabInputText,
  TabInputTextDiff,
  Uri,
  window,
} from '../../fake-vscode.ts';
import { settle } from '../../settle.ts';

const stored: string[] = [];
vi.mock('../../../../src/service/media/preview.ts', () => ({
  openPreview: async (file: Uri) => void opened.push(file),
}));
vi.mock('../../../../src/service/media/transcripts/files.ts', () => ({
  openAudio: async (uri: Uri) => ({ uri, name: uri.path, size: 3, blob: new Blob(['abc']) }),
  writeTranscripts: async () => void stored.push('transcript'),
}));
vi.mock('../../../../src/service/media/images/prompt.ts', () => ({
  askForImagePrompt: async () => ({ imagePrompt: { model: 'openai/gpt-image-1', prompt: 'a', size: '' }, count: 2 }),
}));
vi.mock('../../../../src/service/media/transcripts/questions.ts', () => ({
  askForOptions: async () => ({ model: 'openai/whisper-1', language: '', format: 'text', place: 'document' }),
}));

let [old, other]: Service[] = [];
let accounts: Accounts;
let session: ServiceSession;
const before = { ...window };
/** Resolved when the user answers. */
let answered: PromiseWithResolvers<void>;
/** What the user was asked. */
let asked: unknown[];

const answer = async (...question: unknown[]) => {
  asked.push(question);
  await answered.promise;
  return question.find((part) => part === 'Publish' || part === 'Undo') ?? '';
};

beforeAll(async () => {
  [old, other] = await Promise.all([startService(), startService()]);
});
afterAll(async () => {
  await Promise.all([old?.close(), other?.close()]);
});

beforeEach(async () => {
  for (const [name, value] of Object.entries({
    'switchyard.baseUrl': '',
    'switchyard.requestTimeout': 60,
    'switchyard.chat.answerTimeout': 30,
    'switchyard.chat.idleTimeout': 5,
    'switchyard.runs.pageSize': 20,
    'switchyard.refresh.whileRunning': 3,
  }))
    settings.set(name, value);
  const keys: Record<string, string> = {};
  accounts = new Accounts({
    secrets: { get: async (slot: string) => keys[slot], onDidChange: () => ({ dispose: () => undefined }) },
    globalState: new FakeMemento(),
    workspaceState: new FakeMemento(),
  } as unknown as ExtensionContext);
  for (const service of [old, other]) {
    const { id, baseUrl } = await accounts.list.add(service === old ? 'Old' : 'New', new URL(service?.url ?? ''));
    keys[`switchyard.apiKey:${baseUrl.origin}#${id}`] = service?.key ?? '';
  }
  await use('Old');
  session = await accounts.require();
  await Promise.all([session.workflows.ensure(), session.runs.ensure(), session.models.ensure()]);
  answered = Promise.withResolvers();
  asked = [];
  Object.assign(window, {
    withProgress: (_options: object, work: (progress: object, token: object) => unknown) =>
      work({ report: () => undefined }, { onCancellationRequested: () => undefined }),
    showInputBox: async () => '',
    showQuickPick: answer,
    showWarningMessage: (text: string, ...more: unknown[]) =>
      more.some((one) => typeof one === 'object') ? answer(text, ...more) : before.showWarningMessage(text, ...more),
  });
  stored.length = 0;
  for (const service of [old, other]) if (service) service.requests.length = 0;
});
afterEach(() => {
  old?.faults.clear();
  accounts.dispose();
});

const use = (name: string) => accounts.use(accounts.list.all.find((one) => one.name === name)?.id ?? '');
const workflow = () => session.workflows.entries[0]?.workflow.id ?? '';
const run = () => session.runs.runs[0]?.id ?? '';
const token = {
  isCancellationRequested: false,
  onCancellationRequested: () => undefined,
} as unknown as CancellationToken;

const media = () =>
  ({
    session,
    generated: { store: async (name: object) => void stored.push(JSON.stringify(name)) },
    lastDocument: () => undefined,
    recent: new RecentValues(
      new FakeMemento([
        ['switchyard.media.speechModel', ['openai/tts-1']],
        ['switchyard.media.voice openai/tts-1', ['']],
      ]) as never,
    ),
  }) as unknown as MediaServices;

/** Sends a chat message. @returns a promise that resolves when its answer has ended */
async function chat(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const models = { cost: () => undefined, takesImages: () => known(false) };
  const onRecord = ({ kind }: { kind: string }) => kind === 'end' && resolve();
  const chatSession = new Conversation({ id: 'c', accounts, models, onRecord: (record) => void onRecord(record) });
  chatSession.setModel('openai/gpt-5.1');
  chatSession.ask('Hello');
  await promise;
  expect(chatSession.transcript.last).toMatchObject({ ending: { how: 'stopped' } });
}

const operations: Readonly<Record<string, () => Promise<unknown>>> = {
  'a refresh of workflows': () => session.workflows.refresh(),
  'the latest runs of a workflow': () => session.latest.loadRunsOf(workflow()),
  '"Load More" of runs': () => session.runs.loadMore(),
  'a poll of runs': () => session.runs.poll(),
  'the versions of a workflow': () => session.versions.ensure(workflow()),
  'the panel of a run': () =>
    new RunPages(new OpenPanels(Uri.file('/x') as unknown as VsCodeUri)).open(
      { session } as unknown as PanelServices,
      run(),
    ),
  'the details of workflows': () => session.workflows.loadDetails([workflow()], () => true),
  'a refresh of models': () => session.models.refresh(),
  'a change of a status': () => changeStatus('disabled')(session, { kind: 'workflow', id: workflow() }, undefined),
  'an answer in a chat': chat,
  images: () => generateImages(media(), {}),
  'a transcription': () => transcribe(media(), undefined, [Uri.file('/a.wav'), Uri.file('/b.wav')]),
  'a text that is read aloud in parts': () => speak(media(), 'This is a sentence. '.repeat(500)),
  'a request document': () => {
    const document = { getText: () => 'POST /keys\n\n{}' } as TextDocument;
    const show = async (text: string) => void shown.push(text);
    return sendDocument(document, session, new RequestHistory(new FakeMemento() as never), show);
  },
  'a tool of a language model': () => invoke(tools.listWorkflows, {}, { accounts, workflows: {} as never }, token),
};

const isChange = ({ method }: { readonly method: string }) => method !== 'GET';

/** Runs an operation as a command does. @returns how it ends */
const start = (operation: () => Promise<unknown>) =>
  accounts
    .inSession(operation)()
    .then(
      () => 'ended',
      () => 'failed',
    );

describe('an account that is left', () => {
  test.each(Object.entries(operations))(
    'shows nothing of %s and sends nothing for it to the next one',
    async (_, operation) => {
      old?.faults.add({ effect: { kind: 'hang' }, count: 0 });
      const running = start(operation);
      await until('the request', () => old?.requests.length);
      const sent = old?.requests.length;
      await use('New');
      expect(await running).toBe('ended');
      await settle(5);
      const openPanels = panels.filter(({ isDisposed }) => !isDisposed);
      expect([shown, opened, openPanels, stored]).toEqual([[], [], [], []]);
      expect([old?.requests.length, other?.requests]).toEqual([sent, []]);
    },
  );

  test('closes the documents of its records, and no others', async () => {
    const uri = (scheme: string) => Uri.from({ scheme, path: '/a', query: '' });
    const tabs = ['switchyard-run', 'switchyard-step-error', 'switchyard-version', 'file'].map((scheme) => ({
      input: new TabInputText(uri(scheme)),
    }));
    const diff = { input: new TabInputTextDiff(uri('switchyard-version-text'), uri('switchyard-version-text')) };
    const closed: unknown[] = [];
    Object.assign(window, {
      tabGroups: { all: [{ tabs: [...tabs, diff] }], close: async (ones: unknown[]) => closed.push(...ones) },
    });
    const documents = [new RunDocuments(accounts), new WorkflowDocuments(accounts)];
    await use('New');
    expect(closed).toEqual(expect.arrayContaining([...tabs.slice(0, 3), diff]));
    expect(closed).toHaveLength(4);
    for (const one of documents) one.dispose();
  });

  test('publishes no version that is confirmed afterwards', async () => {
    await session.versions.ensure(workflow());
    const version = session.versions.versions(workflow()).find(({ state }) => state === 'draft');
    const row = { kind: 'version', workflow: workflow(), version };
    const running = start(() => publishVersion(session, row));
    await until('the confirmation', () => asked.length > 0);
    await use('New');
    answered.resolve();
    await running;
    expect(shown).toEqual([]);
    expect([...(old?.requests ?? []), ...(other?.requests ?? [])].filter(isChange)).toEqual([]);
  });

  test('closes a question about its data', async () => {
    const running = start(() => publishVersion(session, { kind: 'workflow', id: workflow() }));
    await until('the versions', () => asked.length > 0);
    const [[, , closing]] = asked as [[unknown, unknown, CancellationToken]];
    await use('New');
    expect(closing.isCancellationRequested).toBe(true);
    answered.resolve();
    await running;
    expect(other?.requests).toEqual([]);
  });

  test('gets no change that is undone afterwards, and the user learns why', async () => {
    Object.assign(window, { showInformationMessage: (...question: unknown[]) => answer(...question) });
    await changeStatus('disabled')(session, { kind: 'workflow', id: workflow() }, undefined);
    await use('New');
    answered.resolve();
    await until('the error', () => shown.length > 0);
    expect(shown).toEqual(['The connection has changed. Nothing was sent to the new one.']);
    expect([...(old?.requests ?? []), ...(other?.requests ?? [])].filter(isChange)).toHaveLength(1);
  });
});
