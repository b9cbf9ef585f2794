/** What an external link does: asks first, once, and shows the record. */
import { expect, test, vi } from 'vitest';
import type { ExtensionContext, Uri } from 'vscode';
import { Links } from '../../../../src/service/links/index.ts';
import type { LinkContext } from '../../../../src/service/links/open.ts';
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
  const links = new Links({} as ExtensionContext, { accounts, workflows: tree, runs: tree } as unknown as LinkContext);
  const open = (path: string) => links.handleUri({ path, query: '', fragment: '' } as Uri);
  return { open, reveal, executed };
}

/** Answers questions when the test does. */
function asking() {
  const answers: ((answer: string | undefined) => void)[] = [];
  Object.assign(window, {
    showWarningMessage: (text: string) => {
      shown.push(text);
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

test.each([
  ['/publish/wf_1', true, "Couldn't open the link: Switchyard only opens links to a workflow or a run."],
  ['/workflow/wf_1', false, "Couldn't open the link: not signed in. Sign in, then open it again."],
])('a link %s (signed in: %s) is not opened, and the reason is shown', async (path, isSignedIn, reason) => {
  const { open, reveal } = setUp({ isSignedIn });
  await open(path);
  expect([shown, reveal.mock.calls]).toEqual([[reason], []]);
});
