/** Workflows and their versions. Spec: "Workflows". */
import { absent, type Incoming, json, type Reply, refuse } from './reply.ts';
import { iso } from './runs.ts';
import { inOrder, readJson, readObject, readPaging, text } from './shape.ts';
import type { State, Version, Workflow } from './state.ts';

const COMMIT_MESSAGE_LENGTH = 500;

export interface WorkflowContext {
  state: State;
  now(): number;
  /** Base URL of the service, for webhook URLs. */
  url(): string;
}

export function listWorkflows(context: WorkflowContext): Reply {
  return json(ownWorkflows(context.state).map((one) => listItem(one, context)));
}

export function getWorkflow(context: WorkflowContext, { params }: Incoming): Reply {
  const workflow = ownWorkflow(context.state, params.id);
  const next = workflow.everyMinutes === null ? null : context.now() + (workflow.everyMinutes * 60_000) / 2;
  return json({
    ...listItem(workflow, context),
    active_version_id: workflow.activeVersionId,
    metadata: workflow.metadata,
    schedule_options: workflow.scheduleOptions,
    next_run_at: next === null || workflow.status === 'disabled' ? null : iso(next),
    status: workflow.status,
  });
}

export function setStatus({ state, now }: WorkflowContext, request: Incoming): Reply {
  const workflow = ownWorkflow(state, request.params.id);
  const { status, ...unknown } = readJson(request);
  if (Object.keys(unknown).length > 0)
    throw refuse(422, `Invalid request body: unknown field ${Object.keys(unknown)[0]}`);
  if (status !== 'enabled' && status !== 'disabled') {
    throw refuse(400, "Status must be 'enabled' or 'disabled'", { code: 'VALIDATION_ERROR' });
  }
  workflow.status = status;
  workflow.updatedAt = now();
  return json({ message: `Workflow ${status}`, workflow_id: workflow.id, status });
}

export function publish({ state, now }: WorkflowContext, request: Incoming): Reply {
  const workflow = ownWorkflow(state, request.params.workflow_id);
  const body = readObject(request, {
    version_id: { required: true, check: text },
    commit_message: { check: commitMessage },
  });
  const version = state.versions.get(String(body.version_id));
  if (version?.workflowId !== workflow.id) throw refuse(422, 'Version not found or does not belong to the workflow');
  const count = ownWorkflows(state).length;
  if (count >= state.workflowLimit) {
    throw refuse(402, 'The workflow limit of your plan is reached', {
      code: 'SUBSCRIPTION_LIMIT',
      details: { workflow_limit: state.workflowLimit, current_workflows: count },
    });
  }
  workflow.activeVersionId = version.id;
  workflow.updatedAt = now();
  version.state = 'published';
  version.updatedAt = now();
  if (typeof body.commit_message === 'string') version.commitMessage = body.commit_message;
  return json({ message: 'Version published', workflow_id: workflow.id, version_id: version.id });
}

export function listVersions({ state }: WorkflowContext, { params, query }: Incoming): Reply {
  const workflow = ownWorkflow(state, params.workflow_id);
  const { page, limit } = readPaging(query, state.largestPage);
  const all = [...state.versions.values()].filter((one) => one.workflowId === workflow.id);
  all.sort((one, other) => other.revision - one.revision);
  const items = inOrder(all, state.order)
    .slice((page - 1) * limit, page * limit)
    .map(versionItem);
  return json({ items, total: all.length, page, limit });
}

export function getVersion({ state }: WorkflowContext, { params }: Incoming): Reply {
  const version = state.versions.get(params.version_id ?? '');
  if (version === undefined || state.workflows.get(version.workflowId)?.own !== true) throw absent('Version');
  const parent = version.parentId === null ? undefined : state.versions.get(version.parentId);
  return json({
    version: {
      ...versionItem(version),
      parent: parent ? parentItem(parent) : null,
      commit_message: version.commitMessage,
    },
  });
}

export function ownWorkflows(state: State): Workflow[] {
  return [...state.workflows.values()].filter((one) => one.own);
}

function ownWorkflow(state: State, id: string | undefined): Workflow {
  const workflow = state.workflows.get(id ?? '');
  if (workflow?.own !== true) throw absent('Workflow');
  return workflow;
}

function commitMessage(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  return [...value].length > COMMIT_MESSAGE_LENGTH
    ? `must have at most ${COMMIT_MESSAGE_LENGTH} characters`
    : undefined;
}

function listItem(workflow: Workflow, { url }: WorkflowContext): object {
  return {
    id: workflow.id,
    name: workflow.name,
    description: workflow.description,
    webhook_url: `${url()}/webhooks/${workflow.id}`,
    created_at: iso(workflow.createdAt),
    updated_at: iso(workflow.updatedAt),
  };
}

function versionItem(version: Version): object {
  return {
    id: version.id,
    display_name: version.displayName,
    revision: version.revision,
    state: version.state,
    created_at: iso(version.createdAt),
    updated_at: iso(version.updatedAt),
  };
}

function parentItem(parent: Version): object {
  const { id, displayName, revision, state, createdAt } = parent;
  return { id, uid: id, display_name: displayName, revision, state, created_at: iso(createdAt) };
}
