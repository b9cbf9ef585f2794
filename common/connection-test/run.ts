/** Tests a server: connects, lists what it offers, and disconnects. Nothing is called. */

import {
  Client,
  type RequestOptions,
  SdkError,
  SdkErrorCode,
  SseError,
  SUPPORTED_PROTOCOL_VERSIONS,
  specTypeSchemas,
  type Transport,
} from '@modelcontextprotocol/client';
import * as l10n from '@vscode/l10n';
import { realClock } from '../clock.ts';
import { isRecord, isText } from '../guards.ts';
import type { EndpointDefinition, ServerDefinition } from '../messages/server-definition.ts';
import { statelessRevision } from '../protocol-revisions.ts';
import { survivorsNote } from './explain.ts';
import { ConnectionTestError, type TestFailure } from './failure.ts';
import { type Flaw, invalidFields } from './flaw.ts';
import type { LaunchPlan } from './launch/launch-plan.ts';
import type { Environment, Programs } from './launch/programs.ts';
import { listCapabilities } from './list-capabilities.ts';
import type { TestResult } from './result.ts';
import { endpointFailure } from './transports/endpoint-failure.ts';
import { endpointTransport, type TestFetch, type TestTransport } from './transports/endpoint-transport.ts';
import { OhMyPiTransport } from './transports/oh-my-pi-transport.ts';
import { returnedError, revisionsOfRefusal } from './transports/protocol-errors.ts';
import { withoutEchoes } from './without-echoes.ts';

export interface TestOptions {
  readonly environment: Environment;
  readonly signal: AbortSignal;
  /** Receives what the server writes to standard error, while it's written. */
  readonly log: (text: string) => void;
  /** Receives the current step, for the user: "Starting", "Listing tools". */
  readonly progress: (step: string) => void;
  readonly fetch: TestFetch;
  /** Absent if no processes can be started. */
  readonly programs?: Programs | undefined;
  /** Version of Switchyard, which is sent to the server. */
  readonly version: string;
}

/** Milliseconds per step if the file has no timeout or sets no limit. */
const defaultTimeout = 30_000;
const maxTimeout = 300_000;
/** Milliseconds to find out whether an endpoint also speaks other revisions. */
const probeTimeout = 3000;

/**
 * Connects as Oh My Pi would and lists what the server offers. Rejects immediately when the signal is aborted; the
 * process is ended after that.
 * @throws ConnectionTestError for everything that can go wrong
 */
export function testConnection(plan: LaunchPlan, options: TestOptions): Promise<TestResult> {
  const canceled = new Promise<never>((_resolve, reject) => {
    const cancel = () => reject(new ConnectionTestError({ kind: 'canceled' }));
    if (options.signal.aborted) cancel();
    else options.signal.addEventListener('abort', cancel, { once: true });
  });
  return Promise.race([canceled, connectAndList(plan, options)]);
}

/**
 * Like `testConnection`, but when the signal is aborted, it rejects only after the process has ended.
 * @throws ConnectionTestError
 */
export async function connectAndList(
  { definition, leftOut, unset, folder }: LaunchPlan,
  options: TestOptions,
): Promise<TestResult> {
  const found = await firstUsable(definition, { ...options, folder });
  return { transport: definition.transport, ...found, leftOut, unset };
}

type Found = Omit<TestResult, 'transport' | 'leftOut' | 'unset'>;

/** With the absolute path of the project. */
type Circumstances = TestOptions & Pick<LaunchPlan, 'folder'>;

/** Connects as Oh My Pi would. If the server refuses its revision, connects with that of the server. */
async function firstUsable(definition: ServerDefinition, options: Circumstances): Promise<Found> {
  try {
    const found = await connectOnce(definition, options, 'legacy');
    // A program would have to be started again.
    const more = definition.transport === 'http' ? await otherRevisions(definition, options) : [];
    return { ...found, revisions: [...found.revisions, ...more] };
  } catch (error) {
    const failure = error instanceof ConnectionTestError ? error.failure : undefined;
    if (definition.transport === 'http' && (failure?.kind === 'wrongTransport' || failure?.kind === 'missing')) {
      const events = await probe({ ...definition, transport: 'sse' }, options, 'legacy', () => true);
      if (events) throw new ConnectionTestError({ kind: 'deprecatedTransport' });
    }
    if (failure?.kind !== 'revision' || !failure.supported.includes(statelessRevision)) throw error;
    const found = await connectOnce(definition, options, { pin: statelessRevision }).catch(() => undefined);
    if (found === undefined) throw error;
    return { ...found, revisions: [...new Set([...found.revisions, ...failure.supported])] };
  }
}

/** Returns the revisions without `initialize` that an endpoint also speaks. */
async function otherRevisions(definition: EndpointDefinition, options: Circumstances): Promise<readonly string[]> {
  const supported = await probe(definition, options, { pin: statelessRevision }, (client) =>
    client.getDiscoverResult()?.supportedVersions.filter((one) => one >= statelessRevision),
  );
  return supported ?? [];
}

type Negotiation = 'legacy' | { readonly pin: string };

/** Connects to an endpoint in another way than its file says. Returns undefined if that isn't possible. */
async function probe<T>(
  definition: EndpointDefinition,
  options: Circumstances,
  mode: Negotiation,
  read: (client: Client) => T,
): Promise<T | undefined> {
  const { transport, endSession } = endpointTransport(definition, options.fetch, options.signal);
  const client = createClient(definition, options, mode);
  try {
    await connect(client, transport, { signal: options.signal, timeout: probeTimeout });
    return read(client);
  } catch {
    return undefined;
  } finally {
    await endSession();
    await client.close().catch(() => undefined);
    await transport.close().catch(() => undefined);
  }
}

/** Declares what Oh My Pi declares, because servers offer other tools to other clients. */
function createClient({ transport }: ServerDefinition, { version, folder }: Circumstances, mode: Negotiation): Client {
  const client = new Client(
    { name: 'switchyard', version },
    { capabilities: { roots: { listChanged: false } }, versionNegotiation: { mode } },
  );
  // A server on another computer isn't told the paths of this one.
  const roots = transport === 'stdio' ? [{ uri: fileUri(folder), name: folder.split(/[\\/]/).at(-1) ?? '' }] : [];
  client.setRequestHandler('roots/list', () => ({ roots }));
  return client;
}

function fileUri(folder: string): string {
  return `file://${folder
    .replaceAll('\\', '/')
    .replace(/^(?!\/)/, '/')
    .split('/')
    .map(encodeURIComponent)
    .join('/')}`;
}

async function connectOnce(definition: ServerDefinition, options: Circumstances, mode: Negotiation): Promise<Found> {
  const limit = Math.min(definition.timeout || defaultTimeout, maxTimeout);
  const { transport, lastResponse, endSession, failure, survivors } = transportFor(definition, options);
  const client = createClient(definition, options, mode);
  const asAgent = new OhMyPiTransport(
    transport,
    definition.requestIdFormat === 'string',
    () => !isJson(lastResponse()),
  );
  let step = '';
  const doing = (what: string): void => {
    step = what;
    options.progress(what);
  };
  const close = async (): Promise<void> => {
    await endSession();
    await client.close().catch(() => undefined);
    await transport.close().catch(() => undefined);
  };
  try {
    doing(definition.transport === 'stdio' ? l10n.t('Starting') : l10n.t('Connecting'));
    const began = performance.now();
    const request = { signal: options.signal, timeout: limit };
    await connect(client, mode === 'legacy' ? asAgent : transport, request);
    const initialized = performance.now() - began;
    const server = client.getServerVersion();
    const { capabilities, flaws } = await listCapabilities(client, request, doing, reasonOf);
    const found = {
      server: { name: server?.name ?? '', version: server?.version ?? '' },
      revisions: [client.getNegotiatedProtocolVersion() ?? ''],
      extensions: Object.keys(client.getServerCapabilities()?.extensions ?? {}),
      instructions: client.getInstructions(),
      initialized,
      ...capabilities,
      flaws: [...(await flawsOf(asAgent)), ...flaws],
    };
    await close();
    return { ...found, survivors: survivors() };
  } catch (error) {
    const reason: TestFailure = options.signal.aborted ? { kind: 'canceled' } : reasonOf(error);
    await close();
    throw new ConnectionTestError(reason, survivors());
  } finally {
    await close();
    const left = survivors();
    if (left.length > 0) options.log(survivorsNote(left));
  }

  function reasonOf(error: unknown): TestFailure {
    return withoutEchoes(failureIn(error), definition);
  }

  function failureIn(error: unknown): TestFailure {
    if (error instanceof ConnectionTestError) return error.failure;
    const own = failure();
    if (own !== undefined) return own;
    if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)
      return { kind: 'timeout', seconds: limit / 1000, step };
    // The stack overflowed while the client validated a response.
    if (error instanceof RangeError) return { kind: 'tooDeep' };
    const supported = revisionsOfRefusal(error);
    if (supported !== undefined) return { kind: 'revision', supported };
    const found = definition.transport === 'stdio' ? undefined : endpointFailure(error, definition, lastResponse());
    const unusable = found ?? asAgent.failure;
    if (unusable !== undefined) return unusable;
    const message = messageOf(error);
    return returnedError(error) === undefined ? { kind: 'interrupted', message } : { kind: 'refused', message };
  }
}

/** Without a reason, the client writes "undefined" as that of the end of an event stream. */
const messageOf = (error: unknown): string =>
  error instanceof SseError && error.event.message === undefined
    ? l10n.t('The event stream ended.')
    : error instanceof Error
      ? error.message
      : String(error);

const isJson = (response: Response | undefined): boolean =>
  response !== undefined && !response.headers.get('content-type')?.includes('text/event-stream');

/** Returns what is wrong with the response to `initialize`, and with the IDs of responses. */
async function flawsOf({ initialized, hasOtherIds }: OhMyPiTransport): Promise<readonly Flaw[]> {
  const invalid = initialized === undefined ? [] : await invalidFields(initialized, specTypeSchemas.InitializeResult);
  const revision = isRecord(initialized) ? initialized.protocolVersion : undefined;
  const isUnknown = isText(revision) && !SUPPORTED_PROTOCOL_VERSIONS.includes(revision);
  const fields = isUnknown ? [...invalid, { path: 'protocolVersion', problem: 'invalid' } as const] : invalid;
  return [
    ...(hasOtherIds ? [{ kind: 'ids' } as const] : []),
    ...(fields.length > 0 ? [{ kind: 'initialize', fields } as const] : []),
  ];
}

/**
 * Connects within the timeout of a request. The client itself applies it to neither the start of the transport, which
 * waits for an event over SSE, nor the notification after `initialize`.
 */
function connect(
  client: Client,
  transport: Transport,
  request: RequestOptions & { readonly timeout: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = realClock.later(request.timeout, () =>
      reject(new SdkError(SdkErrorCode.RequestTimeout, 'Connecting timed out')),
    );
    void client.connect(transport, request).then(resolve, reject).finally(cancel);
  });
}

function transportFor(
  definition: ServerDefinition,
  { environment, fetch, log, programs, signal }: TestOptions,
): TestTransport {
  if (definition.transport !== 'stdio') return endpointTransport(definition, fetch, signal);
  if (programs === undefined) throw new ConnectionTestError({ kind: 'notAllowed', command: definition.command });
  const program = programs.connect(definition, environment, log);
  return {
    transport: program,
    lastResponse: () => undefined,
    endSession: async () => undefined,
    failure: () => program.failure,
    survivors: () => program.survivors,
  };
}
