/** The API client: every operation of spec/http-api.md. */
import * as l10n from '@vscode/l10n';
import { realClock } from '../../../common/clock.ts';
import { keyIn } from './api-key.ts';
import type { ChatDelta } from './chat/delta-sink.ts';
import { asIdle, chatStream } from './chat/stream.ts';
import { createCleaner } from './clean.ts';
import type { ApiError } from './errors/api-error.ts';
import { invalid } from './errors/errors.ts';
import * as valid from './generated/validators.js';
import { readImages } from './media/images.ts';
import { readSpeech } from './media/speech.ts';
import { readTranscript, transcriptionForm } from './media/transcript.ts';
import { readModels } from './models.ts';
import type {
  ChatRequest,
  ExecutionQuery,
  ImageRequest,
  PageQuery,
  PublishRequest,
  SpeechRequest,
  TranscriptionRequest,
  WorkflowStatusChange,
} from './records.ts';
import { parseBaseUrl } from './transport/base-url.ts';
import { createCaller, jsonType } from './transport/call.ts';
import type { EndpointRules } from './transport/endpoint-rules.ts';
import type { CallOptions, ClientOptions } from './transport/options.ts';
import { type RawRequest, sendRaw } from './transport/raw.ts';
import { createRetry } from './transport/retry.ts';
import { ServiceBase } from './transport/service-base.ts';
import { type ClientConfig, createServiceClock, mebibyte } from './transport/transport.ts';
import { readChangeResponse, readJsonBody, readListResponse, readResponse, validateRequest } from './validation.ts';

const minuteMs = 60_000;
const anyType = '*/*';

/** These requests name no record that could be missing. */
const noRecord: EndpointRules = { namesNoRecord: true };
const list: EndpointRules = { isList: true, namesNoRecord: true };

/** Only for publishing, the spec gives 402 two meanings, which the code distinguishes, and says what a 422 means. */
function publishError(error: ApiError): ApiError {
  if (error.kind === 'balance' && error.code === undefined) return { ...error, orPlan: true };
  return error.kind === 'invalidBody' && error.status === 422 ? { ...error, otherVersion: true } : error;
}

/**
 * Calls throw only `ApiFailure`. GET requests are tried up to three times (429, 502, 503, 504, network); other requests
 * are never retried.
 */
export type ApiClient = ReturnType<typeof createClient>;

/**
 * Creates a client. Throws `ApiFailure` of kind `validation` for an invalid base URL or key. The key is in no field of
 * the client and in no error, and is masked in records and in all text of responses. The types of records come from
 * their validators, which are generated from the API description.
 */
export function createClient(clientOptions: ClientOptions) {
  const config = configOf(clientOptions);
  const { cleaner } = config;
  const patience = createRetry(config.clock, clientOptions.onWait ?? (() => undefined));
  const { call, open } = createCaller(config, patience);

  return {
    /** The configured origin, the only one that receives the key. */
    origin: config.origin,

    /** The base URL in use, without a trailing slash. */
    baseUrl: () => config.base.url,

    /** Current time of the service in epoch milliseconds; undefined if no response contained it. */
    serviceNow: () => config.serviceClock.now(),

    /**
     * Streams the response, or returns it as a whole if `stream` is false. The request is sent when iteration starts, and
     * leaving the loop cancels it. A rejected request (401, 402, ...) throws an ApiFailure, and an incomplete response an
     * IncompleteResponse (also if the signal was aborted).
     */
    chatStream(request: ChatRequest, options: CallOptions = {}): AsyncIterable<ChatDelta> {
      const body = { stream: true, ...request };
      return chatStream(config, request, async () => {
        validateRequest(valid.chatCompletionBody, body);
        const accept = body.stream ? `text/event-stream, ${jsonType}` : jsonType;
        // Many services send their headers with the first token.
        const timeoutMs = options.timeoutMs ?? config.idleTimeoutMs;
        return open('chatCompletion', { body, accept, rules: noRecord }, { ...options, timeoutMs }).catch(asIdle);
      });
    },

    async speech(request: SpeechRequest, options: CallOptions = {}) {
      validateRequest(valid.speechBody, request);
      return readSpeech(await call('speech', { body: request, accept: anyType, rules: noRecord }, options), cleaner);
    },

    async transcribe({ fileName, ...fields }: TranscriptionRequest, options: CallOptions = {}) {
      validateRequest(valid.transcriptionBody, fields);
      const body = transcriptionForm(fields, fileName);
      return readTranscript(await call('transcription', { body, accept: anyType, rules: noRecord }, options), cleaner);
    },

    async images(request: ImageRequest, options: CallOptions = {}) {
      validateRequest(valid.imageGenerationBody, request);
      return readImages(
        await call('imageGeneration', { body: request, accept: anyType, rules: noRecord }, options),
        cleaner,
      );
    },

    async models(options: CallOptions = {}) {
      const response = await call('listModels', { rules: list }, options);
      return readModels(readJsonBody(response, cleaner), cleaner, options.onUnreadable);
    },

    async listWorkflows(options: CallOptions = {}) {
      const response = await call('listWorkflows', { rules: list }, options);
      return readListResponse(valid.listWorkflowsAnswer, response, cleaner, options.onUnreadable);
    },

    async getWorkflow(id: string, options: CallOptions = {}) {
      return readResponse(valid.getWorkflowAnswer, await call('getWorkflow', { path: { id } }, options), cleaner);
    },

    async setWorkflowStatus(id: string, status: WorkflowStatusChange, options: CallOptions = {}) {
      const body = { status };
      validateRequest(valid.setWorkflowStatusBody, body);
      const response = await call('setWorkflowStatus', { path: { id }, body }, options);
      return readChangeResponse(valid.setWorkflowStatusAnswer, response, cleaner, { workflow_id: id, status });
    },

    async publish(workflow_id: string, body: PublishRequest, options: CallOptions = {}) {
      validateRequest(valid.publishVersionBody, body);
      const response = await call(
        'publishVersion',
        { path: { workflow_id }, body, rules: { refine: publishError } },
        options,
      );
      const asked = { workflow_id, version_id: body.version_id };
      return readChangeResponse(valid.publishVersionAnswer, response, cleaner, asked);
    },

    async listVersions(workflow_id: string, query: PageQuery = {}, options: CallOptions = {}) {
      validateRequest(valid.listVersionsQuery, query);
      const response = await call('listVersions', { path: { workflow_id }, query, rules: { isList: true } }, options);
      return readListResponse(valid.listVersionsAnswer, response, cleaner, options.onUnreadable);
    },

    async getVersion(version_id: string, options: CallOptions = {}) {
      const response = await call('getVersion', { path: { version_id } }, options);
      return readResponse(valid.getVersionAnswer, response, cleaner).version;
    },

    async listExecutions(query: ExecutionQuery = {}, options: CallOptions = {}) {
      validateRequest(valid.listExecutionsQuery, query);
      // A filter names a record that may be missing.
      const rules = { isList: true, namesNoRecord: query.workflow_id === undefined };
      const response = await call('listExecutions', { query, rules }, options);
      return readListResponse(valid.listExecutionsAnswer, response, cleaner, options.onUnreadable);
    },

    async getExecution(id: string, options: CallOptions = {}) {
      const response = await call('getExecution', { path: { id } }, options);
      return readListResponse(valid.getExecutionAnswer, response, cleaner, options.onUnreadable);
    },

    /** Sends any request below the base URL, for example to /keys, which the spec doesn't describe. Never retried. */
    raw: (request: RawRequest, options: CallOptions = {}) => sendRaw(config, patience, request, options),
  };
}

function configOf(options: ClientOptions): ClientConfig {
  const base = parseBaseUrl(options.baseUrl);
  if (!base.ok) throw invalid(base.reason);
  const key = keyIn(options.apiKey);
  if (key === '') throw invalid(l10n.t('The API key is empty.'));
  // For other characters, fetch would throw an error that quotes the header.
  if (!/^[\x21-\x7e]+$/.test(key)) throw invalid(l10n.t('The API key contains invalid characters.'));
  const clock = options.clock ?? realClock;
  return {
    base: new ServiceBase(base.url),
    origin: base.url.origin,
    authorization: `Token ${key}`,
    cleaner: createCleaner(key),
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    clock,
    serviceClock: createServiceClock(clock),
    // Read for each request, because a setting can change meanwhile.
    get timeoutMs() {
      return options.timeoutMs ?? minuteMs;
    },
    get idleTimeoutMs() {
      return options.idleTimeoutMs ?? 5 * minuteMs;
    },
    get answerTimeoutMs() {
      return options.answerTimeoutMs ?? 30 * minuteMs;
    },
    maxBodyBytes: options.maxBodyBytes ?? 64 * mebibyte,
    signal: options.signal,
    onOutcome: options.onOutcome ?? (() => undefined),
  };
}
