/** The severity of a rule is written to the settings whose value takes effect. */
import { beforeEach, expect, test } from 'vitest';
import { registerRuleSeverity } from '../../../../src/config/client/rule-severity.ts';
import { ConfigurationTarget, extensions, commands as registry, window, workspace } from '../../fake-vscode.ts';

type Rules = Readonly<Record<string, string>>;

/** What each level of the settings contains. */
let levels: { globalValue?: Rules; workspaceValue?: Rules };
/** What was written: the level and the rules. */
let written: unknown[];

beforeEach(() => {
  levels = {};
  written = [];
  const propertyNames = { enum: ['duplicate-server'] };
  const contributes = { configuration: { properties: { 'switchyard.config.rules': { propertyNames } } } };
  Object.assign(extensions, { getExtension: () => ({ packageJSON: { contributes } }) });
  Object.assign(window, {
    showQuickPick: async (items: readonly { label: string }[]) => items.find(({ label }) => label === 'Hint'),
  });
  Object.assign(workspace, {
    workspaceFolders: [{}],
    getConfiguration: () => ({
      get: () => ({ ...levels.globalValue, ...levels.workspaceValue }),
      inspect: () => levels,
      update: async (_name: string, rules: Rules, target: number) => written.push([target, rules]),
    }),
  });
});

async function chooseHint(): Promise<void> {
  let run: (code: string) => unknown = () => undefined;
  Object.assign(registry, {
    registerCommand: (_id: string, command: typeof run) => {
      run = command;
      return { dispose: () => undefined };
    },
  });
  const severity = registerRuleSeverity('switchyard.switchyard');
  await run('duplicate-server');
  severity.dispose();
}

const off = { 'duplicate-server': 'off' };
const hint = { 'duplicate-server': 'hint' };
const { Global, Workspace } = ConfigurationTarget;

test.each([
  ['the workspace when no level sets it', {}, [Workspace, hint]],
  ['the user settings when only they set it', { globalValue: off }, [Global, hint]],
  ['the workspace when only it sets it', { workspaceValue: off }, [Workspace, hint]],
  ['the workspace when both levels set it', { globalValue: off, workspaceValue: off }, [Workspace, hint]],
  [
    'the level that sets it, which keeps its other rules',
    { globalValue: { ...off, other: 'error' }, workspaceValue: { more: 'off' } },
    [Global, { other: 'error', ...hint }],
  ],
])('the severity of a rule is written to %s', async (_what, given, expected) => {
  levels = given;
  await chooseHint();
  expect(written).toEqual([expected]);
});
