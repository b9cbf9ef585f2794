/** What every answer of `@switchyard` gets. */
import type { CancellationToken, ChatContext, ChatRequest, ChatResponseStream } from 'vscode';
import type { Models } from '../../models/index.ts';
import type { Accounts } from '../../session/accounts/accounts.ts';
import type { Workflows } from '../../workflows/index.ts';

/** The features that answers read. */
export interface ParticipantFeatures {
  readonly accounts: Accounts;
  readonly models: Models;
  readonly workflows: Pick<Workflows, 'payloads'>;
}

/** A request, and the stream for its response. */
export interface ParticipantRequest {
  readonly request: ChatRequest;
  readonly context: ChatContext;
  readonly response: ChatResponseStream;
  readonly token: CancellationToken;
}

export type Answer = (turn: ParticipantRequest, features: ParticipantFeatures) => Promise<void>;
