/** Runs a tool: its confirmation, which VS Code shows, its result as text or compact JSON, and readable errors. */
import {
  CancellationError,
  type CancellationToken,
  LanguageModelTextPart,
  LanguageModelToolResult,
  type PreparedToolInvocation,
} from 'vscode';
import { signalOf } from '../../shared/cancellable.ts';
import { describeFailure } from '../../shared/text/failure-text.ts';
import { apiErrorOf } from '../api/index.ts';
import { type Accounts, SignedOutError } from '../session/accounts/accounts.ts';
import type { ServiceSession } from '../session/session.ts';
import type { Workflows } from '../workflows/index.ts';
import type { AccountTool } from './account-tool.ts';
import { toolHandlers } from './tools.ts';

/** The features that tools read. */
export interface ToolFeatures {
  readonly accounts: Accounts;
  readonly workflows: Pick<Workflows, 'payloads'>;
}

/** A confirmation that VS Code may be showing. */
interface OpenConfirmation {
  /** Identifies the tool and the input. VS Code doesn't tell which confirmation an invocation belongs to. */
  readonly key: string;
  /** Loaded the facts of the confirmation. */
  readonly session: ServiceSession;
}

/** VS Code doesn't report declined confirmations, so only the latest are kept. */
const maxOpenConfirmations = 50;
let openConfirmations: readonly OpenConfirmation[] = [];
const keyOf = (name: AccountTool, input: unknown) => JSON.stringify([name, input]);

/** @throws Error with a readable message, so that the user isn't asked to confirm a change that can't be made */
export async function prepare(
  name: AccountTool,
  input: unknown,
  accounts: Accounts,
  token: CancellationToken,
): Promise<PreparedToolInvocation> {
  const { progressMessage, confirmation } = toolHandlers[name](input);
  if (!confirmation) return { invocationMessage: progressMessage };
  const confirmationMessages = await withReadableErrors(accounts, token, async (session, signal) => {
    const messages = await confirmation(session.client, { signal });
    const open = { key: keyOf(name, input), session };
    openConfirmations = [...openConfirmations, open].slice(-maxOpenConfirmations);
    return messages;
  });
  return { invocationMessage: progressMessage, confirmationMessages };
}

/** @throws CancellationError, or Error with a readable message */
export async function invoke(
  name: AccountTool,
  input: unknown,
  { accounts, workflows }: ToolFeatures,
  token: CancellationToken,
): Promise<LanguageModelToolResult> {
  const { run, confirmation, applyToStore } = toolHandlers[name](input);
  try {
    const result = await withReadableErrors(accounts, token, async (session, signal) => {
      if (confirmation) useConfirmation(keyOf(name, input), session);
      const answer = await run(session.client, { signal }, { session, workflows });
      applyToStore?.(session.workflows);
      return answer;
    });
    return new LanguageModelToolResult([
      new LanguageModelTextPart(typeof result === 'string' ? result : JSON.stringify(result)),
    ]);
  } finally {
    // Refreshes the view even after a failure, because the change may have been made.
    const list = accounts.session?.workflows;
    if (confirmation && list && list.state !== 'unloaded') void list.refresh();
  }
}

/**
 * Removes the confirmation of a change. The user confirmed the change at one service, with one account, so all open
 * confirmations of the same change must be of this session.
 * @throws Error if they aren't, or if the call has no confirmation
 */
function useConfirmation(key: string, session: ServiceSession): void {
  const same = openConfirmations.filter((one) => one.key === key);
  const [used] = same;
  const isConfirmed = used !== undefined && same.every((one) => one.session === session);
  openConfirmations = openConfirmations.filter((one) => (isConfirmed ? one !== used : one.key !== key));
  if (used === undefined)
    throw new Error('This change has no open confirmation. Nothing was changed. Ask the user again.');
  if (!isConfirmed)
    throw new Error('The connection changed after the user confirmed. Nothing was changed. Ask the user again.');
}

async function withReadableErrors<T>(
  accounts: Accounts,
  token: CancellationToken,
  work: (session: ServiceSession, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const signal = signalOf(token);
  try {
    return await work(await accounts.require(), signal);
  } catch (error) {
    if (apiErrorOf(error)?.kind === 'canceled') throw new CancellationError();
    if (error instanceof SignedOutError)
      throw new Error(`The user isn't signed in to Switchyard. Ask the user to run the command "Switchyard: Sign In".`);
    throw new Error(describeFailure(error));
  }
}
