/** The service's records and requests, by the names its spec gives them. All come from schemas/api.openapi.yaml. */
import { KNOWN, LIMITS, STATUS_FILTERS } from './generated/operations.ts';
import type { components, operations } from './generated/types.ts';

type Schemas = components['schemas'];

/** A workflow as the list gives it: without status and active version. Spec: "Workflow (list item)". */
export type WorkflowMetadata = Schemas['WorkflowMetadata'];
/** Spec: "Workflow details". */
export type WorkflowDetails = Schemas['WorkflowDetails'];
/** Spec: "Workflow version". */
export type WorkflowVersion = Schemas['WorkflowVersion'];
/** Spec: "Version details": the list item's fields, and maybe `parent` and `commit_message`. */
export type VersionDetails = Schemas['VersionDetails'];
/** Spec: "Execution (list item)". Durations are seconds. */
export type WorkflowRunMetadata = Schemas['WorkflowRunMetadata'];
/** Spec: "Execution detail": the list item's fields, `steps` and `step_count`. */
export type WorkflowRunDetail = Schemas['WorkflowRunDetail'];
/** Spec: "Step execution". `duration` is never null by the spec; null is tolerated. */
export type StepExecution = Schemas['StepExecution'];

/** Answer of a status change. */
export type StatusChanged = Schemas['StatusChanged'];
/** Answer of a publish. */
export type VersionPublished = Schemas['VersionPublished'];
export type VersionPage = Schemas['VersionPage'];
/** What `total`, `succeeded` and `failed` count, the spec doesn't say: they are shown as they came. */
export type ExecutionPage = Schemas['ExecutionPage'];

export type ChatMessage = Schemas['Message'];
/** For models whose record says that they take images; images are data URLs. */
export type ChatMessageWithImages = Schemas['MessageWithImages'];
/** `stream` is set by the client. */
export type ChatRequest = Omit<Schemas['ChatCompletionRequest'], 'stream'>;
export type SpeechRequest = Schemas['SpeechRequest'];
/** `file` is a Blob or File; `fileName` is what the service sees as its name (a File's own name when absent). */
export type TranscriptionRequest = Schemas['TranscriptionRequest'] & { fileName?: string };
export type ImageRequest = Schemas['ImageGenerationRequest'];
export type PublishRequest = operations['publishVersion']['requestBody']['content']['application/json'];
/** What a workflow can be set to. */
export type WorkflowStatusChange =
  operations['setWorkflowStatus']['requestBody']['content']['application/json']['status'];
/** `page` from 1, `limit` 1–100. */
export type PageQuery = NonNullable<operations['listVersions']['parameters']['query']>;
/** `page`, `limit`, `workflow_id`, `status`. */
export type ExecutionQuery = NonNullable<operations['listExecutions']['parameters']['query']>;

/** The members that the spec lists, in its order. */
export const RUN_STATUSES = KNOWN.RunStatus;
export const WORKFLOW_STATUSES = KNOWN.WorkflowStatus;
/** The run statuses and `all`. */
export { LIMITS, STATUS_FILTERS };
