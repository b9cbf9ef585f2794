import { describe, expect, it } from 'vitest';
import { linkTo, readLink } from '../../../../src/service/links/open.ts';

const read = (path: string, query = '', fragment = '') => readLink({ path, query, fragment });

describe('external links', () => {
  it('open a workflow or a run', () => {
    expect(read('/workflow/wf_8Kd-2')).toEqual({ kind: 'workflow', id: 'wf_8Kd-2' });
    expect(read('/run/0192f5a1-7d3e-7cc0-8a55-2f3f6a1f9b00')).toEqual({
      kind: 'run',
      id: '0192f5a1-7d3e-7cc0-8a55-2f3f6a1f9b00',
    });
  });

  it.each([
    '',
    '/',
    '/run',
    '/run/',
    '/run/a/b',
    '//run/a',
    '/RUN/a',
    '/publish/wf_1',
    '/run/..',
    '/run/../workflow',
    '/run/.',
    '/run/-x',
    '/run/a b',
    '/run/a\nb',
    '/run/a\u202eb',
    '/run/a%2Fb',
    '/run/a?b',
    '/run/$(id)',
    '/run/a;rm',
    '/run/ключ',
    `/run/${'a'.repeat(129)}`,
    '/run/a\u0000',
    '/run/a\n',
  ])('are rejected with the path %j', (path) => {
    expect(read(path)).toBeUndefined();
  });

  it('are rejected with another query or a fragment', () => {
    for (const query of ['publish=1', 'at=', 'at=0123456', 'at=012345678', 'at=0123456G', 'at=01234567&x=1'])
      expect(read('/run/a', query)).toBeUndefined();
    expect(read('/run/a', '', 'x')).toBeUndefined();
  });

  it('are created only for IDs that can be read back, and tell services apart without naming them', async () => {
    const link = (id: string, baseUrl: string) =>
      linkTo({ kind: 'run', id }, baseUrl, 'vscode', 'switchyard.switchyard');
    const text = (await link('run_1', 'https://one.example/v1')) ?? '';
    expect(text).toMatch(/^vscode:\/\/switchyard\.switchyard\/run\/run_1\?at=[0-9a-f]{8}$/);
    const { pathname, searchParams } = new URL(text);
    expect(read(pathname, `${searchParams}`)).toEqual({ kind: 'run', id: 'run_1', at: searchParams.get('at') });
    expect(await link('run_1', 'https://one.example/other')).toBe(text);
    expect(await link('run_1', 'https://two.example')).not.toBe(text);
    expect(await link('../x', 'https://one.example')).toBeUndefined();
  });
});
