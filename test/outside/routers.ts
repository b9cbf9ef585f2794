/**
 * Routers: our client beside the `openai` package, each asking the reference service directly, through two real gateways, and
 * through Prism, which validates every request and response against our API description.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../scripts/lib/repository.ts';
import { type ApiClient, ApiFailure, createClient } from '../../src/service/api/index.ts';
import { freePort, type LocalServer, listen } from '../local-server.ts';
import { type Service, startService } from '../service/index.ts';
import { TemporaryFolder } from '../temporary-folder.ts';
import { until } from '../until.ts';
import { bun, installed, type Package, programOf } from './packages.ts';

/** What runs between a client and a service, and the other client. */
export const routerPrograms = {
  openai: { name: 'openai', package: 'openai', version: '7.59.0' },
  prism: { name: 'Prism', package: '@stoplight/prism-cli', version: '5.16.0' },
  portkey: { name: 'Portkey', package: '@portkey-ai/gateway', version: '1.15.2' },
  '9router': { name: '9router', package: '9router', version: '0.5.69' },
} as const satisfies Record<string, Package & { readonly name: string }>;

/** What both clients got, in one line, or `failed`, the status, and the reason that the client names. */
interface Pair {
  readonly openai: string;
  readonly ours: string;
}

/** The recorded answers. */
export interface RecordedRouters {
  readonly on: string;
  /** By the way to the service and the question. */
  readonly answers: Readonly<Record<string, Readonly<Record<string, Pair>>>>;
  /** What Prism found in the requests of our client and the responses of the reference service. */
  readonly prism: { readonly requests: number; readonly violations: readonly string[] };
}

/** True if both got the same, or failed with the same status, whatever words they have for it. */
export function sameAnswer({ openai, ours }: Pair): boolean {
  const statusOf = (text: string) => /^failed \w+/.exec(text)?.[0];
  return openai === ours || (statusOf(ours) !== undefined && statusOf(openai) === statusOf(ours));
}

/** Asks both clients everything on all ways. */
export async function askRouters(on: string): Promise<RecordedRouters> {
  const service = await startService();
  const home = new TemporaryFolder('outside-routers');
  const programs: ChildProcess[] = [];
  const forwards: LocalServer[] = [];
  const start = async (script: string, args: readonly string[], port: number, program = process.execPath) => {
    const env = { PATH: process.env.PATH, HOME: home.path, PORT: `${port}`, HOSTNAME: '127.0.0.1', NO_COLOR: '1' };
    programs.push(spawn(program, [script, ...args], { cwd: home.path, env, stdio: 'ignore' }));
    const url = `http://127.0.0.1:${port}`;
    await until(script, () => fetch(url).then(Boolean, () => false), 60_000);
    return url;
  };
  const forward = async (to: string, headers: Readonly<Record<string, string>>, noted?: (header: string) => void) => {
    const server = await forwardTo(to, headers, noted);
    forwards.push(server);
    return server.url;
  };
  try {
    const answers: Record<string, Record<string, Pair>> = {};
    answers.direct = await askBoth(service.url, service.key);

    // The gateway knows providers by name and sends them keys in its own way.
    const upstream = await forward(service.url, { authorization: `Token ${service.key}` });
    const portkeyPort = await freePort();
    const options = ['--headless', `--port=${portkeyPort}`];
    // In Node 24, its streams end with an error.
    const portkey = await start(programOf(routerPrograms.portkey), options, portkeyPort, bun());
    const provider = { 'x-portkey-provider': 'openai', 'x-portkey-custom-host': `${upstream}/v1` };
    answers.Portkey = await askBoth(await forward(portkey, provider), service.key);
    answers['Portkey, without its headers'] = await askBoth(portkey, service.key);

    const folder = path.join(installed(routerPrograms['9router']), 'node_modules/9router/app');
    const nineRouter = await start(path.join(folder, 'custom-server.js'), [], await freePort());
    answers['9router, without a provider'] = await askBoth(nineRouter, service.key);

    const prismPort = await freePort();
    const description = path.join(root, 'schemas/api.openapi.yaml');
    const proxy = ['proxy', description, service.url, '--port', `${prismPort}`, '--verboseLevel', 'silent'];
    const prism = await start(programOf(routerPrograms.prism), proxy, prismPort);
    const found: string[] = [];
    const checked = await forward(prism, {}, (header) => found.push(header));
    const before = service.requests.length;
    await askEverything(createClient({ baseUrl: checked, apiKey: service.key }), service);
    const violations = found.filter((header) => header !== '');
    return { on, answers, prism: { requests: service.requests.length - before, violations } };
  } finally {
    for (const program of programs) if (program.kill('SIGKILL')) await once(program, 'exit');
    for (const server of forwards) await server.close();
    await service.close();
    home.remove();
  }
}

/** Starts a server that passes everything on with these headers. @param noted called with what Prism says of each response */
function forwardTo(to: string, headers: Readonly<Record<string, string>>, noted?: (header: string) => void) {
  return listen((incoming, outgoing) => {
    const url = new URL(incoming.url ?? '/', to);
    const passed = request(url, {
      method: incoming.method,
      headers: { ...incoming.headers, ...headers, host: url.host },
    });
    passed.on('response', (response) => {
      noted?.(String(response.headers['sl-violations'] ?? ''));
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
}

const model = 'mistralai/mistral-large';
const messages = [{ role: 'user' as const, content: 'How do I measure a queue? 工作' }];
const recording = () => new File([new Uint8Array(2048)], 'a.wav', { type: 'audio/wav' });

/** Asks both clients the same questions. @param url of the service, without `/v1` */
async function askBoth(url: string, key: string): Promise<Record<string, Pair>> {
  const module = path.join(installed(routerPrograms.openai), 'node_modules/openai/index.mjs');
  const { default: OpenAI } = await import(pathToFileURL(module).href);
  const theirs = (apiKey: string) =>
    new OpenAI({
      apiKey,
      baseURL: `${url}/v1`,
      maxRetries: 0,
      defaultHeaders: { authorization: `Token ${apiKey}` },
    });
  const ours = (apiKey: string) => createClient({ baseUrl: url, apiKey });
  const openai = theirs(key);
  const client = ours(key);
  const wrong = 'not-the-key-of-anyone';
  const questions: Readonly<Record<string, readonly [() => Promise<string>, () => Promise<string>]>> = {
    models: [
      async () => idsIn((await openai.models.list()).data),
      async () => idsIn(await client.models({ onUnreadable: () => undefined })),
    ],
    'an answer as a whole': [
      async () => {
        const { choices, usage } = await openai.chat.completions.create({ model, messages });
        return answerIn(choices[0].message.content, usage?.prompt_tokens, usage?.completion_tokens);
      },
      () => ourAnswer(client, { model, messages, stream: false }),
    ],
    'an answer as a stream': [
      async () => {
        let text = '';
        let usage: { prompt_tokens?: number; completion_tokens?: number } | undefined;
        for await (const chunk of await openai.chat.completions.create({ model, messages, stream: true })) {
          text += chunk.choices[0]?.delta?.content ?? '';
          usage = chunk.usage ?? usage;
        }
        return answerIn(text, usage?.prompt_tokens, usage?.completion_tokens);
      },
      () => ourAnswer(client, { model, messages }),
    ],
    'a model that is missing': [
      async () => (await openai.chat.completions.create({ model: 'no/such', messages })).choices[0].message.content,
      () => ourAnswer(client, { model: 'no/such', messages, stream: false }),
    ],
    speech: [
      async () =>
        bytesIn(await (await openai.audio.speech.create({ model: 'openai/tts-1', input: 'x' })).arrayBuffer()),
      async () => bytesIn((await client.speech({ model: 'openai/tts-1', input: 'x' })).bytes),
    ],
    'a transcript': [
      async () => (await openai.audio.transcriptions.create({ model: 'openai/whisper-1', file: recording() })).text,
      async () => (await client.transcribe({ model: 'openai/whisper-1', file: recording() })).text,
    ],
    'an image': [
      async () => {
        const [image] = (await openai.images.generate({ model: 'openai/gpt-image-1', prompt: 'a queue' })).data;
        return image.b64_json ? bytesIn(Buffer.from(image.b64_json, 'base64')) : 'an address';
      },
      async () => {
        const [image] = await client.images({ model: 'openai/gpt-image-1', prompt: 'a queue' });
        return image && 'bytes' in image ? bytesIn(image.bytes) : 'an address';
      },
    ],
    'another key': [
      async () => idsIn((await theirs(wrong).models.list()).data),
      async () => idsIn(await ours(wrong).models({ onUnreadable: () => undefined })),
    ],
  };
  const pairs: Record<string, Pair> = {};
  for (const [question, [ask, askOurs]] of Object.entries(questions))
    pairs[question] = { openai: await outcomeOf(ask), ours: await outcomeOf(askOurs) };
  return pairs;
}

async function ourAnswer(client: ApiClient, body: Parameters<ApiClient['chatStream']>[0]): Promise<string> {
  let text = '';
  let [input, output]: (number | undefined)[] = [];
  for await (const delta of client.chatStream(body)) {
    if (delta.kind === 'text') text += delta.text;
    if (delta.kind === 'usage') ({ promptTokens: input, completionTokens: output } = delta.usage);
  }
  return answerIn(text, input, output);
}

async function outcomeOf(ask: () => Promise<string>): Promise<string> {
  try {
    return await ask();
  } catch (caught) {
    if (caught instanceof ApiFailure)
      return failed('status' in caught.error ? caught.error.status : undefined, caught.text);
    const { status, message } = caught as { readonly status?: number; readonly message: string };
    return failed(status, message);
  }
}

const failed = (status: number | undefined, reason: string) => `failed ${status ?? 'here'}: ${reason}`;

/** Ports and keys differ from run to run, so long values are named by their hash. */
const hashOf = (value: string | Uint8Array) => createHash('sha256').update(value).digest('hex').slice(0, 12);

const bytesIn = (bytes: ArrayBuffer | Uint8Array) => `${bytes.byteLength} bytes, ${hashOf(new Uint8Array(bytes))}`;

const idsIn = (models: readonly { readonly id: string }[]) =>
  `${models.length} models, ${hashOf(models.map(({ id }) => id).join('\n'))}`;

const answerIn = (text: string | null, input?: number, output?: number) =>
  `${text?.length ?? 0} characters, ${hashOf(text ?? '')}, ${input} and ${output} tokens`;

/** Sends every request of our client once, so that Prism sees it. Requests that fail are answered, too. */
async function askEverything(client: ApiClient, service: Service): Promise<void> {
  const [workflow] = await client.listWorkflows();
  const id = workflow?.id ?? '';
  const versions = await client.listVersions(id, { page: 1, limit: 5 });
  const version_id = versions.items[0]?.id ?? '';
  const runs = await client.listExecutions({ page: 1, limit: 20 });
  const tries: readonly (() => Promise<unknown>)[] = [
    () => client.getWorkflow(id),
    () => client.setWorkflowStatus(id, 'disabled'),
    () => client.setWorkflowStatus(id, 'enabled'),
    () => client.publish(id, { version_id }),
    () => client.publish(id, { version_id: 'no-such' }),
    () => client.getVersion(version_id),
    () => client.listExecutions({ workflow_id: id, status: 'FAILED' }),
    ...runs.items.map((run) => () => client.getExecution(run.id)),
    () => client.getWorkflow('no-such'),
    () => client.getVersion('no-such'),
    () => client.getExecution('no-such'),
    () => client.models(),
    () => ourAnswer(client, { model, messages }),
    () => ourAnswer(client, { model, messages, stream: false, temperature: 0.2, max_completion_tokens: 100 }),
    () => client.speech({ model: 'openai/tts-1', input: 'x', voice: 'alloy' }),
    () => client.transcribe({ model: 'openai/whisper-1', file: recording(), language: 'en' }),
    () => client.images({ model: 'openai/gpt-image-1', prompt: 'a queue', size: '512x512' }),
  ];
  for (const ask of tries) await ask().catch(() => undefined);
  for (const other of [...service.state.workflows.values()].slice(0, 5))
    await client.getWorkflow(other.id).catch(() => undefined);
}
