/** Connects to a server, as the connection test of the editor does. The caller has asked for consent. */
import path from 'node:path';
import process from 'node:process';
import { explainFailure, survivorsNote } from '../../../common/connection-test/explain.ts';
import type { ConnectionTestError } from '../../../common/connection-test/failure.ts';
import { serverEnvironment } from '../../../common/connection-test/launch/expand.ts';
import type { LaunchPlan } from '../../../common/connection-test/launch/launch-plan.ts';
import { unsetNotes } from '../../../common/connection-test/notes.ts';
import type { TestResult } from '../../../common/connection-test/result.ts';
import { visible } from '../../../common/text/escape.ts';
import type { Terminal } from '../output/terminal.ts';

/** @throws ConnectionTestError */
export async function connect(plan: LaunchPlan, { version }: Terminal, signal: AbortSignal): Promise<TestResult> {
  // Loaded on first use, because the MCP client is large.
  const [{ connectAndList }, { ProcessTransport }] = await Promise.all([
    import('../../../common/connection-test/run.ts'),
    import('../../../common/node/process-transport.ts'),
  ]);
  return connectAndList(plan, {
    environment: serverEnvironment(process.env),
    fetch: (input, init) => fetch(input, init),
    programs: {
      resolve: (folder = process.cwd(), relative) => path.resolve(folder, relative),
      connect: (definition, environment, log) => new ProcessTransport(definition, environment, log),
    },
    log: () => undefined,
    progress: () => undefined,
    signal,
    version,
  });
}

/** Returns why a connection failed, and notes on it, without what the server printed. */
export const failureTexts = ({ failure, survivors }: ConnectionTestError, { unset }: LaunchPlan): readonly string[] => [
  visible(explainFailure(failure)),
  ...unsetNotes(unset),
  ...(survivors.length > 0 ? [visible(survivorsNote(survivors))] : []),
];
