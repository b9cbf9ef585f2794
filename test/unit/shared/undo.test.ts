import { beforeEach, expect, it } from 'vitest';
import { offerUndo, registerUndo, rememberUndo } from '../../../src/shared/editing/undo.ts';
import { commands, contextKeys } from '../../../src/shared/generated/names.ts';
import { chosen, commands as registry, shown, window } from '../fake-vscode.ts';
import { settle } from '../settle.ts';

let undoLast: () => Promise<unknown>;
const undone: string[] = [];
const contexts: unknown[] = [];

beforeEach(async () => {
  Object.assign(registry, {
    registerCommand: (id: string, run: () => Promise<unknown>) => {
      expect(id).toBe(commands.undoLastChange);
      undoLast = run;
    },
    executeCommand: async (_id: string, key: string, value: unknown) => void contexts.push([key, value]),
  });
  registerUndo();
  for (const list of [undone, contexts]) list.length = 0;
});

const undo = (name: string) => () => void undone.push(name);

it('undoes the last change after its notification was closed, once', async () => {
  await offerUndo('Removed 2 tool servers.', undo('first'));
  await offerUndo('Disabled 3 workflows.', undo('second'));
  expect(undone).toEqual([]);
  await undoLast();
  await undoLast();
  expect(undone).toEqual(['second']);
  expect(shown.at(-1)).toBe('No change to undo.');
  expect(contexts).toEqual([
    [contextKeys.canUndo, true],
    [contextKeys.canUndo, true],
    [contextKeys.canUndo, false],
  ]);
});

it('does not undo again what the notification has undone', async () => {
  chosen.push('Undo');
  await offerUndo('Removed 2 tool servers.', undo('first'));
  await undoLast();
  expect(undone).toEqual(['first']);
});

it('does not undo again from the notification what the command has undone', async () => {
  const offered = Promise.withResolvers<string>();
  Object.assign(window, { showInformationMessage: () => offered.promise });
  const closed = offerUndo('Removed 2 tool servers.', undo('first'));
  await undoLast();
  offered.resolve('Undo');
  await closed;
  expect(undone).toEqual(['first']);
});

it('undoes a change without a notification', async () => {
  rememberUndo('Enabled 3 workflows.', undo('enabled'));
  await undoLast();
  expect([undone, shown]).toEqual([['enabled'], ['Undone: Enabled 3 workflows.']]);
});

it('shows why a change cannot be undone', async () => {
  await offerUndo('Removed "docs".', () => Promise.reject(new Error('The file has changed.')));
  await undoLast();
  await settle();
  expect(shown.at(-1)).toBe('The file has changed.');
});
