/** Runs a tool: its confirmation, which VS Code shows, its result as compact JSON, and readable errors. */
import {
  CancellationError,
  type CancellationToken,
  LanguageModelTextPart,
  LanguageModelToolResult,
  type PreparedToolInvocation,
} from 'vscode';
import { type Connection, SignedOutError } from '../account/index.ts';
import { type ApiClient, apiErrorOf } from '../api/index.ts';
import { signalOf } from '../shared/cancellable.ts';
import type { Tool } from '../shared/contract.ts';
import { describeFailure } from '../shared/messages.ts';
import type { Workflows } from '../workflows/index.ts';
import { invocations } from './tools.ts';

/** Client that prepared the confirmation of a change, until the change is made, by tool and input. */
const questioned = new Map<string, ApiClient>();
const keyOf = (name: Tool, input: unknown) => JSON.stringify([name, input]);

/** @throws Error with a readable message, so that the user isn't asked to confirm a change that can't be made */
export async function prepare(
  name: Tool,
  input: unknown,
  connection: Connection,
  token: CancellationToken,
): Promise<PreparedToolInvocation> {
  const { doing, effect } = invocations[name](input);
  if (!effect) return { invocationMessage: doing };
  const confirmationMessages = await ask(connection, token, (client, signal) => {
    questioned.set(keyOf(name, input), client);
    return effect(client, { signal });
  });
  return { invocationMessage: doing, confirmationMessages };
}

/** @throws CancellationError, or Error with a readable message */
export async function invoke(
  name: Tool,
  input: unknown,
  connection: Connection,
  workflows: Workflows,
  token: CancellationToken,
): Promise<LanguageModelToolResult> {
  const { run, effect, made } = invocations[name](input);
  const before = questioned.get(keyOf(name, input));
  questioned.delete(keyOf(name, input));
  try {
    const result = await ask(connection, token, async (client, signal) => {
      // The user confirmed a change at one service, with one account.
      if (before && before !== client)
        throw new Error('The connection changed after the user confirmed. Nothing was changed. Ask the user again.');
      return run(client, { signal });
    });
    made?.(workflows.store);
    return new LanguageModelToolResult([new LanguageModelTextPart(JSON.stringify(result))]);
  } finally {
    // Refreshes the view even after a failure, because the change may have been made.
    if (effect && workflows.store.state !== 'unloaded') void workflows.store.refresh();
  }
}

async function ask<T>(
  connection: Connection,
  token: CancellationToken,
  work: (client: ApiClient, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const signal = signalOf(token);
  try {
    return await connection.run((client) => work(client, signal));
  } catch (error) {
    if (apiErrorOf(error)?.kind === 'cancelled') throw new CancellationError();
    if (error instanceof SignedOutError)
      throw new Error(`The user isn't signed in to Switchyard. Ask the user to run the command "Switchyard: Sign In".`);
    throw new Error(describeFailure(error));
  }
}
