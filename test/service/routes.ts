/** Handlers of all endpoints. Spec: "Endpoints". */
import { type ChatContext, completeChat } from './chat.ts';
import { getExecution, listExecutions, receiveWebhook } from './executions.ts';
import { givePicture, makeImage, makeSpeech, transcribe } from './media.ts';
import { MODELS } from './models.ts';
import { type Incoming, json, type Reply } from './reply.ts';
import {
  getVersion,
  getWorkflow,
  listVersions,
  listWorkflows,
  publish,
  setStatus,
  type WorkflowContext,
} from './workflows.ts';

export type Context = WorkflowContext & ChatContext;

export interface Route {
  method: string;
  /** All paths of the operation. `{name}` matches one segment. */
  paths: string[];
  /** Router endpoints need a balance. */
  router?: true;
  /** Webhooks and images need no key. */
  open?: true;
  handle(context: Context, request: Incoming): Reply | Promise<Reply>;
}

/** In matching order: `/v1/workflows/versions/{version_id}` precedes the template that would match it too. */
const ROUTES: readonly Route[] = [
  { method: 'POST', paths: ['/v1/chat/completions', '/chat/completions'], router: true, handle: completeChat },
  {
    method: 'POST',
    paths: ['/v1/audio/speech', '/audio/speech'],
    router: true,
    handle: (_, request) => makeSpeech(request),
  },
  {
    method: 'POST',
    paths: ['/v1/audio/transcriptions', '/audio/transcriptions'],
    router: true,
    handle: (_, request) => transcribe(request),
  },
  {
    method: 'POST',
    paths: ['/v1/images/generations', '/images/generations'],
    router: true,
    handle: ({ url }, request) => makeImage(url(), request),
  },
  {
    method: 'GET',
    paths: ['/v1/models', '/router/models'],
    router: true,
    handle: () => json({ data: MODELS.map((one) => one.record) }),
  },
  { method: 'GET', paths: ['/keys'], handle: () => json({ data: [{ name: 'Switchyard', disabled: false }] }) },
  { method: 'GET', paths: ['/v1/workflows'], handle: listWorkflows },
  { method: 'GET', paths: ['/v1/workflows/versions/{version_id}'], handle: getVersion },
  { method: 'GET', paths: ['/v1/workflows/{id}'], handle: getWorkflow },
  { method: 'PATCH', paths: ['/v1/workflows/{id}/status'], handle: setStatus },
  { method: 'POST', paths: ['/v1/workflows/{workflow_id}/publish'], handle: publish },
  { method: 'GET', paths: ['/v1/workflows/{workflow_id}/versions'], handle: listVersions },
  { method: 'GET', paths: ['/v1/executions'], handle: listExecutions },
  { method: 'GET', paths: ['/v1/executions/{id}'], handle: getExecution },
  { method: 'POST', paths: ['/webhooks/{id}'], open: true, handle: receiveWebhook },
  { method: 'GET', paths: ['/pictures/{name}'], open: true, handle: (_, request) => givePicture(request) },
  { method: 'GET', paths: ['/webhooks/{id}'], open: true, handle: receiveWebhook },
];

export function findRoute(method: string, path: string): { route: Route; params: Record<string, string> } | undefined {
  for (const route of ROUTES) {
    if (route.method !== method) continue;
    for (const template of route.paths) {
      const params = match(template, path);
      if (params !== undefined) return { route, params };
    }
  }
  return undefined;
}

function match(template: string, path: string): Record<string, string> | undefined {
  const [wanted, given] = [template.split('/'), path.split('/')];
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (!part.startsWith('{')) {
      if (part !== value) return undefined;
      continue;
    }
    if (value === '') return undefined;
    try {
      params[part.slice(1, -1)] = decodeURIComponent(value);
    } catch {
      return undefined;
    }
  }
  return params;
}
