/** Packages of the project itself: npx runs the installed version. */
import { expect, test } from 'vitest';
import { RuleOptions } from '../../../server/workspace/rule-options.ts';
import { config, MemoryFiles, project, workspaceWith } from './files.ts';
import { problemsOf } from './support.ts';

const text = config({ docs: { command: 'npx', args: ['docs'] } });
const packages = JSON.stringify({ dependencies: { other: '1' }, devDependencies: { docs: '^1.2.3' } });

function codesAt(uri: string, files: Readonly<Record<string, string>>): string[] {
  const options = new RuleOptions(workspaceWith({ ...files, [uri]: text }), undefined);
  return problemsOf(text, options.for(uri).context).map(({ code }) => code);
}

test.each([`${project}/.mcp.json`, `${project}/.omp/mcp.json`])(
  '%s: packages of the project report no npx problems',
  (uri) => {
    expect(codesAt(uri, {})).toEqual(['unpinned-package']);
    expect(codesAt(uri, { [`${project}/package.json`]: packages })).toEqual([]);
  },
);

test.each(['', '[]', '{"dependencies": ["docs"]}', '{"dependencies": {"other": "1"}}'])(
  'a package.json of %j does not suppress npx problems',
  (content) => {
    const codes = codesAt(`${project}/.mcp.json`, { [`${project}/package.json`]: content });
    expect(codes).toEqual(['unpinned-package']);
  },
);

test('the context stays the same, without reading files, until they may have changed', () => {
  const uri = `${project}/.mcp.json`;
  const workspace = workspaceWith({ [uri]: text, [`${project}/package.json`]: packages });
  const options = new RuleOptions(workspace, undefined);
  const files = workspace.machine.files;
  if (!(files instanceof MemoryFiles)) throw new Error('Expected files in memory.');
  const first = options.for(uri).context;
  const { length } = files.reads;
  expect(options.for(uri).context).toBe(first);
  expect(files.reads).toHaveLength(length);
  files.texts.set(`${project}/package.json`, '{}');
  options.forgetFiles();
  expect(options.for(uri).context.packages).toBeUndefined();
});
