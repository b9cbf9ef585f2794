import { describe, expect, test } from 'vitest';
import { findWorkflow } from '../../../../src/service/editor-chat/answers/find-workflow.ts';

const workflows = [
  { id: 'wf_1', name: 'Invoice intake' },
  { id: 'wf_2', name: 'Invoice intake (test)' },
  { id: 'wf_3', name: 'Nightly CRM sync' },
];
const find = (prompt: string) => {
  const found = findWorkflow(workflows, prompt);
  return found && [found.workflow.id, found.rest];
};

describe('the workflow in a prompt', () => {
  test.each([
    ['by its name, in any case', 'NIGHTLY crm Sync', 'wf_3', ''],
    ['by its ID', 'wf_3', 'wf_3', ''],
    ['by the longest matching name', 'Invoice intake (test)', 'wf_2', ''],
    ['by a unique part of its name', 'crm', 'wf_3', ''],
  ])('is found %s', (_how, prompt, id, rest) => {
    expect(find(prompt)).toEqual([id, rest]);
  });

  test('is removed from the prompt together with its quotation marks', () => {
    const [id, rest] = find('why did "Nightly CRM sync" fail?') ?? [];
    expect([id, rest?.replace(/\s+/g, ' ')]).toEqual(['wf_3', 'why did fail?']);
  });

  test.each([
    ['Test', 'explain the latest failure', undefined],
    ['Test', 'explain the test, please', 'Test'],
    ['Über', 'warum ist drüber etwas', undefined],
    ['Тест', 'объясни тестирование', undefined],
    ['Тест', 'объясни «тест»', 'Тест'],
    ['run_1', 'explain run_12', undefined],
    ['C++ (all)', 'explain C++ (all).', 'C++ (all)'],
    // Without spaces, words can't be told apart.
    ['发票处理', '解释发票处理的失败', '发票处理'],
    ['송장', '송장을 설명해 줘', '송장'],
  ])('is found only as whole words: %j in %j', (name, prompt, expected) => {
    expect(findWorkflow([{ id: 'wf_1', name }], prompt)?.workflow.name).toBe(expected);
  });

  test.each(['', '   ', 'payroll', 'invoice'])('is not found in %j', (prompt) => {
    expect(find(prompt)).toBeUndefined();
  });

  test('is never one with an empty name', () => {
    expect(findWorkflow([{ id: 'x9', name: '' }], 'anything')).toBeUndefined();
  });
});
