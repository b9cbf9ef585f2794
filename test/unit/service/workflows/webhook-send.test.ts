import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiFailure } from '../../../../src/service/api/errors/errors.ts';
import type { ServiceSession } from '../../../../src/service/session/session.ts';
import { bodyScheme } from '../../../../src/service/workflows/webhook/bodies.ts';
import { sendToWebhook } from '../../../../src/service/workflows/webhook/payload-commands.ts';
import type { Payload } from '../../../../src/service/workflows/webhook/payloads.ts';
import type { WebhookServices } from '../../../../src/service/workflows/webhook/send.ts';
import { type LocalServer, listen } from '../../../local-server.ts';
import { chosen, commands, settings, window } from '../../fake-vscode.ts';

type PayloadFake = Readonly<Record<'add' | 'setRun', (payload: Payload, ...more: unknown[]) => Promise<unknown>>>;

/** Sends the body in the editor. @param workflows of the session @param responses where the response is added */
function send(workflows: object, responses: string[] = [], kept?: PayloadFake): Promise<void> {
  window.activeTextEditor = { document: { uri: { scheme: bodyScheme, query: 'wf' }, getText: () => '{}' } };
  const runs = { state: 'loaded', runs: [], poll: async () => responses.push('The runs are refreshed.') };
  const { signal } = new AbortController();
  const credentials = { id: 'default', apiKey: 'key' };
  const latest = { of: () => [] };
  const session = {
    workflows: { ensure: async () => undefined, detail: async () => ({ status: 'enabled' }), ...workflows },
    runs,
    signal,
    credentials,
    latest,
  };
  const documents = { openResponse: async (name: string, text: string) => responses.push(`${name}: ${text}`) };
  const payloads = async () => kept ?? { add: async () => undefined };
  const context = { documents, bodies: {}, payloads };
  return sendToWebhook(session as unknown as ServiceSession, context as unknown as WebhookServices, undefined);
}

describe('a body for the webhook of an unknown workflow', () => {
  const unknown = (failure?: unknown) => send({ get: () => undefined, failure });

  test('is not sent, and the error names the likely cause', async () => {
    await expect(unknown()).rejects.toThrow(
      "Nothing was sent: the workflow doesn't exist or belongs to another account.",
    );
  });

  test('is not sent, and the error says that rows of the list are unreadable', async () => {
    const unreadable = { count: 1, why: 'name is missing' };
    const sent = send({ get: () => undefined, unreadable });
    await expect(sent).rejects.toThrow("Nothing was sent: couldn't load the workflow. Unreadable rows: 1.");
  });

  test('is not sent, and the error includes the reason if the list fails to load', async () => {
    const failure = new ApiFailure({ kind: 'server', status: 500, message: 'no' });
    await expect(unknown(failure)).rejects.toThrow("Nothing was sent: couldn't load the workflow. ");
  });
});

describe('a body for a webhook', () => {
  let server: LocalServer;
  afterEach(() => server.close());

  test('is sent without the key after a confirmation with the host, and the response is shown', async () => {
    const headers: object[] = [];
    server = await listen((request, response) => {
      headers.push(request.headers);
      response.end('{}');
    });
    const workflow = { name: 'Invoice intake', webhook_url: `${server.url}/webhooks/1` };
    const responses: string[] = [];
    let question = '';
    settings.set('switchyard.requestTimeout', 60);
    Object.assign(window, {
      showWarningMessage: async (text: string, { detail }: { detail: string }) => {
        question = `${text}\n${detail}`;
        return chosen.shift();
      },
    });
    await send({ get: () => ({ workflow }) }, responses);
    expect(question).toContain(`Send this body to ${new URL(server.url).host}?`);
    expect(question).toContain("Your API key isn't sent.");
    expect(question).not.toContain('disabled');
    await send({ get: () => ({ workflow }), detail: async () => ({ status: 'disabled' }) }, responses);
    expect(question).toContain('The workflow is disabled. This probably starts a run');
    await send({ get: () => ({ workflow }), detail: () => Promise.reject(new Error('no')) }, responses);
    expect(question).toContain("It isn't known whether the workflow is enabled. no. This probably starts a run");
    expect(headers).toEqual([]);
    chosen.push('Send');
    await send({ get: () => ({ workflow }) }, responses);
    expect(headers).toHaveLength(1);
    expect(headers[0]).not.toHaveProperty('authorization');
    expect(responses).toEqual(['The runs are refreshed.', expect.stringMatching(/^Invoice intake: POST .*\nHTTP 200/)]);
  });

  test('that was answered is never reported as unanswered', async () => {
    server = await listen((_request, response) => {
      response.writeHead(202, { 'content-length': '100' });
      response.write('{"run');
      setTimeout(() => response.destroy(), 20);
    });
    const workflow = { name: 'Invoice intake', webhook_url: `${server.url}/webhooks/1` };
    const responses: string[] = [];
    settings.set('switchyard.requestTimeout', 60);
    Object.assign(window, { showWarningMessage: async () => 'Send' });
    await send({ get: () => ({ workflow }) }, responses);
    expect(responses.at(-1)).toMatch(/HTTP 202 Accepted[\s\S]*The response was cut off: /);
    const unshown = Object.assign([], {
      push: (text: string) => {
        if (text.startsWith('Invoice')) throw new Error('No editor.');
      },
    });
    const sent = send({ get: () => ({ workflow }) }, unshown);
    await expect(sent).rejects.toThrow(
      `${new URL(server.url).host} responded with status 202, but the response can't be shown: No editor.`,
    );
  });

  test('that started a run leads to the page of the run, which shows the kept response', async () => {
    server = await listen((_request, response) => response.end('{"run_id":"r1"}'));
    const workflow = { name: 'Invoice intake', webhook_url: `${server.url}/webhooks/1` };
    settings.set('switchyard.requestTimeout', 60);
    const told: string[] = [];
    Object.assign(window, {
      showWarningMessage: async () => 'Send',
      showInformationMessage: async (text: string, ...buttons: string[]) => {
        told.push(text);
        return buttons[0];
      },
    });
    const execute = vi.spyOn(commands, 'executeCommand');
    const noted: unknown[] = [];
    const kept = { add: async (payload: Payload) => payload, setRun: async (...all: unknown[]) => noted.push(all[1]) };
    const responses: string[] = [];
    await send({ get: () => ({ workflow }) }, responses, kept);
    await expect.poll(() => execute.mock.calls).toEqual([['switchyard.runs.openPanel', { kind: 'run', id: 'r1' }]]);
    execute.mockRestore();
    expect([told, noted]).toEqual([['Run started: r1'], ['r1']]);
    expect(responses).toEqual(['The runs are refreshed.']);
  });
});
