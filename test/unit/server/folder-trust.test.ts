/** Which folders an agent trusts, by spellings of their paths that its records can have. */
import { expect, test } from 'vitest';
import { trustIn } from '../../../server/agents/table/folder-trust.ts';
import { grok } from '../../../server/tools/grok.ts';
import { home, workspaceWith } from './files.ts';

const record = `${home}/.grok/trusted_folders.toml`;

function isTrusted(folder: string, written: string): boolean | undefined {
  const text = JSON.stringify({ folders: { [written]: { trusted: true } } });
  // The tree of the record is the same in JSON.
  const workspace = workspaceWith({ [`${home}/record.json`]: text }, { roots: [folder] });
  const trust = grok.agent?.trust;
  const [place] = workspace.places.all;
  if (trust === undefined || place === undefined) return undefined;
  const setting = (uri: string, path: readonly string[]) =>
    uri === record ? workspace.documents.valueAt(`${home}/record.json`, path) : undefined;
  return trustIn(trust, place, setting, undefined)(folder);
}

test.each([
  ['file:///project', '/project', true],
  ['file:///project', '/project/', true],
  ['file:///project', '//project/./', true],
  ['file:///project', '/project/..', false],
  ['file:///project', 'project', false],
  ['file:///c:/project', 'c:/project', true],
  ['file:///c:/project', 'c:\\project\\', true],
])('Grok trusts %s by the record of %s: %s', (folder, written, expected) => {
  expect(isTrusted(folder, written)).toBe(expected);
});
