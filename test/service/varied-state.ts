/** Data of the service that the document allows, in place of the reference service's. */
import type { Choices } from './choices.ts';
import type { Run, State, Version, Workflow } from './state.ts';

const NAMES = ['', 'The same name', 'The same name', '  ', 'Zwei\nZeilen', '工作流 🚀', '$(flame) [x](command:y)'];
const TEXTS = [
  null,
  '',
  'once a day',
  '{"cron":',
  '0 9 * * MON',
  '{"cron":"0 9 * * *","timezone":"Mars/Base"}',
  '[]',
  'null',
];
const ERRORS = ['', '\n\n  at step.ts:1', '{"message":"The row is locked","code":17}', 'Ошибка', 'x'.repeat(5000)];

export function varyState(state: State, choices: Choices): void {
  state.order = choices.of('order', ['newestFirst', 'oldestFirst', 'none']);
  state.totals = choices.of('totals', ['matching', 'matching', 'all', 'page', 'nothing']);
  state.largestPage = choices.of('largest page', [100, 100, 50, 10]);
  for (const workflow of state.workflows.values()) varyWorkflow(workflow, choices);
  for (const version of state.versions.values()) varyVersion(version, choices);
  for (const run of state.runs.values()) varyRun(run, choices);
}

function varyWorkflow(workflow: Workflow, choices: Choices): void {
  const part = (what: string) => choices.isPart(`${what} ${workflow.id}`, 0.4);
  if (part('name')) workflow.name = choices.of(`name of ${workflow.id}`, NAMES);
  if (part('description')) workflow.description = null;
  if (part('metadata')) workflow.metadata = choices.of(`metadata of ${workflow.id}`, TEXTS);
  if (part('schedule')) workflow.scheduleOptions = choices.of(`schedule of ${workflow.id}`, TEXTS);
  if (part('status') && part('other status')) workflow.status = 'archived';
  if (part('active') && part('no active')) workflow.activeVersionId = null;
}

function varyVersion(version: Version, choices: Choices): void {
  const { first, step } = choices.of('revisions', [
    { first: 1, step: 1 },
    { first: 0, step: 1 },
    { first: 20_251_101, step: 1 },
    { first: 0.5, step: 0.5 },
  ]);
  const count = version.revision;
  version.revision = first + (count - 1) * step;
  const name = choices.of('version names', ['v{}', 'the same', '', 'Version {} – „Entwurf“']);
  version.displayName = name.replace('{}', String(count));
  if (choices.isPart(`state ${version.id}`, 0.1)) version.state = 'archived';
}

function varyRun(run: Run, choices: Choices): void {
  const part = (what: string, size = 0.1) => choices.isPart(`${what} ${run.id}`, size);
  if (part('type')) run.type = choices.of(`type of ${run.id}`, ['EVALUATION', '', 'Sub-Workflow (beta)']);
  if (part('status') && (run.ends === 'CANCELLED' || run.ends === 'PAUSED')) run.ends = 'TIMED_OUT';
  if (part('no steps', 0.03)) run.steps = [];
  if (part('detour', 0.3)) {
    const status = choices.of(`detour of ${run.id}`, ['PAUSED', 'FAILED', 'CANCELLED', 'SUCCEEDED']);
    run.detour = { status, from: run.lasts * 0.3, to: run.lasts * choices.of(`way back of ${run.id}`, [0.6, 1]) };
  }
  const [firstAttempt, type] = [
    choices.of('attempts', [0, 0, -1]),
    choices.of('step type', ['PIECE', 'PIECE', 'LOOP']),
  ];
  for (const step of run.steps) {
    step.attempt += firstAttempt;
    if (step.type === 'PIECE') step.type = type;
    const is = (what: string) => choices.isPart(`${what} ${step.id}`, 0.08);
    if (step.error !== null && is('error')) step.error = choices.of(`error of ${step.id}`, ERRORS);
    if (step.ends === 'SUCCEEDED' && is('status')) step.ends = 'SKIPPED';
  }
}
