import { describe, expect, test } from 'vitest';
import { ApiFailure } from '../../../src/api/errors.ts';
import type { ServiceSession } from '../../../src/service/session.ts';
import { bodyScheme } from '../../../src/workflows/webhook/bodies.ts';
import { sendOpenBody } from '../../../src/workflows/webhook/send.ts';
import { window } from '../fake-vscode.ts';

/** Sends the body of a workflow that isn't in the list. */
function send(failure?: unknown): Promise<void> {
  window.activeTextEditor = { document: { uri: { scheme: bodyScheme, query: 'wf' }, getText: () => '{}' } };
  const workflows = { ensure: async () => undefined, get: () => undefined, failure };
  return sendOpenBody({ workflows } as unknown as ServiceSession, {} as never, {} as never);
}

describe('a body for the webhook of an unknown workflow', () => {
  test('is not sent, and the error names the likely cause', async () => {
    await expect(send()).rejects.toThrow('Nothing was sent: the workflow was deleted or belongs to another account.');
  });

  test('is not sent, and the error includes the reason if the list fails to load', async () => {
    const failure = new ApiFailure({ kind: 'server', status: 500, message: 'no' });
    await expect(send(failure)).rejects.toThrow("Nothing was sent: couldn't load the workflow. ");
  });
});
