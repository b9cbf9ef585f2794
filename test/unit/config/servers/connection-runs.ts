/** Runs connection tests of made-up definitions. */
import path from 'node:path';
import process from 'node:process';
import { ConnectionTestError, type TestFailure } from '../../../../common/connection-test/failure.ts';
import { planLaunch } from '../../../../common/connection-test/launch/launch-plan.ts';
import type { TestResult } from '../../../../common/connection-test/result.ts';
import { testConnection } from '../../../../common/connection-test/run.ts';
import type { TestFetch } from '../../../../common/connection-test/transports/endpoint-transport.ts';
import type { ServerDefinition } from '../../../../common/messages/server-definition.ts';
import { platform } from '../../../../src/shared/platform.ts';

export interface Watched {
  readonly steps: string[];
  log: string;
}

export async function run(
  definition: ServerDefinition,
  {
    environment = process.env,
    signal = new AbortController().signal,
    watched = { steps: [], log: '' } as Watched,
    fetch = globalThis.fetch as TestFetch,
  } = {},
): Promise<TestResult> {
  const programs = await platform().programs?.();
  return testConnection(
    planLaunch(definition, environment, (cwd) => path.resolve(cwd)),
    {
      environment,
      fetch,
      programs,
      signal,
      version: '1.2.3',
      log: (text) => {
        watched.log += text;
      },
      progress: (step) => void watched.steps.push(step),
    },
  );
}

export async function failureOf(
  definition: ServerDefinition,
  more: Parameters<typeof run>[1] = {},
): Promise<TestFailure> {
  const outcome = await run(definition, more).then(
    () => 'it succeeded',
    (error: unknown) => error,
  );
  if (!(outcome instanceof ConnectionTestError)) throw new Error(`not a failure: ${String(outcome)}`);
  return outcome.failure;
}

export const stdio = (args: readonly string[], more: Partial<ServerDefinition> = {}): ServerDefinition => ({
  name: 'a',
  transport: 'stdio',
  command: process.execPath,
  args,
  env: {},
  ...(more as object),
});
export const script = (text: string, more: Partial<ServerDefinition> = {}) => stdio(['-e', text], more);
export const endpoint = (transport: 'http' | 'sse', url: string, headers = {}): ServerDefinition => ({
  name: 'a',
  transport,
  url,
  headers,
  signsIn: false,
});
