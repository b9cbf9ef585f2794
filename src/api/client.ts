/** What a client can do. `createClient` makes one. */
import type { ChatCompletion, ChatDelta } from './chat/answer.ts';
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
 * Every operation of spec/http-api.md. Calls throw `ApiFailure` and nothing else. GETs are tried up to three times
 * (429, 502, 503, 504, network); nothing else is ever sent twice.
 */
export interface ApiClient {
  /** The configured origin, the only one that sees the key. */
  readonly origin: string;

  chat(request: ChatRequest, options?: CallOptions): Promise<ChatCompletion>;
  /**
   * The answer as it comes. The call is sent when iteration starts, and leaving the loop ends it. A refusal (401,
   * 402, ...) throws. Once an answer has begun nothing throws: the last delta is always `end`, which says whether
   * the answer is complete and if not, why (also when the signal is aborted).
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

  /** Any request below the base URL, for example to /keys, whose endpoints the spec does not show. Never retried. */
  raw(request: RawRequest, options?: CallOptions): Promise<RawResponse>;
}
