/** Runs (spec, Executions), and the webhooks that start them, whose method and body the spec doesn't define. */
import { Random, seedOf } from '../random.ts';
import { absent, type Incoming, json, type Reply, refuse } from './reply.ts';
import { planRun, runAt, runDetailAt, statusAt } from './runs.ts';
import { inOrder, readPaging } from './shape.ts';
import type { Run } from './state.ts';
import type { WorkflowContext } from './workflows.ts';

const FILTERS = ['PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'PAUSED', 'all'];

export function listExecutions({ state, now }: WorkflowContext, { query }: Incoming): Reply {
  const { page, limit } = readPaging(query, state.largestPage, ['workflow_id', 'status']);
  const status = query.get('status') ?? 'all';
  if (!FILTERS.includes(status)) throw refuse(422, `status must be one of ${FILTERS.join(', ')}`);
  const workflowId = query.get('workflow_id');
  const time = now();
  const all = [...state.runs.values()].filter(
    (run) => run.createdAt <= time && state.workflows.get(run.workflowId)?.own === true,
  );
  const matching = all.filter(
    (run) =>
      (workflowId === null || run.workflowId === workflowId) && (status === 'all' || statusAt(run, time) === status),
  );
  matching.sort((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? -1 : 1));
  const listed = inOrder(matching, state.order);
  const items = listed.slice((page - 1) * limit, page * limit);
  const counted = { all, matching, page: items, nothing: [] }[state.totals];
  const count = (wanted: string) => counted.filter((run) => statusAt(run, time) === wanted).length;
  return json({
    items: items.map((run) => runAt(run, time)),
    total: state.totals === 'nothing' ? -1 : counted.length,
    succeeded: count('SUCCEEDED'),
    failed: count('FAILED'),
    page,
    limit,
  });
}

export function getExecution({ state, now }: WorkflowContext, { params }: Incoming): Reply {
  const run = state.runs.get(params.id ?? '');
  if (run === undefined || state.workflows.get(run.workflowId)?.own !== true) throw absent('Execution');
  return json(runDetailAt(run, now()));
}

/** Starts a run, which then progresses with the clock. Requires no key: the address is sufficient. */
export function receiveWebhook(context: WorkflowContext, { params }: Incoming): Reply {
  const workflow = context.state.workflows.get(params.id ?? '');
  if (workflow?.own !== true || workflow.status === 'disabled') throw absent('Workflow');
  const run = startRun(context, workflow.id, 'WEBHOOK_ASYNC');
  return json({ message: 'Accepted', run_id: run?.id ?? null });
}

/** Adds a run that starts in a moment. Returns undefined if the workflow doesn't exist. */
export function startRun({ state, now }: WorkflowContext, workflowId: string, type: string): Run | undefined {
  const workflow = state.workflows.get(workflowId);
  if (workflow === undefined) return undefined;
  const random = new Random(seedOf(`${workflowId} ${state.runs.size}`));
  const createdAt = now();
  const times = { createdAt, startsAt: createdAt + random.between(300, 2500), pace: random.between(1500, 5000), type };
  const run = planRun(state, workflow, times, random);
  state.runs.set(run.id, run);
  return run;
}
