import { beforeEach, describe, expect, it } from 'vitest';
import { type Command, commands } from '../../../src/shared/generated/names.ts';
import { pickItem } from '../../../src/shared/list/pick-item.ts';
import { knownRow, registerRowCommand } from '../../../src/shared/list/row-commands.ts';
import { commands as registry, shown, window } from '../fake-vscode.ts';

const ROWS = ['Invoice intake', 'Lead enrichment', 'Support triage'].map((id) => ({ kind: 'workflow', id }));
const handlers = new Map<string, (...args: unknown[]) => Promise<unknown>>();
/** Labels in each Quick Pick, and what the commands were applied to. */
const asked: string[][] = [];
const applied: unknown[] = [];
/** The selection that commands got. */
const selections: unknown[] = [];

beforeEach(() => {
  asked.length = 0;
  applied.length = 0;
  selections.length = 0;
  shown.length = 0;
  Object.assign(registry, {
    registerCommand: (id: string, run: (...args: unknown[]) => Promise<unknown>) => handlers.set(id, run),
  });
  Object.assign(window, {
    // Enter accepts the first item.
    showQuickPick: async (items: readonly { label: string }[]) => {
      asked.push(items.map(({ label }) => label));
      return items[0];
    },
  });
});

function register(id: Command, effect: 'shows' | 'changes', rows = ROWS, selectedRow: unknown = undefined) {
  const run = async (argument: unknown, selection: unknown) => {
    selections.push(selection);
    const items = rows.map((row) => ({ label: row.id, row }));
    const isRow = (item: { row: object }, row: unknown) => JSON.stringify(item.row) === JSON.stringify(row);
    const given = ROWS.find((row) => row === argument);
    applied.push(
      given ?? (await pickItem(items, '', { failure: undefined, unreadable: undefined }, '', argument, isRow))?.row,
    );
  };
  registerRowCommand(id, { selectedRow, selectedRows: ROWS.slice(0, 2) }, run, effect);
  return (...args: unknown[]) => handlers.get(id)?.(...args);
}

describe('a command that changes something', () => {
  it('asks in the Command Palette, and offers the selected row first', async () => {
    await register(commands.workflows.disable, 'changes', ROWS, ROWS[1])();
    expect(asked).toEqual([['Lead enrichment', 'Invoice intake', 'Support triage']]);
    expect(applied).toEqual([ROWS[1]]);
  });

  it('asks in the Command Palette even if there is only one row', async () => {
    await register(commands.workflows.disable, 'changes', ROWS.slice(0, 1))();
    expect(asked).toEqual([['Invoice intake']]);
  });

  it('applies to a row of a view or a panel without a question', async () => {
    const run = register(commands.workflows.disable, 'changes', ROWS, ROWS[1]);
    await run(knownRow(ROWS[2] ?? {}));
    expect([asked, applied]).toEqual([[], [ROWS[2]]]);
  });

  it('applies to all selected rows, the focused one first, if a keyboard shortcut passes one of them', async () => {
    const run = register(commands.workflows.disable, 'changes');
    await run(knownRow(ROWS[1] ?? {}));
    await run(knownRow(ROWS[2] ?? {}));
    await run(knownRow(ROWS[1] ?? {}), undefined);
    expect(selections).toEqual([[ROWS[1], ROWS[0]], undefined, undefined]);
  });

  it.each([
    ['a copy of a row', { kind: 'workflow', id: 'Support triage' }],
    ['another object', { kind: 'other' }],
    ['a text', 'Support triage'],
  ])('asks if another extension passes %s', async (_what, argument) => {
    await register(commands.workflows.enable, 'changes')(argument, [argument, argument]);
    expect(asked).toHaveLength(1);
  });

  it('offers first what another extension passes', async () => {
    await register(commands.workflows.enable, 'changes')({ kind: 'workflow', id: 'Support triage' });
    expect(asked[0]?.[0]).toBe('Support triage');
  });
});

// VS Code passes two arguments from the menu of a row: the row, which is missing once the list was loaded without it.
it.each(['shows', 'changes'] as const)(
  'a command that %s does nothing, and says why, if the row is gone since its menu was opened',
  async (effect) => {
    await register(commands.runs.openPanel, effect, ROWS.slice(0, 1), ROWS[0])(undefined, null);
    expect([asked, applied]).toEqual([[], []]);
    expect(shown).toEqual(['The list has changed. Open the menu of the row again.']);
  },
);

describe('a command that only shows something', () => {
  it('asks in the Command Palette if more than one row could be meant', async () => {
    await register(commands.runs.openPanel, 'shows', ROWS, ROWS[1])();
    expect(asked).toEqual([['Lead enrichment', 'Invoice intake', 'Support triage']]);
  });

  it('applies to the only row without a question', async () => {
    await register(commands.runs.openPanel, 'shows', ROWS.slice(0, 1))();
    expect([asked, applied]).toEqual([[], [ROWS[0]]]);
  });

  it('applies to whatever row it is given', async () => {
    await register(commands.runs.openPanel, 'shows')(ROWS[2]);
    expect([asked, applied]).toEqual([[], [ROWS[2]]]);
  });
});
