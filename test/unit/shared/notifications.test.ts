import { globSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { window } from 'vscode';
import { readText, root } from '../../../scripts/lib/repository.ts';
import { runAction } from '../../../src/shared/commands.ts';
import { askText } from '../../../src/shared/multi-step-input.ts';
import { showError, showInformation, showStatus, showWarning } from '../../../src/shared/notifications.ts';

const hostile = 'Run moved. [Show it](command:workbench.action.terminal.sendSequence?%7B%7D) $(rocket)';

const messages: string[] = [];
const record = vi.fn(async (message: string) => void messages.push(message));

beforeEach(() => {
  messages.length = 0;
  Object.assign(window, {
    showInformationMessage: record,
    showWarningMessage: record,
    showErrorMessage: record,
    setStatusBarMessage: record,
  });
});

/** Expects the text without a link or icon that VS Code would render. */
function expectPlain(text: string | undefined): void {
  expect(text).toContain('Run moved. [Show it]');
  expect(text).not.toMatch(/\]\(|\$\(/);
}

describe('messages to the user', () => {
  it.each([showInformation, showWarning, showError, showStatus])('show links and icons as text (%o)', (show) => {
    void show(hostile);
    expectPlain(messages[0]);
  });

  it('show the failure of a command as text', async () => {
    await runAction('Open', () => {
      throw new Error(hostile);
    });
    expectPlain(messages[0]);
  });

  it('go through one module', () => {
    const callers = globSync('src/**/*.ts', { cwd: root }).filter((file) =>
      /window\s*\.\s*(?:show(?:Information|Warning|Error)Message|setStatusBarMessage)/.test(readText(file)),
    );
    expect(callers.map((file) => file.replaceAll('\\', '/'))).toEqual(['src/shared/notifications.ts']);
  });
});

describe('a text question', () => {
  it('shows the reason for a rejected text as text', async () => {
    const handlers: { accept?: () => unknown; hide?: () => unknown } = {};
    const box = {
      value: 'sk-1',
      validationMessage: undefined as string | undefined,
      onDidChangeValue: vi.fn(),
      onDidTriggerButton: vi.fn(),
      onDidAccept: (handler: () => unknown) => (handlers.accept = handler),
      onDidHide: (handler: () => unknown) => (handlers.hide = handler),
      show: vi.fn(),
      hide: () => handlers.hide?.(),
      dispose: vi.fn(),
    };
    Object.assign(window, { createInputBox: () => box });
    const frame = { title: 'Sign In', step: 1, totalSteps: 1 };
    const answer = askText(frame, { prompt: 'Key', value: '', validate: async () => hostile, accept: vi.fn() });
    await handlers.accept?.();
    await expect.poll(() => box.validationMessage).toBeDefined();
    expectPlain(box.validationMessage);
    box.hide();
    await answer;
  });
});
