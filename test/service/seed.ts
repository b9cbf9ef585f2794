/** Initial data of the service: always the same, except for dates, which are relative to the start. */
import { Random } from '../random.ts';
import { planRun } from './runs.ts';
import type { State, Version, Workflow } from './state.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const RUNS = 300;

interface Sketch {
  name: string;
  description: string | null;
  steps: string[];
  versions: number;
  everyMinutes?: number;
  disabled?: true;
  other?: true;
}

const SKETCHES: readonly Sketch[] = [
  {
    name: 'Invoice intake',
    description: 'Reads invoices from the mailbox, extracts the lines and books them.',
    steps: ['New e-mail', 'Extract attachment', 'Read invoice', 'Match purchase order', 'Book in ledger'],
    versions: 45,
  },
  {
    name: 'Support triage',
    description: 'Classifies new tickets, answers the easy ones, routes the rest.',
    steps: ['Webhook', 'Classify ticket', 'Draft answer', 'Route to team'],
    versions: 12,
  },
  {
    name: 'Nightly CRM sync',
    description: 'Copies changed contacts into the warehouse.',
    steps: ['Schedule', 'List changed contacts', 'Deduplicate', 'Load into warehouse', 'Post summary'],
    versions: 7,
    everyMinutes: 24 * 60,
  },
  {
    name: 'Lead enrichment',
    description: 'Looks up company data for each new lead.',
    steps: ['Webhook', 'Find company', 'Score lead', 'Update record'],
    versions: 9,
  },
  {
    name: 'Release notes writer',
    description: 'Turns merged pull requests into release notes.',
    steps: ['Webhook', 'Collect pull requests', 'Write notes', 'Open draft'],
    versions: 4,
  },
  {
    name: 'Contract review',
    description: 'Marks unusual clauses. Paused while legal checks the prompt.',
    steps: ['Webhook', 'Split clauses', 'Compare with templates', 'Write report'],
    versions: 6,
    disabled: true,
  },
  {
    name: 'Weekly revenue digest',
    description: 'Numbers of the week, in words, every Monday.',
    steps: ['Schedule', 'Query revenue', 'Compare with last week', 'Write digest', 'Send to channel'],
    versions: 5,
    everyMinutes: 7 * 24 * 60,
  },
  { name: 'Social listening', description: null, steps: ['Webhook', 'Detect sentiment'], versions: 1, disabled: true },
  {
    name: "Someone else's workflow",
    description: 'Never to be seen by the caller.',
    steps: ['Webhook', 'Do something'],
    versions: 1,
    other: true,
  },
];

const CHANGES = [
  'Retry the slow step twice',
  'Shorten the prompt',
  'Handle empty attachments',
  'Use the cheaper model for drafts',
  'Fix the date format',
] as const;

export function seedState(now: number, random = new Random(20_251_120)): State {
  const state: State = {
    workflows: new Map(),
    versions: new Map(),
    runs: new Map(),
    balance: 25,
    workflowLimit: 25,
    order: 'newestFirst',
    totals: 'matching',
    largestPage: 100,
  };
  for (const [index, sketch] of SKETCHES.entries())
    addWorkflow(state, sketch, now - (90 - index * 3) * DAY, random, now);
  addRuns(state, random, now);
  return state;
}

function addWorkflow(state: State, sketch: Sketch, createdAt: number, random: Random, now: number): void {
  const id = random.id('wf');
  const versions: Version[] = [];
  const gap = (now - createdAt) / (sketch.versions + 1);
  for (let revision = 1; revision <= sketch.versions; revision++) {
    const time = Math.round(createdAt + gap * revision);
    const draft = revision === sketch.versions;
    versions.push({
      id: random.id('ver'),
      workflowId: id,
      displayName: `v${revision}`,
      revision,
      state: draft ? 'draft' : 'published',
      parentId: versions.at(-1)?.id ?? null,
      commitMessage: draft ? null : random.pick(CHANGES),
      createdAt: time,
      updatedAt: time,
    });
  }
  const everyMinutes = sketch.everyMinutes ?? null;
  const workflow: Workflow = {
    id,
    own: sketch.other !== true,
    name: sketch.name,
    description: sketch.description,
    status: sketch.disabled ? 'disabled' : 'enabled',
    activeVersionId: versions.findLast((one) => one.state === 'published')?.id ?? null,
    metadata: random.next() < 0.5 ? JSON.stringify({ folder: 'Operations', owner: 'ada' }) : null,
    scheduleOptions: everyMinutes === null ? null : JSON.stringify({ everyMinutes, timezone: 'UTC' }),
    everyMinutes,
    createdAt,
    updatedAt: versions.at(-1)?.updatedAt ?? createdAt,
    steps: sketch.steps,
  };
  state.workflows.set(id, workflow);
  for (const version of versions) state.versions.set(version.id, version);
}

/** Adds runs of two weeks. Most have ended; the last ones are active and progress with the clock. */
function addRuns(state: State, random: Random, now: number): void {
  const own = [...state.workflows.values()].filter((one) => one.own && one.activeVersionId !== null);
  const foreign = [...state.workflows.values()].find((one) => !one.own);
  for (let number = 0; number < RUNS; number++) {
    const workflow = own[random.between(0, own.length - 1)];
    if (workflow === undefined) return;
    const left = RUNS - number;
    const waiting = left <= 4;
    const running = !waiting && left <= 10;
    const age = Math.round((14 * DAY * left) / RUNS) - random.between(0, 20 * MINUTE);
    const createdAt = waiting
      ? now - random.between(500, 4000)
      : running
        ? now - random.between(4000, 9000)
        : now - Math.max(age, 10 * MINUTE);
    const startsAt = waiting ? now + random.between(6000, 30_000) : createdAt + random.between(200, 3000);
    const pace = waiting || running ? random.between(5000, 12_000) : random.between(400, 9000);
    const run = planRun(state, workflow, { createdAt, startsAt, pace }, random);
    state.runs.set(run.id, run);
  }
  if (foreign === undefined) return;
  const version = [...state.versions.values()].find((one) => one.workflowId === foreign.id);
  foreign.activeVersionId = version?.id ?? null;
  const run = planRun(state, foreign, { createdAt: now - DAY, startsAt: now - DAY, pace: 1000 }, random);
  state.runs.set(run.id, run);
}
