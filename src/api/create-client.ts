import * as l10n from '@vscode/l10n';
import { realClock } from '../../common/clock.ts';
import { parseBaseUrl } from './base-url.ts';
import { createCaller } from './call.ts';
import { readCompletion } from './chat/completion.ts';
import { chatStream } from './chat/stream.ts';
import { createCleaner } from './clean.ts';
import type { ApiClient } from './client.ts';
import { invalid } from './errors.ts';
import * as valid from './generated/validators.js';
import { readImages } from './media/images.ts';
import { readSpeech } from './media/speech.ts';
import { readTranscript, transcriptionForm } from './media/transcript.ts';
import { readModels } from './models.ts';
import type { ClientOptions } from './options.ts';
import { sendRaw } from './raw.ts';
import type { ClientConfig } from './transport.ts';
import { readChangeResponse, readJson, readListResponse, readResponse, validateRequest } from './validation.ts';

const JSON_ONLY = 'application/json';
const MINUTE = 60_000;
const MEBIBYTE = 1024 * 1024;

/**
 * Creates a client. Throws `ApiFailure` of kind `validation` for an invalid base URL or key. The key is in no field of
 * the client and in no error, and is masked in records and in all text of responses.
 */
export function createClient(options: ClientOptions): ApiClient {
  const config = configOf(options);
  const { cleaner } = config;
  const { call, open } = createCaller(config);

  return {
    origin: config.origin,

    async chat(request, callOptions = {}) {
      const body = { ...request, stream: false };
      validateRequest(valid.chatCompletionBody, body);
      const input = { body: JSON.stringify(body), accept: JSON_ONLY };
      return readCompletion(await call('chatCompletion', input, callOptions), cleaner);
    },

    chatStream(request, callOptions = {}) {
      const body = { ...request, stream: true };
      const input = { body: JSON.stringify(body), accept: 'text/event-stream, application/json' };
      return chatStream(config, async () => {
        validateRequest(valid.chatCompletionBody, body);
        return open('chatCompletion', input, callOptions);
      });
    },

    async speech(request, callOptions = {}) {
      validateRequest(valid.speechBody, request);
      return readSpeech(await call('speech', { body: JSON.stringify(request), accept: '*/*' }, callOptions), cleaner);
    },

    async transcribe(request, callOptions = {}) {
      const { fileName, ...fields } = request;
      validateRequest(valid.transcriptionBody, fields);
      const body = transcriptionForm(fields, fileName);
      return readTranscript(await call('transcription', { body, accept: '*/*' }, callOptions), cleaner);
    },

    async images(request, callOptions = {}) {
      validateRequest(valid.imageGenerationBody, request);
      return readImages(
        await call('imageGeneration', { body: JSON.stringify(request), accept: '*/*' }, callOptions),
        cleaner,
      );
    },

    async models(callOptions = {}) {
      return readModels(readJson(await call('listModels', { accept: JSON_ONLY }, callOptions), cleaner), cleaner);
    },

    async listWorkflows(callOptions = {}) {
      const response = await call('listWorkflows', { accept: JSON_ONLY }, callOptions);
      return readListResponse(valid.listWorkflowsAnswer, response, cleaner, callOptions.onUnreadable);
    },

    async getWorkflow(id, callOptions = {}) {
      const input = { path: { id }, accept: JSON_ONLY };
      return readResponse(valid.getWorkflowAnswer, await call('getWorkflow', input, callOptions), cleaner);
    },

    async setWorkflowStatus(id, status, callOptions = {}) {
      const body = { status };
      validateRequest(valid.setWorkflowStatusBody, body);
      const input = { path: { id }, body: JSON.stringify(body), accept: JSON_ONLY };
      return readChangeResponse(
        valid.setWorkflowStatusAnswer,
        await call('setWorkflowStatus', input, callOptions),
        cleaner,
        {
          workflow_id: id,
          status,
        },
      );
    },

    async publish(workflowId, request, callOptions = {}) {
      validateRequest(valid.publishVersionBody, request);
      const input = { path: { workflow_id: workflowId }, body: JSON.stringify(request), accept: JSON_ONLY };
      return readChangeResponse(valid.publishVersionAnswer, await call('publishVersion', input, callOptions), cleaner, {
        workflow_id: workflowId,
        version_id: request.version_id,
      });
    },

    async listVersions(workflowId, query = {}, callOptions = {}) {
      validateRequest(valid.listVersionsQuery, query);
      const input = { path: { workflow_id: workflowId }, query, accept: JSON_ONLY };
      const response = await call('listVersions', input, callOptions);
      return readListResponse(valid.listVersionsAnswer, response, cleaner, callOptions.onUnreadable);
    },

    async getVersion(versionId, callOptions = {}) {
      const input = { path: { version_id: versionId }, accept: JSON_ONLY };
      return readResponse(valid.getVersionAnswer, await call('getVersion', input, callOptions), cleaner).version;
    },

    async listExecutions(query = {}, callOptions = {}) {
      validateRequest(valid.listExecutionsQuery, query);
      const response = await call('listExecutions', { query, accept: JSON_ONLY }, callOptions);
      return readListResponse(valid.listExecutionsAnswer, response, cleaner, callOptions.onUnreadable);
    },

    async getExecution(id, callOptions = {}) {
      const input = { path: { id }, accept: JSON_ONLY };
      return readResponse(valid.getExecutionAnswer, await call('getExecution', input, callOptions), cleaner);
    },

    raw: (request, callOptions = {}) => sendRaw(config, request, callOptions),
  };
}

function configOf(options: ClientOptions): ClientConfig {
  const base = parseBaseUrl(options.baseUrl);
  if (!base.ok) throw invalid(base.reason, 'baseUrl');
  const key = options.apiKey.trim();
  // For other characters, fetch would throw an error that quotes the header.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw invalid(
      key === '' ? l10n.t('The API key is empty.') : l10n.t('The API key contains invalid characters.'),
      'apiKey',
    );
  }
  return {
    base: base.url.href.replace(/\/$/, ''),
    origin: base.url.origin,
    authorization: `Token ${key}`,
    cleaner: createCleaner(key),
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    clock: options.clock ?? realClock,
    timeoutMs: options.timeoutMs ?? MINUTE,
    idleTimeoutMs: options.idleTimeoutMs ?? MINUTE,
    answerTimeoutMs: options.answerTimeoutMs ?? 30 * MINUTE,
    maxBodyBytes: options.maxBodyBytes ?? 64 * MEBIBYTE,
  };
}
