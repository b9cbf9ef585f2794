/** One test of one server: connect, ask what it offers, and end everything again. Nothing is called. */

import { Client, SdkError, SdkErrorCode, SdkHttpError, type Transport } from '@modelcontextprotocol/client';
import * as l10n from '@vscode/l10n';
import { CrossOriginError } from '../cross-origin-error.ts';
import type { EndpointDefinition, ServerDefinition } from '../server-definition.ts';
import { endpointTransport, type Fetch, type Witness } from './endpoint-transport.ts';
import { ConnectionTestError, type TestFailure } from './failure.ts';
import type { LaunchPlan } from './launch-plan.ts';
import { listCapabilities } from './list-capabilities.ts';
import type { Environment, Programs, ProgramTransport } from './programs.ts';
import type { TestResult } from './result.ts';

export interface TestOptions {
  readonly environment: Environment;
  readonly signal: AbortSignal;
  /** What the server writes to standard error, as it comes. */
  readonly log: (text: string) => void;
  /** What is being done, for people: "Starting", "Listing tools". */
  readonly progress: (step: string) => void;
  readonly fetch: Fetch;
  /** Absent if no processes can be started. */
  readonly programs?: Programs | undefined;
  /** Of this extension, which tells the server who asks. */
  readonly version: string;
}

/** Milliseconds for one step where the file says nothing, or that there is no limit. */
const defaultTimeout = 30_000;
const longestTimeout = 300_000;
/** Pages of one list. */
const mostPages = 20;

/**
 * Connects as the agent would and lists what the server offers. Rejects at once when the signal is aborted; the process
 * is ended after that.
 * @throws ConnectionTestError for everything that can go wrong
 */
export function testConnection(plan: LaunchPlan, options: TestOptions): Promise<TestResult> {
  const canceled = new Promise<never>((_resolve, reject) => {
    const cancel = () => reject(new ConnectionTestError({ kind: 'cancelled' }));
    if (options.signal.aborted) cancel();
    else options.signal.addEventListener('abort', cancel, { once: true });
  });
  return Promise.race([canceled, connectAndList(plan, options)]);
}

/**
 * The same; when the signal is aborted, it rejects only when the process is gone.
 * @throws ConnectionTestError
 */
export async function connectAndList(
  { definition, leftOut, unset }: LaunchPlan,
  options: TestOptions,
): Promise<TestResult> {
  const limit = Math.min(definition.timeout || defaultTimeout, longestTimeout);
  const ends = transportFor(definition, options);
  const client = new Client({ name: 'switchyard', version: options.version }, { listMaxPages: mostPages });
  let step = '';
  const doing = (what: string): void => {
    step = what;
    options.progress(what);
  };
  try {
    doing(definition.transport === 'stdio' ? l10n.t('Starting') : l10n.t('Connecting'));
    const began = performance.now();
    const request = { signal: options.signal, timeout: limit };
    await client.connect(ends.transport, request);
    const initialized = performance.now() - began;
    const server = client.getServerVersion();
    return {
      transport: definition.transport,
      server: { name: server?.name ?? '', version: server?.version ?? '' },
      protocol: client.getNegotiatedProtocolVersion() ?? '',
      instructions: client.getInstructions(),
      initialized,
      ...(await listCapabilities(client, request, doing)),
      leftOut,
      unset,
    };
  } catch (error) {
    throw new ConnectionTestError(reasonOf(error, { definition, limit, step, ...ends, signal: options.signal }));
  } finally {
    await client.close().catch(() => undefined);
    await ends.transport.close().catch(() => undefined);
  }
}

function transportFor(definition: ServerDefinition, { environment, fetch, log, programs, signal }: TestOptions): Ends {
  if (definition.transport !== 'stdio') return { program: undefined, ...endpointTransport(definition, fetch, signal) };
  if (programs === undefined) throw new ConnectionTestError({ kind: 'notAllowed', command: definition.command });
  const program = programs.connect(definition, environment, log);
  return { transport: program, program, witness: undefined };
}

interface Ends {
  readonly transport: Transport;
  readonly program: ProgramTransport | undefined;
  readonly witness: Witness | undefined;
}

interface Circumstances extends Ends {
  readonly definition: ServerDefinition;
  readonly limit: number;
  readonly step: string;
  readonly signal: AbortSignal;
}

function reasonOf(error: unknown, { definition, limit, step, program, witness, signal }: Circumstances): TestFailure {
  if (signal.aborted) return { kind: 'cancelled' };
  if (error instanceof ConnectionTestError) return error.failure;
  if (program?.failure !== undefined) return program.failure;
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)
    return { kind: 'timeout', seconds: limit / 1000, step };
  if (witness !== undefined && definition.transport !== 'stdio') {
    const found = endpointReason(error, definition, witness);
    if (found !== undefined) return found;
  }
  return { kind: 'refused', message: error instanceof Error ? error.message : String(error) };
}

function endpointReason(error: unknown, definition: EndpointDefinition, witness: Witness): TestFailure | undefined {
  const { transport: used, url, signsIn } = definition;
  const status = error instanceof SdkHttpError ? error.status : witness.status;
  if (witness.redirectedTo !== undefined) return { kind: 'redirected', host: witness.redirectedTo };
  const refused = causes(error).find((one) => one instanceof CrossOriginError);
  if (refused !== undefined) return { kind: 'crossOrigin', message: refused.message };
  if (status === undefined) return { kind: 'unreachable', host: new URL(url).host, code: causeOf(error) };
  if (status === 401 || status === 403) return { kind: 'unauthorized', status, signsIn };
  // An address of the other transport refuses the method, or answers something else than events or JSON.
  if (status === 405 || status === 400 || status === 406) return { kind: 'wrongTransport', used, status };
  if (status === 404 || status === 410) return { kind: 'missing', status };
  if (status >= 400) return { kind: 'http', status };
  const isEvents = witness.contentType.includes('text/event-stream');
  const speaks = used === 'sse' ? isEvents : isEvents || witness.contentType.includes('json');
  return speaks ? undefined : { kind: 'wrongTransport', used, status };
}

/** The system's name of a network failure: `ECONNREFUSED`, `ENOTFOUND`. */
function causeOf(error: unknown): string {
  for (const { code } of causes(error)) if (typeof code === 'string' && /^[A-Z_]+$/.test(code)) return code;
  return 'network error';
}

/** An error and what caused it. */
function causes(error: unknown): readonly (Error & { readonly code?: unknown })[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : [];
}
