/** Public API of the HTTP client: every operation of spec/http-api.md. Uses only web APIs. */

export type { ApiError } from './api-error.ts';
export { keyIn } from './api-key.ts';
export { parseBaseUrl } from './base-url.ts';
export type { ChatDelta, ChatUsage } from './chat/delta-sink.ts';
export { type ApiClient, createClient } from './client.ts';
export { ApiFailure, apiErrorOf, IncompleteResponse } from './errors.ts';
export { endpoints } from './generated/operations.ts';
export type { ImageResult } from './media/images.ts';
export type { Transcript, TranscriptSegment } from './media/transcript.ts';
export type { ModelRecord } from './models.ts';
export type { CallOptions, ClientOptions, Fetch } from './options.ts';
export type { RawRequest, RawResponse } from './raw.ts';
export {
  apiLimits,
  type ChatMessage,
  type ChatMessageWithImages,
  type ChatRequest,
  type ExecutionPage,
  type ExecutionQuery,
  type PageQuery,
  runStatusFilters,
  type StepExecution,
  type VersionDetails,
  type WorkflowDetails,
  type WorkflowMetadata,
  type WorkflowRunDetail,
  type WorkflowRunMetadata,
  type WorkflowStatusChange,
  type WorkflowVersion,
  workflowStatuses,
} from './records.ts';
export { withoutVersion } from './service-base.ts';
