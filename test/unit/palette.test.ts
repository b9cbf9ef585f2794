/** Which commands the Command Palette shows in which state, by the conditions in package.json. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { commands, views } from '../../src/shared/generated/names.ts';

interface Entry {
  readonly command: string;
  readonly when?: string;
  readonly enablement?: string;
  readonly group?: string;
  /** Of a keyboard shortcut. */
  readonly key?: string;
  readonly args?: unknown;
}

const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  contributes: {
    commands: readonly Entry[];
    menus: Readonly<Record<string, readonly Entry[]>>;
    keybindings: readonly Entry[];
    viewsContainers: Readonly<Record<string, readonly unknown[]>>;
  };
};
const conditions = new Map((contributes.menus.commandPalette ?? []).map(({ command, when }) => [command, when]));

type State = Readonly<Record<string, string | number | boolean>>;

/** Evaluates a condition, which has parentheses only around a single comparison that is negated. */
function holds(condition: string, state: State): boolean {
  return condition.split(' || ').some((all) => all.split(' && ').every((one) => isTrue(one, state)));
}

function isTrue(term: string, state: State): boolean {
  const negated = /^!\(?(.*?)\)?$/.exec(term)?.[1];
  if (negated !== undefined) return !isTrue(negated, state);
  const [, key = '', operator, wanted = ''] = /^([\w.]+)(?: (==|!=|=~|>) (.+))?$/.exec(term) ?? [];
  if (key === '') throw new Error(`Unknown form of a condition: ${term}`);
  const value = String(state[key] ?? '');
  switch (operator) {
    case '==':
      return value === wanted;
    case '!=':
      return value !== wanted;
    case '>':
      return Number(value) > Number(wanted);
    case '=~':
      return new RegExp(wanted.slice(1, wanted.lastIndexOf('/')), wanted.slice(wanted.lastIndexOf('/') + 1)).test(
        value,
      );
    default:
      return term === 'true' || Boolean(state[key]);
  }
}

function shown(state: State): readonly string[] {
  return contributes.commands
    .filter(({ command, enablement = 'true' }) =>
      [conditions.get(command) ?? 'true', enablement].every((one) => holds(one, state)),
    )
    .map(({ command }) => command);
}

/** "Focus on … View" for each view, and "Show …" for each container of views. */
const generated = Object.keys(views).length + Object.values(contributes.viewsContainers).flat().length;

const signedOut = { 'switchyard.connection': 'signedOut', workspaceFolderCount: 1 };
const signedIn = { ...signedOut, 'switchyard.connection': 'connected' };
const inEditor = { editorIsOpen: true, editorLangId: 'typescript', resourceExtname: '.ts', resourceScheme: 'file' };

const ofRows = ['view/item/context', 'switchyard.workflows.copyAs']
  .flatMap((menu) => contributes.menus[menu] ?? [])
  .filter(({ command }) => command !== undefined && command !== commands.servers.add);

test.each([
  ['connected', {}],
  ['filtered', { workflowsFiltered: true, runsFiltered: true, modelsFiltered: true }],
  ['busy', { workflowsBusy: true, runsBusy: true, modelsBusy: true }],
  ['unreachable', { connection: 'unreachable' }],
])(
  'the title of a view has at most two actions beside "…", so that a side bar of 285 px shows its description: %s',
  (_, more) => {
    const state = Object.fromEntries(
      Object.entries({ connection: 'connected', ...more }).map(([key, value]) => [`switchyard.${key}`, value]),
    );
    const title = (contributes.menus['view/title'] ?? []).filter(({ group }) => group?.startsWith('navigation'));
    const counts = Object.values(views).map(
      (view) => title.filter(({ when = '' }) => holds(when, { ...state, view })).length,
    );
    expect(Math.max(...counts), JSON.stringify(counts)).toBe(2);
  },
);

describe('the Command Palette', () => {
  test.each([
    ['signed out', signedOut, 36],
    ['signed in', signedIn, 100],
    ['signed in, with a text file in the editor', { ...signedIn, ...inEditor }, 100],
  ])('shows few entries: %s', (_, state, most) => {
    const entries = shown(state);
    expect(entries.length + generated, entries.join('\n')).toBeLessThanOrEqual(most);
  });

  test('has at most 100 commands in all states together', () => {
    const entries = contributes.commands.filter(({ command }) => conditions.get(command) !== 'false');
    expect(entries.length).toBeLessThanOrEqual(100);
  });

  test('shows the commands of rows, whether or not a row is selected, except for those that copy or open something', () => {
    const entries = shown({ ...signedIn, 'switchyard.serversState': 'loaded', 'switchyard.workflowPinned': true });
    const missing = ofRows.filter(({ command }) => !entries.includes(command)).map(({ command }) => command);
    const others = [...new Set(missing)].filter((command) => !/\.(?:copy|open)[A-Z]/.test(command));
    // Each has another command that does the same, or a row that is on the screen.
    expect(others.sort()).toEqual(
      [...[commands.runs.reveal, commands.servers.compareWithLock], ...[commands.servers.showLog]].sort(),
    );
  });

  test('hides only commands that a menu or a keyboard shortcut has', () => {
    const elsewhere = new Set(
      [
        ...Object.entries(contributes.menus).flatMap(([menu, items]) => (menu === 'commandPalette' ? [] : items)),
        ...contributes.keybindings,
      ].map(({ command }) => command),
    );
    const hidden = contributes.commands
      .map(({ command }) => command)
      .filter((command) => conditions.get(command) === 'false');
    expect(hidden.filter((command) => !elsewhere.has(command))).toEqual([]);
  });

  test('shows commands that write to the project only if a folder is open', () => {
    const state = { ...signedIn, 'switchyard.serversState': 'loaded' };
    expect(shown(state)).toContain(commands.servers.lockTools);
    expect(shown({ ...state, workspaceFolderCount: 0 })).not.toContain(commands.servers.lockTools);
  });

  test('shows commands for service lists only to signed-in users', () => {
    const lists = shown(signedOut).filter((command) => /^switchyard\.(workflows|versions|runs|models)\./.test(command));
    // What is kept on this computer can be deleted after signing out.
    expect(lists).toEqual(['switchyard.workflows.deletePayloads']);
  });
});

describe('keyboard shortcuts of rows', () => {
  test.each([
    [commands.runs.openPanel, 'ctrl+enter', views.runs],
    [commands.servers.rename, 'f2', views.servers],
    [commands.servers.remove, 'delete', views.servers],
  ])('%s gets the focused row with %s, and only while its list has the focus', (command, key, view) => {
    const entry = contributes.keybindings.find((each) => each.command === command);
    expect(entry).toMatchObject({ key, args: { $treeViewId: view, $focusedTreeItem: true } });
    const state = { focusedView: view, listFocus: true, inputFocus: false };
    const isOn = (more: State) => holds(entry?.when ?? '', { ...state, ...more });
    expect([isOn({}), isOn({ inputFocus: true }), isOn({ listFocus: false }), isOn({ focusedView: 'x' })]).toEqual([
      true,
      ...[false, false, false],
    ]);
  });
});
