// @vitest-environment happy-dom
import { render } from 'lit';
import { expect, test } from 'vitest';
import { comparisonViewModel } from '../../../../src/service/panels/comparison-view-model.ts';
import { comparisonView } from '../../../../src/service/panels/webview/comparison-view.ts';
import { run, step } from './fixtures.ts';

test('a step of a comparison has its status, its time, and the number of a later attempt', () => {
  const left = run([step('a'), step('b', { attempt: 2, status: 'FAILED' })], { id: 'left' });
  const right = run([step('a')], { id: 'right' });
  const box = document.createElement('div');
  render(comparisonView({ ...comparisonViewModel(left, right, 'Flow'), notice: '', stale: '' } as never), box);
  const results = [...box.querySelectorAll('.step-result, .absent')].map(({ textContent }) => textContent);
  expect(results).toEqual(['succeeded · 1 s', 'succeeded · 1 s', 'failed · 1 s, attempt 2', 'not in this run']);
});
