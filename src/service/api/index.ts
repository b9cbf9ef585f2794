/** Public API of the HTTP client: every operation of spec/http-api.md. Uses only web APIs. */

export { keyIn } from './api-key.ts';
export type { ChatDelta, ChatUsage } from './chat/delta-sink.ts';
export { type ApiClient, createClient } from './client.ts';
export type { ApiError } from './errors/api-error.ts';
export { ApiFailure, apiErrorOf, IncompleteResponse } from './errors/errors.ts';
export { endpoints } from './generated/operations.ts';
export type { ImageResult } from './media/images.ts';
export type { Transcript, TranscriptSegment } from './media/transcript.ts';
export type { ModelRecord } from './models.ts';
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
export { parseBaseUrl } from './transport/base-url.ts';
export type { CallOptions, ClientOptions, Fetch } from './transport/options.ts';
export type { RawRequest, RawResponse } from './transport/raw.ts';
export { withoutVersion } from './transport/service-base.ts';
