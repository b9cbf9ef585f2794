import { expect, test } from 'vitest';
import type { VersionDetails } from '../../../../src/service/api/records.ts';
import { versionText } from '../../../../src/service/workflows/documents.ts';

const version = {
  id: 'v2',
  display_name: 'Two',
  revision: 2,
  state: 'draft',
  created_at: '2026-11-20T12:00:00Z',
  updated_at: '2026-11-20T12:00:00Z',
  parent: {
    id: 'v1',
    uid: 'u1',
    display_name: 'One',
    revision: 1,
    state: 'published',
    created_at: '2026-11-19T12:00:00Z',
  },
  commit_message: 'Shorten the prompt',
  later: true,
} satisfies VersionDetails & { later: boolean };

test('version text starts with message, parent, and state and ends with times and ID', () => {
  const parsed = JSON.parse(versionText(version));
  expect(Object.keys(parsed)).toEqual([
    'commit_message',
    'parent',
    'state',
    'display_name',
    'revision',
    'later',
    'created_at',
    'updated_at',
    'id',
  ]);
  expect(Object.keys(parsed.parent)).toEqual(['display_name', 'revision', 'state', 'created_at', 'id', 'uid']);
});

test('version text preserves every property', () => {
  expect(JSON.parse(versionText(version))).toEqual(version);
  const { parent: _parent, commit_message: _message, ...bare } = version;
  expect(JSON.parse(versionText(bare))).toEqual(bare);
  expect(JSON.parse(versionText({ ...bare, parent: null }))).toEqual({ ...bare, parent: null });
});
