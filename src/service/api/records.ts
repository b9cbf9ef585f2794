/** Records and requests of the service, named as in its spec. All types come from schemas/api.openapi.yaml. */
import { apiLimits, knownValues, runStatusFilters } from './generated/operations.ts';
import type { components, operations } from './generated/types.ts';

type Schemas = components['schemas'];

/** A workflow in the list, without status and active version. Spec: "Workflow (list item)". */
export type WorkflowMetadata = Schemas['WorkflowMetadata'];
/** Spec: "Workflow details". */
export type WorkflowDetails = Schemas['WorkflowDetails'];
/** Spec: "Workflow version". */
export type WorkflowVersion = Schemas['WorkflowVersion'];
/** Spec: "Version details": the list item's fields, and optionally `parent` and `commit_message`. */
export type VersionDetails = Schemas['VersionDetails'];
/** Spec: "Execution (list item)". Durations are seconds. */
export type WorkflowRunMetadata = Schemas['WorkflowRunMetadata'];
/** Spec: "Execution detail": the list item's fields, `steps` and `step_count`. */
export type WorkflowRunDetail = Schemas['WorkflowRunDetail'];
/** Spec: "Step execution". According to the spec, `duration` is never null, but null is accepted. */
export type StepExecution = Schemas['StepExecution'];

/** The spec doesn't say what `total`, `succeeded`, and `failed` count, so they're shown as received. */
export type ExecutionPage = Schemas['ExecutionPage'];

export type ChatMessage = Schemas['Message'];
/** For models whose record lists image input. Images are data URLs. */
export type ChatMessageWithImages = Schemas['MessageWithImages'];
/** `stream` is true by default. */
export type ChatRequest = Schemas['ChatCompletionRequest'];
export type SpeechRequest = Schemas['SpeechRequest'];
/** `file` is a Blob or File; `fileName` is the name sent to the service (default: the name of the File). */
export type TranscriptionRequest = Schemas['TranscriptionRequest'] & { fileName?: string };
export type ImageRequest = Schemas['ImageGenerationRequest'];
export type PublishRequest = operations['publishVersion']['requestBody']['content']['application/json'];
/** Statuses that can be set on a workflow. */
export type WorkflowStatusChange =
  operations['setWorkflowStatus']['requestBody']['content']['application/json']['status'];
/** `page` from 1, `limit` 1–100. */
export type PageQuery = NonNullable<operations['listVersions']['parameters']['query']>;
/** `page`, `limit`, `workflow_id`, `status`. */
export type ExecutionQuery = NonNullable<operations['listExecutions']['parameters']['query']>;

/** The values that the spec lists, in its order. */
export const runStatuses = knownValues.RunStatus;
export const workflowStatuses = knownValues.WorkflowStatus;
/** `runStatusFilters` are the run statuses and `all`. */
export { apiLimits, runStatusFilters };
