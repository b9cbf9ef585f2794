/** *Send to Webhook…*: a new payload, a kept one again, or a kept one edited. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as payloadCommands from '../../../../src/service/workflows/webhook/payload-commands.ts';
import { type Payload, unreadPayloads } from '../../../../src/service/workflows/webhook/payloads.ts';
import type { WebhookServices } from '../../../../src/service/workflows/webhook/send.ts';
import { known, none, notKnown } from '../../../../src/shared/knowledge.ts';
import { fakeQuickPick } from '../../fake-quick-pick.ts';
import { shown, window, workspace } from '../../fake-vscode.ts';
import { sessionOf } from '../../session.ts';
import { settle } from '../../settle.ts';
import { workflow } from '../api/support.ts';

let kept: Payload[] = [];
let unread = 0;
const payload = (id: string): Payload => ({
  ...{ id, connection: 'default', workflow: workflow.id, body: `{"of":"${id}"}`, contentType: 'application/json' },
  ...{ at: Date.parse('2026-11-20T12:00:00Z'), status: 202, response: '', run: `run of ${id}` },
});
const opened = vi.fn();
const context = {
  bodies: {
    open: async (...place: unknown[]) => {
      opened(...place);
      return { uri: {}, lineCount: 1, validateRange: (range: unknown) => range };
    },
  },
  payloads: async () => ({
    list: async (_: string, of: string) => ({ payloads: kept.filter((one) => one.workflow === of), unread }),
    ofRun: async (_: string, run: string) => {
      const found = kept.find((one) => one.run === run);
      return found ? known(found) : unread === 0 ? none : notKnown(unreadPayloads(unread));
    },
    delete: async ({ id }: Payload) => {
      kept = kept.filter((one) => one.id !== id);
    },
  }),
} as unknown as WebhookServices;
/** The questions before sending. None is answered, so nothing is sent. */
let asked: string[] = [];

beforeEach(() => {
  kept = [];
  unread = 0;
  asked = [];
  opened.mockClear();
  Object.assign(window, { showWarningMessage: async (text: string) => void asked.push(text) });
});

const session = () => sessionOf({ listWorkflows: async () => [workflow], getWorkflow: async () => workflow });
const row = { kind: 'workflow', id: workflow.id };

describe('sending to a webhook', () => {
  test('opens the first payload at once if none is kept', async () => {
    kept = [{ ...payload('other'), workflow: 'wf_other' }];
    await payloadCommands.sendToWebhook(session(), context, row);
    expect(opened.mock.calls).toEqual([[workflow.id, workflow.name]]);
  });

  const ends = { new: `opens wf_1`, again: 'asks', edit: 'edits', nothing: 'nothing' };
  test.each([
    ['a new payload', (pick: ReturnType<typeof fakeQuickPick>) => pick.accept('New'), ends.new],
    ['a kept payload again', (pick) => pick.accept('Nov 20'), ends.again],
    ['a kept payload edited', (pick) => pick.press('Edit and Send'), ends.edit],
    ['nothing', (pick) => pick.hide(), ends.nothing],
  ] as [string, (pick: ReturnType<typeof fakeQuickPick>) => void, string][])('offers %s', async (_what, act, end) => {
    kept = [payload('one')];
    const edit = vi.fn(async () => true);
    Object.assign(workspace, { applyEdit: edit });
    const pick = fakeQuickPick();
    const sent = payloadCommands.sendToWebhook(session(), context, row);
    await settle(5);
    expect(pick.labels).toEqual(['$(add) New Payload…', expect.any(String), '$(trash) Delete All Kept Payloads…']);
    act(pick);
    await sent;
    const done = [
      ...(opened.mock.calls.length > 0 && edit.mock.calls.length === 0 ? [ends.new] : []),
      ...(asked.length > 0 ? [ends.again] : []),
      ...(edit.mock.calls.length > 0 ? [ends.edit] : []),
    ];
    expect(done).toEqual(end === ends.nothing ? [] : [end]);
  });

  test('says how many kept payloads cannot be read, also if no other is kept', async () => {
    unread = 2;
    const pick = fakeQuickPick();
    void payloadCommands.sendToWebhook(session(), context, row);
    await settle(5);
    expect(pick.labels).toEqual([
      '$(add) New Payload…',
      "Kept payloads that can't be read: 2.",
      '$(trash) Delete All Kept Payloads…',
    ]);
    shown.length = 0;
    const ofRun = { kind: 'run', id: 'run of lost' };
    await payloadCommands.withPayload(session(), context, ofRun, payloadCommands.sendAgain);
    expect(shown).toEqual(["It isn't known whether this run's payload is kept. Kept payloads that can't be read: 2."]);
  });

  test('stays open after a kept payload is deleted', async () => {
    kept = [payload('one'), payload('two')];
    const pick = fakeQuickPick();
    void payloadCommands.sendToWebhook(session(), context, row);
    await settle(5);
    pick.press('Delete');
    await settle(5);
    expect([pick.isOpen, pick.labels.length, kept.map(({ id }) => id)]).toEqual([true, 3, ['two']]);
  });

  test('sends the payload of a run without a list, and says if it is not kept', async () => {
    kept = [payload('one')];
    const again = (run: string) =>
      payloadCommands.withPayload(session(), context, { kind: 'run', id: run }, payloadCommands.sendAgain);
    await again('run of one');
    expect(asked).toEqual([expect.stringMatching(/^Send this body to /)]);
    await again('run of none');
    expect(shown.at(-1)).toBe("This run's payload isn't kept: it wasn't sent from here, or was deleted.");
  });
});
