/** The run and workflow panels: charts, tables, and buttons, wide and narrow. */
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Uri as VsCodeUri, Webview } from 'vscode';
import { type AgentId, agentIds, agentName } from '../../common/messages/agents.ts';
import type { ChainLink, DiagnosedFile, Diagnosis } from '../../common/messages/diagnosis.ts';
import type { AgentCell, AgentComparison } from '../../common/messages/tool-servers.ts';
import { type AgentsPage, parseAgentsMessage } from '../../src/config/servers/pages/agents-messages.ts';
import { type DiagnosisPage, parseDiagnosisMessage } from '../../src/config/servers/pages/diagnosis-messages.ts';
import { parseMessage, type ViewModel } from '../../src/service/panels/messages.ts';
import type { LoadedRun } from '../../src/service/panels/run/load-changes.ts';
import { runViewModel } from '../../src/service/panels/run/run-view-model.ts';
import { usageViewModel } from '../../src/service/panels/usage/usage-view-model.ts';
import { detailsViewModel } from '../../src/service/panels/workflow/details-view-model.ts';
import { statisticsViewModel } from '../../src/service/panels/workflow/statistics-view-model.ts';
import type { UsageRecord } from '../../src/service/session/usage-log.ts';
import { loadPage } from '../../src/shared/webview-page.ts';
import { l10n, Uri } from '../unit/fake-vscode.ts';
import { iso, listed, now, run, step } from '../unit/service/panels/fixtures.ts';
import { narrow } from './narrow.ts';
import { openPage, themes, type WebviewPage } from './page.ts';
import { cutOffTexts } from './pseudo.ts';

const DAY = 86_400;
const STATUSES = ['SUCCEEDED', 'FAILED', 'CANCELLED'] as const;
const runs = Array.from({ length: 60 }, (_, at) =>
  listed({
    id: `r${at}`,
    status: STATUSES[at % 7 === 0 ? 1 : at % 11 === 0 ? 2 : 0] ?? '',
    created_at: iso(-at * 0.4 * DAY),
    duration: 1 + (at % 13) * 7,
  }),
);
const times = (from: number, started: number, to: number) => ({
  created_at: iso(from),
  started_at: iso(started),
  finished_at: iso(to),
});
const failed = run(
  [
    step('Webhook', { step_type: 'TRIGGER', ...times(0, 0, 1) }),
    step('Normalize the customer record', times(1, 2, 12)),
    step('Post to the warehouse', { ...times(12, 14, 40), attempt: 2 }),
    step('Charge the card', {
      ...times(40, 41, 58),
      status: 'FAILED',
      error: 'Error: the card was declined\n  at charge',
    }),
  ],
  { status: 'FAILED', duration: 58, finished_at: iso(58) },
);
const succeeded = run([step('Webhook'), step('Charge the card', { duration: 9 })]);

const versionOf = (id: string, revision: number, message: string) => ({
  ...{ id, display_name: `v${revision}`, revision, state: 'published', commit_message: message },
  ...{ created_at: iso(-DAY), updated_at: iso(-DAY) },
});

/** The failed run with everything that a page can have. */
function failedRun(): LoadedRun {
  const type = 'WEBHOOK_ASYNC';
  const before = { ...succeeded, type, version_id: 'u', version_display_name: 'v43', created_at: iso(-2 * DAY) };
  const [earlier, later] = [versionOf('u', 43, ''), versionOf('v', 44, 'Shorten the prompt')];
  const sent = { at: now, body: '{"customer": 1}', status: 202, response: '{"executionId":"r"}' };
  return {
    run: { ...failed, type, version_id: 'v', version_display_name: 'v44' },
    payload: { ...sent, body: '{"customer": 2}', isProbable: true },
    changes: {
      ...{ before, payload: sent, search: { run: before, searched: 100, isComplete: true } },
      versions: { before: earlier, after: later, between: [later], isWhole: true },
      earlier: { since: { runs: 4, failed: 3 }, compared: 8, alike: 2, oldest: iso(-5 * DAY), runs: runs.slice(1, 6) },
    },
  };
}

/** Each panel in the language of the host. */
const views = {
  run: () => runViewModel(failedRun(), 'Support triage', now),
  searching: () => runViewModel({ run: failed }, 'Support triage', now, { searched: 300 }),
  canceled: () => runViewModel({ run: run([], { status: 'CANCELLED' }) }, 'Support triage', now),
  statistics: () => statisticsViewModel('Support triage', { items: runs, total: 300 }, 'loaded', now),
  details: () =>
    detailsViewModel(
      {
        details: {
          id: 'w',
          active_version_id: 'v',
          webhook_url: 'https://service.example.com/webhooks/wf_01JD5Z7Q0000000000000000',
          name: 'Support triage',
          description: 'Sorts new tickets by urgency.',
          metadata: '{"owner":"ada"}',
          schedule_options: '{"everyMinutes":1440,"timezone":"UTC"}',
          next_run_at: iso(7200),
          status: 'enabled',
          created_at: iso(0),
          updated_at: iso(0),
        },
        schedule: l10n.t('Every day (time zone: {0})', 'UTC'),
        version: versionOf('v', 44, 'Shorten the prompt'),
        runs: runs.map((one, at) => (at < 5 ? { ...one, version_id: 'v' } : { ...one, version_id: 'u' })),
        isNewestKnown: true,
      },
      now,
    ),
  usage: () => {
    const use = (at: number, more: Partial<UsageRecord>): UsageRecord => ({
      ...{ at: now - at * DAY * 1000, model: 'anthropic/claude-haiku-4.5', feature: 'chat', workspace: 'shop' },
      ...{ input: 12_345, output: 678, estimated: false, cost: 0.0123, currency: 'USD', ...more },
    });
    const records = [
      ...[use(9, { currency: 'EUR' }), use(3, { feature: 'editorChat', estimated: true }), use(2, {})],
      { at: now, model: 'openai/gpt-image-1', feature: 'images', workspace: '', images: 3 } as const,
    ];
    return usageViewModel('Work', { records, skipped: 0 }, { group: 'day', period: 'all' }, 10, now);
  },
  agents: () => ({ kind: 'agents', title: 'checkout-service: Agents', comparison: agentComparison(), canVerify: true }),
  diagnosis: () => ({
    kind: 'diagnosis',
    title: 'checkout-service: Diagnosis',
    diagnosis: diagnosis(),
    hasTerminal: true,
  }),
} satisfies Record<string, () => ViewModel | AgentsPage | DiagnosisPage>;

function diagnosis(): Diagnosis {
  const agent = (id: AgentId) => ({ id, name: agentName(id), version: '1.2', found: null, reload: '' });
  const start = { line: 0, character: 0 };
  const location = { uri: 'file:///a', range: { start, end: start } };
  const unusedFile: Omit<DiagnosedFile, 'text'> = {
    ...{ agent: 'gemini-cli', agentName: 'Gemini CLI', file: '.gemini/settings.json', isOfProject: true },
    ...{ step: 'Remove it.', actions: [], location },
  };
  const link = (kind: ChainLink['kind'], state: ChainLink['state'], text: string): ChainLink => ({
    kind,
    state,
    text,
    location,
  });
  const defined = link('file', 'holds', '.mcp.json defines "docs".');
  const asks = 'Pending approval: Qwen Code asks before it starts this server.';
  const off = 'Disabled: listed in "disabledMcpjsonServers" in .claude/settings.json.';
  const server = { folder: null, uri: 'file:///a', name: 'docs' };
  return {
    servers: [
      {
        name: 'docs',
        isOfProject: true,
        chains: [
          {
            agent: agent('qwen-code'),
            reaches: 'no',
            headline: asks,
            remarks: [],
            links: [defined, link('gate', 'broken', asks)],
            nextStep: { text: 'Run qwen mcp approve docs in this folder.', run: 'qwen mcp approve docs', actions: [] },
          },
          {
            agent: agent('claude-code'),
            reaches: 'no',
            headline: off,
            remarks: [],
            links: [defined, link('switch', 'broken', off)],
            nextStep: {
              text: 'Remove "docs" from "disabledMcpjsonServers" in .claude/settings.json.',
              run: null,
              actions: [{ kind: 'enable', server }],
            },
          },
          {
            agent: agent('vscode'),
            reaches: 'yes',
            headline: 'VS Code uses "docs" from .mcp.json.',
            remarks: [],
            links: [
              defined,
              { ...link('launch', 'unknown', "Programs, files, and folders weren't looked up here."), location: null },
            ],
            nextStep: null,
          },
        ],
      },
      { name: '<b>x</b>', isOfProject: false, chains: [] },
    ],
    notAsked: [],
    unread: [{ agent: agent('cursor'), file: '.cursor/mcp.json' }],
    unused: [
      { ...unusedFile, text: 'Said by a chain.', isSaid: true },
      { ...unusedFile, text: 'Gemini CLI takes nothing from .gemini/settings.json: it is empty.' },
    ],
    didYouMean: null,
    omitted: 0,
  };
}

function agentComparison(): AgentComparison {
  const cell = (state: AgentCell['state'], reason = '', isProbable = false): AgentCell => ({
    ...{ state, reason, isProbable, isPartial: false, text: reason },
    location: state === 'notRead' ? null : { uri: 'file:///a', range: { start, end: start } },
  });
  const start = { line: 0, character: 0 };
  return {
    agents: agentIds.map((id) => ({
      id,
      name: agentName(id),
      version: '1',
      found: id === 'opencode' ? 'machine' : null,
      reload: '',
    })),
    rows: [
      {
        name: 'docs',
        cells: [
          cell('inEffect'),
          cell('pending', 'Claude Code asks before it starts this server'),
          cell('overridden', '.vscode/mcp.json defines the same name'),
          cell('invalid', '"url" requires "type"'),
          {
            ...cell('inEffect', '', true),
            differs: { text: 'Cursor lists it as off.', report: { title: 'Cursor', body: 'off' } },
          },
          cell('disabled', "Codex doesn't trust this folder"),
          ...agentIds.slice(6).map((id) => cell(id === 'grok' ? 'disabled' : 'notRead')),
        ],
      },
      ...['<b>x</b>', 'more'].map((name) => ({
        name,
        cells: agentIds.map((id) => (id === 'codex' ? cell('unknown', "a file can't be read here") : cell('notRead'))),
      })),
    ],
    omitted: 3,
    aside: ['grok', 'qwen-code'],
    asked: [
      { agent: 'cursor', version: '3.20', problem: '', answered: true },
      { agent: 'codex', version: '', problem: "Codex couldn't be started.", answered: false },
    ],
    notInstalled: ['Gemini CLI'],
    unused: [
      {
        agent: 'claude-code',
        file: '.mcp.json',
        text: 'Claude Code takes nothing from .mcp.json: it has no "mcpServers".',
        location: { uri: 'file:///a', range: { start, end: start } },
      },
    ],
  };
}

describe('run and workflow panels', () => {
  let opened: WebviewPage;
  afterEach(async () => {
    await opened?.close();
    vi.restoreAllMocks();
  });

  async function open(name: keyof typeof views, width = 900): Promise<Page> {
    opened = await openPage(({ webview }) => {
      const page = { title: 'Switchyard', element: 'switchyard-panel', surface: 'editor' } as const;
      loadPage(webview as unknown as Webview, Uri.file('/') as unknown as VsCodeUri, {
        bundle: name === 'agents' || name === 'diagnosis' ? 'agents' : 'panels',
        ...page,
      });
    }, width);
    const view = { ...views[name](), notice: '', stale: '' };
    await opened.host.webview.postMessage({
      view,
      l10n: l10n.bundle ?? {},
      ...(name === 'agents' && { kept: { kind: name } }),
    });
    await opened.page.locator('main h1').waitFor();
    return opened.page;
  }

  it.each(Object.keys(views) as (keyof typeof views)[])('have no axe violation in any theme: %s', async (name) => {
    const page = await open(name);
    await opened.isAccessible(page.locator('main'), themes);
    expect(opened.foreign).toEqual([]);
  });

  it.each(Object.keys(views) as (keyof typeof views)[])('post what the host accepts: %s', async (name) => {
    const page = await open(name);
    await page.locator('main').evaluate((main) => {
      for (const control of main.querySelectorAll<HTMLElement>('button, input')) control.click();
    });
    // What was posted before has arrived then.
    await page.evaluate('toHost({ kept: {} })');
    const parse = { ...parseMessage, agents: parseAgentsMessage, diagnosis: parseDiagnosisMessage }[views[name]().kind];
    const messages = opened.posted.filter((message) => !('kept' in message));
    expect(messages.length).toBeGreaterThan(1);
    expect(messages.filter((message) => parse(message) === undefined)).toEqual([]);
  });

  it.each(Object.keys(views) as (keyof typeof views)[])('use icons that exist: %s', async (name) => {
    const page = await open(name);
    const missing = page
      .locator('.codicon')
      .evaluateAll((icons) =>
        icons
          .filter((icon) => ['none', 'normal'].includes(getComputedStyle(icon, '::before').content))
          .map(({ className }) => className),
      );
    expect(await missing).toEqual([]);
  });

  it('compare agents in a table, or in lists on a narrow page, and open the file of a cell', async () => {
    const page = await open('agents', 1200);
    // The next window opens it again.
    await expect.poll(() => opened.posted).toContainEqual({ kept: { kind: 'agents' } });
    const cell = page.getByRole('button', { name: 'docs in Copilot CLI: Invalid. Open the file.' });
    await cell.press('Enter');
    await expect.poll(() => opened.posted).toContainEqual({ kind: 'openCell', row: 0, column: 3 });
    await page.getByRole('button', { name: 'Claude Code takes nothing from .mcp.json' }).press('Enter');
    await expect.poll(() => opened.posted).toContainEqual({ kind: 'openUnused', index: 0 });
    await page
      .getByRole('button', { name: 'docs in Cursor differs: Cursor lists it as off. Report a wrong fact.' })
      .press('Enter');
    await expect.poll(() => opened.posted).toContainEqual({ kind: 'report', row: 0, column: 4 });
    await page.getByRole('button', { name: 'Verify with Installed Agents' }).press('Enter');
    await expect.poll(() => opened.posted).toContainEqual({ kind: 'verify' });
    await page
      .getByText("Asked: Cursor. 1 cell differs. Codex couldn't be started. Not installed: Gemini CLI.")
      .waitFor();
    expect(await page.locator('table').first().innerText()).not.toContain('(unnamed)');
    // Agents that read none of the files have no column.
    expect(await page.locator('table').first().locator('thead th').allInnerTexts()).toEqual([
      'Server',
      ...agentIds.slice(0, 6).map(agentName),
    ]);
    await page.getByText('No files with servers for OpenCode.').waitFor();
    // What is the same in all cells of an agent is said once.
    expect(await page.getByText("a file can't be read here").allInnerTexts()).toEqual([
      "Not known for Codex: a file can't be read here",
    ]);
    // Those that aren't found here have one when they are asked for.
    await page.getByText('Not found here: Grok').press('Enter');
    await page.getByRole('button', { name: 'docs in Grok: Disabled. Open the file.' }).press('Enter');
    await expect
      .poll(() => opened.posted)
      .toContainEqual({ kind: 'openCell', row: 0, column: agentIds.indexOf('grok') });
    expect(await page.locator('th', { hasText: '<b>x</b>' }).count()).toBe(2);
    // Six agents don't fit, two do.
    await page.setViewportSize({ width: 900, height: 600 });
    await expect.poll(() => page.locator('table').count()).toBe(1);
    await page.setViewportSize({ width: 220, height: 600 });
    await expect.poll(() => page.locator('table').count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(220);
  });

  it('diagnose servers: the first broken link, its chain, and the next step', async () => {
    const page = await open('diagnosis');
    // What a chain says isn't said again.
    expect(await page.getByText('Said by a chain.').count()).toBe(0);
    await page.getByRole('button', { name: 'Open .gemini/settings.json' }).press('Enter');
    await expect.poll(() => opened.posted).toContainEqual({ kind: 'openUnused', index: 1 });
    const chains = page.locator('details');
    expect(await chains.evaluateAll((all) => all.map((each) => (each as HTMLDetailsElement).open))).toEqual([
      true,
      true,
      false,
    ]);
    // Once: in the chain. Without the chain, it's the headline.
    const reason = page.getByText('Pending approval: Qwen Code asks before it starts this server.');
    const visible = async () => (await reason.evaluateAll((all) => all.filter((one) => one.checkVisibility()))).length;
    expect(await visible()).toBe(1);
    await page.getByRole('button', { name: 'Open "qwen mcp approve docs" in Terminal' }).press('Enter');
    await expect.poll(() => opened.posted).toContainEqual({ kind: 'run', server: 0, chain: 0 });
    await page.getByRole('button', { name: 'Enable docs in Claude Code' }).press('Enter');
    await expect.poll(() => opened.posted).toContainEqual({ kind: 'act', server: 0, chain: 1, action: 0 });
    await chains.first().getByRole('button', { name: 'Pending approval' }).press('Enter');
    await expect.poll(() => opened.posted).toContainEqual({ kind: 'openLink', server: 0, chain: 0, link: 1 });
    await chains.last().locator('summary').press('Enter');
    await page.getByText("Programs, files, and folders weren't looked up here.").waitFor();
    await page.getByText('Cursor reads none of these files. In a project, it reads .cursor/mcp.json.').waitFor();
    expect(await page.locator('h2', { hasText: '<b>x</b>' }).count()).toBe(1);
    await page.setViewportSize({ width: 220, height: 600 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(220);
  });

  it('show the steps of a failed run on one time axis, with the failed step highlighted', async () => {
    const page = await open('run');
    expect(await page.locator('.timeline .bar').count()).toBe(4);
    await page.locator('.timeline .row.failing').waitFor({ state: 'attached' });
    const chart = page.locator('.timeline svg');
    await chart.focus();
    await page.keyboard.press('Home');
    await page.locator('.tooltip', { hasText: 'Wait time: ' }).waitFor();
    expect(await chart.getAttribute('aria-valuetext')).toMatch(/^Webhook/);
  });

  it.each([
    ['.days svg', /^\w{3}, \w{3} \d+, \d+ succeeded, \d+ failed, \d+ other$/],
    ['.durations svg', /^[\d.]+ m?s\b.*, \w{3} \d+, \d{4}, .*, (?:succeeded|failed|canceled)$/],
  ] as const)(
    'move through %s with the arrow keys, with a tooltip and a text for screen readers',
    async (chart, value) => {
      const page = await open('statistics');
      const svg = page.locator(chart);
      await svg.focus();
      await page.keyboard.press('Home');
      expect(await svg.getAttribute('aria-valuetext')).toMatch(value);
      await page.keyboard.press('ArrowRight');
      expect(await svg.getAttribute('aria-valuenow')).toBe('2');
      await page.locator('.tooltip').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('.tooltip').waitFor({ state: 'detached' });
    },
  );

  it.each([1000, 400])('show the error of a run and what changed on the first screen of %i px', async (width) => {
    const page = await open('run', width);
    await page.setViewportSize({ width, height: 700 });
    for (const part of ['.headline', '.reason pre', '[data-action=explain]', '[data-action=sendAgain]']) {
      const box = await page.locator(part).boundingBox();
      expect((box?.y ?? 700) + (box?.height ?? 0), part).toBeLessThan(450);
    }
    expect(await page.locator('main > .actions > button').count()).toBe(2);
    // The columns of the steps fit into 400 px, too.
    const fits = ({ scrollWidth, clientWidth }: Element) => scrollWidth <= clientWidth;
    expect(await page.locator('.scrolling', { hasText: 'Run time' }).evaluate(fits)).toBe(true);
    // The error is shown once.
    expect(await page.locator('pre:visible', { hasText: 'Error: the card was declined' }).count()).toBe(1);
  });

  it('say how far the search for the last success is, which can be stopped', async () => {
    const page = await open('searching');
    await page.getByText('300 runs searched').waitFor();
    await page.locator('[data-action=stopSearch]').press('Enter');
    expect(opened.posted.at(-1)).toEqual({ kind: 'action', action: 'stopSearch' });
  });

  it('show what a model is sent, which has the payload only if the user includes it', async () => {
    const page = await open('run');
    await page.locator('.raw summary').press('Enter');
    const text = await page.locator('.raw pre').innerText();
    expect(text).toContain('Failed in Charge the card after version v44 of Nov 19 replaced v43.');
    for (const part of await page.locator('.sentences li, .facts dd, .headline').allInnerTexts())
      expect(text).toContain(part);
    expect(text).toContain('Differs from line 2');
    expect(text).not.toContain('"customer"');
    await page.getByLabel('Include payload and response').check();
    await expect.poll(() => opened.posted).toContainEqual({ kind: 'includePayload', isIncluded: true });
  });

  it('tell the host which button was pressed', async () => {
    const page = await open('run');
    await page.getByLabel('Actions for This Run').press('Enter');
    const actions = ['explain', 'sendAgain', 'previousRun', 'nextRun', 'compare', 'editPayload', 'savePayload'];
    await page
      .getByRole('button', { name: /^Open the run created / })
      .first()
      .press('Enter');
    const all = [...actions, 'copyText', 'copyId', 'openJson', 'publishBefore'];
    for (const action of all) await page.locator(`[data-action=${action}]`).press('Enter');
    await page.getByRole('button', { name: 'Open in Editor: Charge the card' }).press('Enter');
    expect(opened.posted).toEqual([
      { kind: 'ready' },
      { kind: 'openRun', run: 0 },
      ...all.map((action) => ({ kind: 'action', action })),
      { kind: 'openError', step: 3, of: 'timeline' },
    ]);
  });

  describe.each(narrow)('in %s', (_language, use) => {
    it.each(Object.keys(views) as (keyof typeof views)[])('fit, with labels that do not overlap: %s', async (name) => {
      const { width, isWhole } = use();
      const page = await open(name, width);
      await isWhole(page.locator('main'), name);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(await overlappingLabels(page)).toEqual([]);
      await page.setViewportSize({ width: 900, height: 900 });
      expect(await cutOffTexts(page.locator('main'))).toEqual([]);
    });
  });
});

/** Returns the labels of horizontal axes that overlap the next one. */
function overlappingLabels(page: Page): Promise<readonly string[]> {
  return page.locator('main').evaluate((view) =>
    [...view.querySelectorAll('.axis-bottom, .timeline svg')].flatMap((axis) => {
      const labels = [...axis.querySelectorAll('.tick')];
      const next = (index: number) => labels[index + 1]?.getBoundingClientRect().left ?? Number.POSITIVE_INFINITY;
      return labels
        .filter((label, index) => label.getBoundingClientRect().right > next(index))
        .map(({ textContent }) => textContent ?? '');
    }),
  );
}
