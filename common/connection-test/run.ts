/** Tests a server: connects, lists what it offers, and disconnects. Nothing is called. */

import {
  Client,
  type RequestOptions,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  type Transport,
} from '@modelcontextprotocol/client';
import * as l10n from '@vscode/l10n';
import { realClock } from '../clock.ts';
import { CrossOriginError } from '../cross-origin-error.ts';
import type { EndpointDefinition, ServerDefinition } from '../server-definition.ts';
import { endpointTransport, type Fetch, otherHost, type TestTransport } from './endpoint-transport.ts';
import { survivorsNote } from './explain.ts';
import { ConnectionTestError, type TestFailure } from './failure.ts';
import type { LaunchPlan } from './launch-plan.ts';
import { listCapabilities } from './list-capabilities.ts';
import type { Environment, Programs } from './programs.ts';
import { returnedError, revisionsOfRefusal } from './protocol-errors.ts';
import { statelessRevision, type TestResult } from './result.ts';

export interface TestOptions {
  readonly environment: Environment;
  readonly signal: AbortSignal;
  /** Receives what the server writes to standard error, while it's written. */
  readonly log: (text: string) => void;
  /** Receives the current step, for the user: "Starting", "Listing tools". */
  readonly progress: (step: string) => void;
  readonly fetch: Fetch;
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
/** Maximum number of pages of a list. */
const maxPages = 20;

/**
 * Connects as the agent would and lists what the server offers. Rejects immediately when the signal is aborted; the
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
  { definition, leftOut, unset }: LaunchPlan,
  options: TestOptions,
): Promise<TestResult> {
  const found = await firstUsable(definition, options);
  return { transport: definition.transport, ...found, leftOut, unset };
}

type Found = Omit<TestResult, 'transport' | 'leftOut' | 'unset'>;

/** Connects as the agent would. If the server refuses its revision, connects with that of the server. */
async function firstUsable(definition: ServerDefinition, options: TestOptions): Promise<Found> {
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
async function otherRevisions(definition: EndpointDefinition, options: TestOptions): Promise<readonly string[]> {
  const supported = await probe(definition, options, { pin: statelessRevision }, (client) =>
    client.getDiscoverResult()?.supportedVersions.filter((one) => one >= statelessRevision),
  );
  return supported ?? [];
}

type Negotiation = 'legacy' | { readonly pin: string };

/** Connects to an endpoint in another way than its file says. Returns undefined if that isn't possible. */
async function probe<T>(
  definition: EndpointDefinition,
  options: TestOptions,
  mode: Negotiation,
  read: (client: Client) => T,
): Promise<T | undefined> {
  const { transport } = endpointTransport(definition, options.fetch, options.signal);
  const client = createClient(options, mode);
  try {
    await connect(client, transport, { signal: options.signal, timeout: probeTimeout });
    return read(client);
  } catch {
    return undefined;
  } finally {
    await client.close().catch(() => undefined);
    await transport.close().catch(() => undefined);
  }
}

const createClient = ({ version }: TestOptions, mode: Negotiation): Client =>
  new Client({ name: 'switchyard', version }, { listMaxPages: maxPages, versionNegotiation: { mode } });

async function connectOnce(definition: ServerDefinition, options: TestOptions, mode: Negotiation): Promise<Found> {
  const limit = Math.min(definition.timeout || defaultTimeout, maxTimeout);
  const { transport, lastResponse, failure, survivors } = transportFor(definition, options);
  const client = createClient(options, mode);
  let step = '';
  const doing = (what: string): void => {
    step = what;
    options.progress(what);
  };
  const close = async (): Promise<void> => {
    await client.close().catch(() => undefined);
    await transport.close().catch(() => undefined);
  };
  try {
    doing(definition.transport === 'stdio' ? l10n.t('Starting') : l10n.t('Connecting'));
    const began = performance.now();
    const request = { signal: options.signal, timeout: limit };
    await connect(client, transport, request);
    const initialized = performance.now() - began;
    const server = client.getServerVersion();
    const found = {
      server: { name: server?.name ?? '', version: server?.version ?? '' },
      revisions: [client.getNegotiatedProtocolVersion() ?? ''],
      extensions: Object.keys(client.getServerCapabilities()?.extensions ?? {}),
      instructions: client.getInstructions(),
      initialized,
      ...(await listCapabilities(client, request, doing)),
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
    if (error instanceof ConnectionTestError) return error.failure;
    const own = failure();
    if (own !== undefined) return own;
    if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)
      return { kind: 'timeout', seconds: limit / 1000, step };
    // The stack overflowed while the client validated a response.
    if (error instanceof RangeError) return { kind: 'tooDeep' };
    const supported = revisionsOfRefusal(error);
    if (supported !== undefined) return { kind: 'revision', supported };
    const found = definition.transport === 'stdio' ? undefined : endpointReason(error, definition, lastResponse());
    return found ?? { kind: 'refused', message: error instanceof Error ? error.message : String(error) };
  }
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
    failure: () => program.failure,
    survivors: () => program.survivors,
  };
}

function endpointReason(
  error: unknown,
  definition: EndpointDefinition,
  response: Response | undefined,
): TestFailure | undefined {
  const { transport: used, url, signsIn } = definition;
  const status = error instanceof SdkHttpError ? error.status : response?.status;
  const host = response && otherHost(response, url);
  if (host !== undefined) return { kind: 'redirected', host };
  const refused = causes(error).find((one) => one instanceof CrossOriginError);
  if (refused !== undefined) return { kind: 'crossOrigin', message: refused.message };
  if (status === undefined) return { kind: 'unreachable', host: new URL(url).host, code: causeOf(error) };
  if (status === 401 || status === 403) return { kind: 'unauthorized', status, signsIn };
  const refusal = returnedError(error);
  if (refusal !== undefined) return { kind: 'refused', message: refusal.message };
  // A URL of the other transport rejects the method, or responds with something other than events or JSON.
  if (status === 405 || status === 400 || status === 406) return { kind: 'wrongTransport', used, status };
  if (status === 404 || status === 410) return { kind: 'missing', status };
  if (status >= 400) return { kind: 'http', status };
  const contentType = response?.headers.get('content-type') ?? '';
  const isEvents = contentType.includes('text/event-stream');
  const speaks = used === 'sse' ? isEvents : isEvents || contentType.includes('json');
  return speaks ? undefined : { kind: 'wrongTransport', used, status };
}

/** Returns the system error code of a network failure: `ECONNREFUSED`, `ENOTFOUND`. */
function causeOf(error: unknown): string {
  for (const { code } of causes(error)) if (typeof code === 'string' && /^[A-Z_]+$/.test(code)) return code;
  return 'network error';
}

/** Returns an error and its chain of causes. */
function causes(error: unknown): readonly (Error & { readonly code?: unknown })[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : [];
}
