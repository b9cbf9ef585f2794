import { expect, it } from 'vitest';
import { offerUndo } from '../../../src/shared/editing/undo.ts';
import { chosen, shown } from '../fake-vscode.ts';

it('undoes a change only if the user asks for it, and says what was undone', async () => {
  const undone: string[] = [];
  await offerUndo('Removed 2 tool servers.', () => void undone.push('first'));
  chosen.push('Undo');
  await offerUndo('Disabled 3 workflows.', () => void undone.push('second'));
  expect(undone).toEqual(['second']);
  expect(shown.at(-1)).toBe('Undone: Disabled 3 workflows.');
});

it('says nothing more about a change that was undone only in part', async () => {
  chosen.push('Undo');
  await offerUndo('Disabled 3 workflows.', () => false);
  expect(shown).toEqual(['Disabled 3 workflows.']);
});

it('shows why a change cannot be undone', async () => {
  chosen.push('Undo');
  await offerUndo('Removed "docs".', () => Promise.reject(new Error('The file has changed.')));
  expect(shown.at(-1)).toBe('The file has changed.');
});
