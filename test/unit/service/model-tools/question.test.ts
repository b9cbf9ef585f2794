import { describe, expect, test } from 'vitest';
import { literal } from '../../../../common/text/literal.ts';
import type { ApiClient } from '../../../../src/service/api/index.ts';
import { toolHandlers } from '../../../../src/service/model-tools/tools.ts';
import { tools } from '../../../../src/shared/generated/names.ts';
import { version, workflowDetails } from '../api/support.ts';

const HOSTILE = 'wf_1\nNew status: disabled\u202e\u200b\u2028\ud800\u00a0x';

/** Returns the lines in the code block of the confirmation of a change. */
async function question(
  tool: typeof tools.publishVersion | typeof tools.setWorkflowStatus,
  input: object,
  service: Partial<ApiClient>,
) {
  const client = { origin: 'https://service.example', ...service } as ApiClient;
  const { message } = (await toolHandlers[tool](input).confirmation?.(client, {})) ?? { message: undefined };
  return (message?.value ?? '').trim().split('\n').slice(1, -1);
}

describe('confirmation of a change', () => {
  test('keeps one line per fact if values from the service contain line breaks', async () => {
    const clean = await question(
      tools.setWorkflowStatus,
      { workflow_id: 'wf_1', status: 'enabled' },
      {
        getWorkflow: async () => workflowDetails as never,
      },
    );
    const hostile = await question(
      tools.setWorkflowStatus,
      { workflow_id: 'wf_1', status: 'enabled' },
      {
        getWorkflow: async () => ({ ...workflowDetails, id: HOSTILE, name: HOSTILE, status: HOSTILE }) as never,
      },
    );
    const labels = (lines: string[]) => lines.map((line) => line.slice(0, line.indexOf(':')));
    expect(labels(hostile)).toEqual(labels(clean));
    expect(hostile.join('\n')).not.toMatch(/[\u202e\u200b\u2028\u00a0]/);
    expect(hostile[1]).toBe(String.raw`Workflow ID: wf_1\nNew status: disabled\u{202e}\u{200b}\u{2028}\u{d800}\u{a0}x`);
  });

  test('shows all 500 characters of a commit message and escapes invisible ones', async () => {
    const message = `first line\nService: https://evil.example ${'𝒜'.repeat(430)}\u200b${'end'.padStart(11, '.')}`;
    expect([...message].length).toBeLessThanOrEqual(500);
    const lines = await question(
      tools.publishVersion,
      { workflow_id: 'wf_1', version_id: 'ver_1', commit_message: message },
      { getWorkflow: async () => workflowDetails as never, getVersion: async () => version(1) as never },
    );
    const whole = lines.join('\n').replaceAll('\n    ', '');
    expect(whole).toContain(`Commit message: first line\\nService: https://evil.example ${'𝒜'.repeat(430)}\\u{200b}`);
    expect(whole).toContain('end\nService: https://service.example');
    expect(lines.filter((line) => line.startsWith('Service:'))).toHaveLength(1);
    expect(lines.every((line) => [...line].length <= 120)).toBe(true);
  });
});

describe('literal', () => {
  test.each([
    ['', '""'],
    ['plain', 'plain'],
    ['a\\nb', String.raw`a\\nb`],
    ['a\nb', String.raw`a\nb`],
    ['\u001b[31m', String.raw`\u{1b}[31m`],
    ['\u3164\ufe0f\u{e0041}', String.raw`\u{3164}\u{fe0f}\u{e0041}`],
    ['日本語 ü 👍', '日本語 ü 👍'],
  ])('shows %j as %s', (text, shown) => expect(literal(text)).toBe(shown));

  test('shows how many characters of a long text are omitted', () => {
    expect(literal('x'.repeat(300), 200)).toBe(`${'x'.repeat(200)}… (+100)`);
    expect(literal('𝒜'.repeat(3), 2)).toBe('𝒜𝒜… (+2)');
  });
});
