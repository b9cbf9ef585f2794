import { describe, expect, test } from 'vitest';
import { withMessage } from '../../../../src/service/api/errors/error-text.ts';
import { ApiFailure } from '../../../../src/service/api/errors/errors.ts';
import {
  versionText,
  versionTooltip,
  workflowAccessibleText,
  workflowDescription,
  workflowTooltip,
} from '../../../../src/service/workflows/appearance.ts';
import { failureFacts } from '../../../../src/shared/text/failure-text.ts';
import { exactTime } from '../../../../src/shared/text/format.ts';
import { version, workflow, workflowDetails } from '../api/support.ts';
import { run } from '../runs/run.ts';

describe('display of service data', () => {
  test('shows the commit message and every field of the parent in a version tooltip', () => {
    const parent = { ...version(1), id: 'ver_1', uid: 'uid_1', display_name: 'Before', state: 'published' };
    const details = { ...version(2), commit_message: 'Retry\nthe slow step', parent };
    const tooltip = versionTooltip(details, true, details);
    for (const text of ['Retry\nthe slow step', 'Before', 'r1', 'published', 'ver_1 (uid_1)', '2026'])
      expect(tooltip).toContain(text);
    expect(versionTooltip(version(2), true)).not.toMatch(/Commit|Made from/);
  });

  test('compares what versions say, without names and IDs, and says nothing of what the service did not send', () => {
    const { created_at, updated_at } = version(2);
    const times = ['Created: ', 'Updated: '].map((name, at) => name + exactTime(at === 0 ? created_at : updated_at));
    const parent = { ...version(1), uid: 'uid_1', display_name: 'Before', state: 'published' };
    const details = { ...version(2), state: 'draft', commit_message: 'Retry\nthe slow step', parent };
    const state = 'State: draft';
    expect(versionText(details).split('\n')).toEqual([
      ...['Retry', 'the slow step', '', state, 'Based on: Before · r1 · published'],
      ...times,
    ]);
    expect(versionText({ ...details, parent: null, commit_message: null }).split('\n')).toEqual([
      ...['No commit message.', '', state],
      ...times,
    ]);
    const { parent: _parent, commit_message: _message, ...bare } = details;
    expect(versionText(bare).split('\n')).toEqual(['', state, ...times]);
  });

  test('shows the schedule, its meaning, and the name of the active version in a workflow tooltip', () => {
    const details = { ...workflowDetails, schedule_options: '{"everyMinutes":60}', active_version_id: 'ver_44' };
    const entry = { workflow, details, problem: undefined, isStale: false };
    const facts = { latest: run('r'), isNewestKnown: false, activeVersion: version(44), schedule: 'Every hour' };
    const lines = workflowTooltip(entry, facts).split('\n');
    expect(lines.filter((line) => line.startsWith('Schedule'))).toEqual([
      'Schedule: Every hour',
      'Schedule, as sent: {"everyMinutes":60}',
    ]);
    expect(lines).toContain(`Active version: ${version(44).display_name}`);
    expect(lines.filter((line) => line.includes('everyMinutes'))).toHaveLength(1);
    expect(lines.some((line) => line.startsWith('Latest known run: '))).toBe(true);
  });

  test('shows the next run of an enabled workflow in its row, unless its time has passed', () => {
    const next_run_at = new Date(Date.now() + 7_230_000).toISOString();
    const rowOf = (more: object) => {
      const details = { ...workflowDetails, status: 'enabled' as const, next_run_at, ...more };
      const entry = { workflow, details, problem: undefined, isStale: false };
      return [workflowDescription(entry, run('r')), workflowAccessibleText(entry, run('r'))];
    };
    for (const text of rowOf({})) expect(text).toMatch(/next run in 2h$/);
    for (const text of rowOf({ next_run_at: '2025-01-01T00:00:00Z' })) expect(text).not.toContain('next run');
    for (const text of rowOf({ status: 'disabled' })) expect(text).not.toContain('next run');
  });

  test('shows the message from the service after a change', () => {
    expect(withMessage('Enabled "A".', 'Queued\nfor review')).toBe(
      'Enabled "A". Message from the service: Queued for review',
    );
    expect(withMessage('Enabled "A".', null)).toBe('Enabled "A".');
  });

  test.each([
    ['Enabled "A".', 'Workflow A enabled successfully'],
    ['r4 is now the active version of "A".', 'Version published.'],
    ['The key is invalid or expired.', 'Unauthorized: invalid or expired API key'],
  ])('leaves out a message that says nothing more than "%s": %s', (done, message) => {
    expect(withMessage(done, message)).toBe(done);
  });

  test('shows the message, status, code, and details of a failure in the log', () => {
    const details = { workflow_limit: 5 };
    const failure = new ApiFailure({ kind: 'subscriptionLimit', status: 402, message: 'Limit', code: 'X', details });
    expect(failureFacts(failure)).toBe('subscriptionLimit: Limit (status 402, code X, details {"workflow_limit":5})');
    expect(failureFacts(new Error('other'))).toBe('other');
  });
});
