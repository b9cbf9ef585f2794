/** Types for the answers of `@switchyard`. */
import type { CancellationToken, ChatContext, ChatRequest, ChatResponseStream } from 'vscode';
import type { Connection } from '../account/index.ts';
import type { Models } from '../models/index.ts';
import type { Workflows } from '../workflows/index.ts';

/** The features that answers read. */
export interface ParticipantFeatures {
  readonly connection: Connection;
  readonly models: Models;
  readonly workflows: Workflows;
}

/** A request, and the stream for its response. */
export interface ParticipantRequest {
  readonly request: ChatRequest;
  readonly context: ChatContext;
  readonly response: ChatResponseStream;
  readonly token: CancellationToken;
}

export type Answer = (turn: ParticipantRequest, features: ParticipantFeatures) => Promise<void>;
