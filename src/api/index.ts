/** The HTTP API floor: one client for every operation of spec/http-api.md. Pure web APIs; no editor, no Node. */
export { type BaseUrl, isLoopback, parseBaseUrl } from './base-url.ts';
export {
  addDelta,
  type ChatCompletion,
  type ChatDelta,
  type ChatTranscript,
  type ChatUsage,
  collectChat,
} from './chat/answer.ts';
export type { ApiClient, ExecutionWalk, VersionWalk } from './client.ts';
export { createClient } from './create-client.ts';
export { type ApiError, type ApiErrorKind, ApiFailure, apiErrorOf } from './errors.ts';
export { OPERATIONS } from './generated/operations.ts';
export type { ImageResult, SpeechResult, Transcript, TranscriptSegment } from './media/results.ts';
export type { ModelRecord } from './models.ts';
export type { CallOptions, ClientOptions, Fetch, Unreadable } from './options.ts';
export type { RawRequest, RawResponse } from './raw.ts';
export {
  type ChatMessage,
  type ChatMessageWithImages,
  type ChatRequest,
  type ExecutionPage,
  type ExecutionQuery,
  type ImageRequest,
  LIMITS,
  type PageQuery,
  type PublishRequest,
  RUN_STATUSES,
  type RunStatus,
  type RunType,
  type SpeechRequest,
  STATUS_FILTERS,
  STEP_STATUSES,
  STEP_TYPES,
  type StatusChanged,
  type StepExecution,
  type StepStatus,
  type StepType,
  type TranscriptionRequest,
  VERSION_STATES,
  type VersionDetails,
  type VersionPage,
  type VersionPublished,
  type VersionState,
  WORKFLOW_STATUSES,
  type WorkflowDetails,
  type WorkflowMetadata,
  type WorkflowRunDetail,
  type WorkflowRunMetadata,
  type WorkflowStatus,
  type WorkflowStatusChange,
  type WorkflowVersion,
} from './records.ts';
