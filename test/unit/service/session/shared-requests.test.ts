import { describe, expect, test } from 'vitest';
import { SharedRequests } from '../../../../src/service/session/shared-requests.ts';

/** A request that the test answers. It can be aborted, as fetch can. */
function askable() {
  const answers: PromiseWithResolvers<string>[] = [];
  const signals: AbortSignal[] = [];
  const start = (signal: AbortSignal) => {
    const answer = Promise.withResolvers<string>();
    signal.addEventListener('abort', () => answer.reject(new Error('aborted')));
    answers.push(answer);
    signals.push(signal);
    return answer.promise;
  };
  return { start, answers, signals };
}

describe('SharedRequests', () => {
  test('sends one request for concurrent callers and a new one afterwards', async () => {
    const requests = new SharedRequests<string>();
    const { start, answers } = askable();
    const both = [requests.join('a', undefined, start), requests.join('a', undefined, start)];
    answers[0]?.resolve('page');
    expect(await Promise.all(both)).toEqual(['page', 'page']);
    void requests.join('a', undefined, start);
    expect(answers).toHaveLength(2);
  });

  test('returns the response to the second caller when the first one cancels', async () => {
    const requests = new SharedRequests<string>();
    const { start, answers, signals } = askable();
    const first = new AbortController();
    const left = requests.join('a', first.signal, start);
    const stays = requests.join('a', new AbortController().signal, start);
    first.abort();
    await expect(left).rejects.toMatchObject({ error: { kind: 'canceled' } });
    expect(signals[0]?.aborted).toBe(false);
    answers[0]?.resolve('page');
    expect(await stays).toBe('page');
  });

  test('cancels the request when every caller cancels, and sends a new one for a later caller', async () => {
    const requests = new SharedRequests<string>();
    const { start, answers, signals } = askable();
    const callers = [new AbortController(), new AbortController()];
    const left = callers.map(({ signal }) => requests.join('a', signal, start).catch(() => 'left'));
    for (const caller of callers) caller.abort();
    const later = requests.join('a', undefined, start);
    expect(await Promise.all(left)).toEqual(['left', 'left']);
    expect(signals[0]?.aborted).toBe(true);
    answers[1]?.resolve('anew');
    expect(await later).toBe('anew');
  });

  test('sends no request for a caller that is already canceled', async () => {
    const { start, answers } = askable();
    await expect(new SharedRequests<string>().join('a', AbortSignal.abort(), start)).rejects.toThrow();
    expect(answers).toHaveLength(0);
  });
});
