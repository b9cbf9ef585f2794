/** What the status bar says about the connection, and what selecting it does. */
import { afterEach, expect, test, vi } from 'vitest';
import { showConnectionStatus } from '../../../../src/service/account/status-bar.ts';
import type { Accounts, ConnectionState } from '../../../../src/service/session/accounts/accounts.ts';
import { EventEmitter, window } from '../../fake-vscode.ts';

const service = { name: 'Work', host: 'api.example' };
const error = { kind: 'network', message: 'connect ECONNREFUSED' } as never;

afterEach(() => vi.restoreAllMocks());

/** Returns the item that is shown for a state; undefined if it's hidden. */
function shown(state: ConnectionState, connections = 1) {
  let isShown = false;
  const item = { dispose: () => undefined, show: () => (isShown = true), hide: () => undefined };
  vi.spyOn(window, 'createStatusBarItem').mockReturnValue(item as never);
  const list = { all: Array.from({ length: connections }, () => ({})), active: { id: 'other' } };
  showConnectionStatus({ state, list, onDidChangeState: new EventEmitter().event } as unknown as Accounts).dispose();
  const { text, command, accessibilityInformation, backgroundColor } = item as unknown as Record<string, never> & {
    accessibilityInformation: { label: string };
  };
  return isShown
    ? { text, command, label: accessibilityInformation.label, warns: backgroundColor !== undefined }
    : undefined;
}

test.each<[ConnectionState, object]>([
  [
    { kind: 'connected', source: 'keyring', ...service },
    { text: '$(plug) Work', command: 'switchyard.manageConnection', warns: false, label: 'Connected to Work' },
  ],
  [
    { kind: 'unopened', ...service },
    { text: '$(plug) Work', command: 'switchyard.manageConnection', warns: false, label: 'Not connected to Work' },
  ],
  [
    { kind: 'unauthorized', error, ...service },
    {
      text: '$(key) Work',
      command: 'switchyard.signIn',
      warns: true,
      label: 'Work (api.example) rejected the API key',
    },
  ],
  [
    { kind: 'unreachable', error, ...service },
    { text: '$(warning) Work', command: 'switchyard.retryConnection', warns: true, label: "Couldn't reach Work" },
  ],
  [
    { kind: 'signedOut' },
    {
      text: '$(debug-disconnect) Switchyard',
      command: 'switchyard.manageConnection',
      warns: false,
      label: 'Not signed in',
    },
  ],
])('for %o', (state, expected) => {
  expect(shown(state)).toEqual({ ...expected, label: expect.stringContaining((expected as { label: string }).label) });
});

test('is hidden without any connection, because config files need none', () => {
  expect(shown({ kind: 'signedOut' }, 0)).toBeUndefined();
});
