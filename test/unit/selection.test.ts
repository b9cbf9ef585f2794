/** What `npm test` leaves out. */
import { expect, test } from 'vitest';
import { unaffected } from '../../scripts/lib/selection.ts';

const inputs = (...files: readonly string[]) => ({
  inputs: Object.fromEntries(files.map((file) => [file, {} as never])),
});
const metafiles = {
  server: inputs('server/main.ts', 'common/shared.ts'),
  cli: inputs('server/cli.ts', 'common/shared.ts'),
  extension: inputs('src/extension.ts', 'common/shared.ts'),
  chat: inputs('src/service/chat/webview/main.ts'),
  panels: inputs('src/service/panels/webview/main.ts'),
  agents: inputs('src/config/servers/webview/main.ts'),
};
const editors = 'npm package and Neovim';
const service = 'end to end, signed in';

test.each([
  ['nothing', [], [editors, service]],
  ['the language server', ['server/main.ts'], [service]],
  ['the extension', ['src/extension.ts'], [editors]],
  ['a page of the service', ['src/service/chat/webview/main.ts'], [editors]],
  ['a page of the config wing', ['src/config/servers/webview/main.ts'], [editors, service]],
  ['code that both load', ['common/shared.ts'], []],
  ['both wings', ['server/cli.ts', 'src/extension.ts'], []],
  [
    'docs, unit tests, and fixtures',
    ['docs/rules.md', 'README.md', 'test/unit/a.test.ts', 'test/fixtures/a.txt'],
    [editors, service],
  ],
  ['an end-to-end test', ['test/e2e/session.ts'], [editors]],
  ['a test of editors', ['test/editors/run.ts'], [service]],
  ['a file that nothing is known about', ['package.json'], []],
  ['a helper of all tests', ['test/until.ts'], []],
])('leaves out only parts that a change of %s cannot affect', (_what, changed, expected) => {
  expect(unaffected(changed, metafiles)).toEqual(expected);
});
