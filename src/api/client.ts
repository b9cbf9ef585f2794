/** The API client, created by `createClient`. */
import type { ChatCompletion, ChatDelta } from './chat/response.ts';
import type { ImageResult, SpeechResult, Transcript } from './media/results.ts';
import type { ModelRecord } from './models.ts';
import type { CallOptions } from './options.ts';
import type { RawRequest, RawResponse } from './raw.ts';
import type {
  ChatRequest,
  ExecutionPage,
  ExecutionQuery,
  ImageRequest,
  PageQuery,
  PublishRequest,
  SpeechRequest,
  StatusChanged,
  TranscriptionRequest,
  VersionDetails,
  VersionPage,
  VersionPublished,
  WorkflowDetails,
  WorkflowMetadata,
  WorkflowRunDetail,
  WorkflowStatusChange,
} from './records.ts';

/**
 * Every operation of spec/http-api.md. Calls throw only `ApiFailure`. GET requests are tried up to three times
 * (429, 502, 503, 504, network); other requests are never retried.
 */
export interface ApiClient {
  /** The configured origin, the only one that receives the key. */
  readonly origin: string;

  chat(request: ChatRequest, options?: CallOptions): Promise<ChatCompletion>;
  /**
   * Streams the response. The request is sent when iteration starts, and leaving the loop cancels it. A rejected
   * request (401, 402, ...) throws. After the response has started, nothing throws: the last delta is always `end`,
   * with the error if the response is incomplete (also if the signal was aborted).
   */
  chatStream(request: ChatRequest, options?: CallOptions): AsyncIterable<ChatDelta>;
  speech(request: SpeechRequest, options?: CallOptions): Promise<SpeechResult>;
  transcribe(request: TranscriptionRequest, options?: CallOptions): Promise<Transcript>;
  images(request: ImageRequest, options?: CallOptions): Promise<ImageResult[]>;
  models(options?: CallOptions): Promise<ModelRecord[]>;

  listWorkflows(options?: CallOptions): Promise<WorkflowMetadata[]>;
  getWorkflow(id: string, options?: CallOptions): Promise<WorkflowDetails>;
  setWorkflowStatus(id: string, status: WorkflowStatusChange, options?: CallOptions): Promise<StatusChanged>;
  publish(workflowId: string, request: PublishRequest, options?: CallOptions): Promise<VersionPublished>;
  listVersions(workflowId: string, query?: PageQuery, options?: CallOptions): Promise<VersionPage>;
  getVersion(versionId: string, options?: CallOptions): Promise<VersionDetails>;

  listExecutions(query?: ExecutionQuery, options?: CallOptions): Promise<ExecutionPage>;
  getExecution(id: string, options?: CallOptions): Promise<WorkflowRunDetail>;

  /** Sends any request below the base URL, for example to /keys, which the spec doesn't describe. Never retried. */
  raw(request: RawRequest, options?: CallOptions): Promise<RawResponse>;
}
