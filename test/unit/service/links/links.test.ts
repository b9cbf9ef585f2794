/** What an external link does: asks first, once, and shows the record. */
import { expect, test, vi } from 'vitest';
import type { ExtensionContext, Uri } from 'vscode';
import { Links } from '../../../../src/service/links/index.ts';
import { type LinkServices, linkTo } from '../../../../src/service/links/open.ts';
import { commands, shown, window } from '../../fake-vscode.ts';
import { TestAccounts } from '../../session.ts';
import { workflow, workflowDetails } from '../api/support.ts';

function setUp({ isSignedIn = true, isListed = true } = {}) {
  Object.assign(window, { registerUriHandler: () => ({ dispose: () => undefined }) });
  const executed: unknown[] = [];
  Object.assign(commands, { executeCommand: async (...words: unknown[]) => void executed.push(words) });
  const client = { listWorkflows: async () => [workflow], getWorkflow: async () => workflowDetails };
  const accounts = new TestAccounts(isSignedIn ? client : undefined);
  const reveal = vi.fn(async () => isListed);
  const tree = { tree: { reveal } };
  const links = new Links({} as ExtensionContext, { accounts, workflows: tree, runs: tree } as unknown as LinkServices);
  const open = (path: string, query = '') => links.handleUri({ path, query, fragment: '' } as Uri);
  return { open, reveal, executed, accounts };
}

/** The details of the questions, newest last. */
const details: (string | undefined)[] = [];

/** Answers questions when the test does. */
function asking() {
  const answers: ((answer: string | undefined) => void)[] = [];
  Object.assign(window, {
    showWarningMessage: (text: string, options?: { readonly detail?: string }) => {
      shown.push(text);
      details.push(options?.detail);
      return new Promise((resolve) => answers.push(resolve));
    },
  });
  return answers;
}

test.each([
  ['Open', true, [['wf_1']], []],
  ['Open', false, [['wf_1']], [['switchyard.workflows.openDetails', { kind: 'workflow', id: 'wf_1' }]]],
  [undefined, true, [], []],
])('a link shows its workflow after the answer %s (listed: %s)', async (answer, isListed, revealed, executed) => {
  const answers = asking();
  const { open, ...done } = setUp({ isListed });
  const opening = open('/workflow/wf_1');
  await expect.poll(() => answers).toHaveLength(1);
  answers[0]?.(answer);
  await opening;
  expect([done.reveal.mock.calls, done.executed]).toEqual([revealed, executed]);
});

test('a link to a run opens the page of the run, listed or not', async () => {
  const answers = asking();
  const { open, executed } = setUp();
  const opening = open('/run/run_1');
  await expect.poll(() => answers).toHaveLength(1);
  answers[0]?.('Open');
  await opening;
  expect(executed).toEqual([['switchyard.runs.openPanel', { kind: 'run', id: 'run_1' }]]);
});

const queryFor = async (baseUrl: string) =>
  new URL((await linkTo({ kind: 'workflow', id: 'wf_1' }, baseUrl, 'vscode', 'x.y')) ?? '').search.slice(1);

test('a link opens with the connection that it is for, after the question has named it', async () => {
  const answers = asking();
  const { open, reveal, accounts } = setUp();
  const other = { id: 'two', name: 'Work', baseUrl: new URL('https://two.example/v1') };
  vi.spyOn(accounts.list, 'all', 'get').mockReturnValue([other as never]);
  vi.spyOn(accounts.credentials, 'read').mockResolvedValue({ ...other, baseUrl: other.baseUrl.href } as never);
  const used: string[] = [];
  vi.spyOn(accounts, 'use').mockImplementation(async (id) => void used.push(id));
  const opening = open('/workflow/wf_1', await queryFor('https://two.example'));
  await expect.poll(() => answers).toHaveLength(1);
  expect(details.at(-1)).toContain('switches to Work (two.example)');
  expect(used).toEqual([]);
  answers[0]?.('Open');
  await opening;
  expect([used, reveal.mock.calls]).toEqual([['two'], [['wf_1']]]);
});

test('a link for the service in use opens there without a switch', async () => {
  const answers = asking();
  const { open, accounts } = setUp();
  const use = vi.spyOn(accounts, 'use');
  const opening = open('/workflow/wf_1', await queryFor('https://one.example'));
  await expect.poll(() => answers).toHaveLength(1);
  expect(details.at(-1)).toContain('looks it up at one.example');
  answers[0]?.('Open');
  await opening;
  expect(use).not.toHaveBeenCalled();
});

test('several links ask one question at a time', async () => {
  const answers = asking();
  const { open } = setUp();
  const first = open('/workflow/wf_1');
  await Promise.all([open('/workflow/wf_2'), open('/workflow/wf_3')]);
  await expect.poll(() => answers).toHaveLength(1);
  answers[0]?.(undefined);
  await first;
  const later = open('/workflow/wf_2');
  await expect.poll(() => answers).toHaveLength(2);
  answers[1]?.(undefined);
  await later;
  expect(shown).toEqual(['Open workflow wf_1?', 'Open workflow wf_2?']);
});

test('a link for a service that no connection uses is not opened with another one', async () => {
  const { open, reveal, accounts } = setUp();
  vi.spyOn(accounts.list, 'all', 'get').mockReturnValue([{ baseUrl: new URL('https://one.example') } as never]);
  await open('/workflow/wf_1', await queryFor('https://three.example'));
  expect(shown).toEqual(["Couldn't open the link: it's for a service that no connection with a key uses."]);
  expect(reveal).not.toHaveBeenCalled();
});

test.each([
  ['/publish/wf_1', true, "Couldn't open the link: Switchyard only opens links to a workflow or a run."],
  ['/workflow/wf_1', false, "Couldn't open the link: not signed in. Sign in, then open it again."],
])('a link %s (signed in: %s) is not opened, and the reason is shown', async (path, isSignedIn, reason) => {
  const { open, reveal } = setUp({ isSignedIn });
  await open(path);
  expect([shown, reveal.mock.calls]).toEqual([[reason], []]);
});
