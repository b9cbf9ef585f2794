import { describe, expect, test } from 'vitest';
import { describeError } from '../../../../src/service/api/errors/error-text.ts';
import type { ApiError } from '../../../../src/service/api/index.ts';

const silent = (status: number) => ({ message: `status ${status} and no reason`, silent: true as const, status });

describe('describeError', () => {
  test.each<[string, ApiError, string]>([
    ['a 403', { kind: 'forbidden', status: 403, message: 'Model not assigned' }, 'status 403): Model not assigned'],
    ['a 402', { kind: 'balance', ...silent(402) }, 'The account balance is 0 or below.'],
    [
      'a 402 with a reason',
      { kind: 'balance', status: 402, message: 'Balance: -0.02' },
      'Add funds in the service, then try again. Message from the service: Balance: -0.02',
    ],
    [
      'a 502 of a proxy',
      { kind: 'server', status: 502, message: '502 Bad Gateway' },
      'The service failed with status 502: Bad Gateway',
    ],
    [
      'a 401 with a reason',
      { kind: 'unauthorized', status: 401, message: 'Key expired on May 3' },
      'Sign in again. Message from the service: Key expired on May 3',
    ],
    [
      'a 401 of a router that looks for the key elsewhere',
      { kind: 'unauthorized', status: 401, message: 'Missing API key' },
      'Sign in again. The key was sent as "Authorization: Token …". Message from the service: Missing API key',
    ],
    [
      'a 401 of another one',
      { kind: 'unauthorized', status: 401, message: 'No auth credentials found' },
      'The key was sent as "Authorization: Token …". Message from the service: No auth credentials found',
    ],
    [
      'a 401 without a reason',
      { kind: 'unauthorized', ...silent(401) },
      'The key is invalid or expired. Sign in again.',
    ],
    [
      'a 429 with a reason',
      { kind: 'rateLimited', status: 429, message: '60 requests per minute' },
      'Wait a moment, then try again. Message from the service: 60 requests per minute',
    ],
    [
      'a 402 of publish without a reason',
      { kind: 'balance', orPlan: true, ...silent(402) },
      'Check the account balance and plan in the service.',
    ],
    [
      'a plan limit without figures',
      { kind: 'subscriptionLimit', status: 402, message: 'x', code: 'SUBSCRIPTION_LIMIT' },
      "You've reached your plan's workflow limit. Check your plan in the service.",
    ],
    [
      'a plan limit with one figure',
      { kind: 'subscriptionLimit', status: 402, message: 'x', workflowLimit: 5 },
      "You've reached your plan's workflow limit (5).",
    ],
    [
      'a code of the service',
      { kind: 'validation', status: 400, message: 'status is wrong', code: 'VALIDATION_ERROR' },
      'status is wrong (code VALIDATION_ERROR)',
    ],
  ])('describes %s', (_, error, text) => {
    expect(describeError(error)).toContain(text);
  });

  test.each(['Rate limit exceeded', 'Too many requests, please try again later.'])(
    "doesn't repeat a message that says no more than we do: %s",
    (message) => {
      const error = describeError({ kind: 'rateLimited', status: 429, message });
      expect(error).toBe('Too many requests. Wait a moment, then try again.');
    },
  );

  test('shows that an endpoint is missing, with the reason if there is one', () => {
    expect(describeError({ kind: 'notFound', noEndpoint: true, ...silent(404) })).toBe(
      'The service has no such endpoint (status 404). Check the base URL.',
    );
    expect(describeError({ kind: 'notFound', noEndpoint: true, status: 404, message: 'Unknown path' })).toBe(
      'The service has no such endpoint: Unknown path. Check the base URL.',
    );
  });

  test.each<[ApiError]>([
    [{ kind: 'notFound', ...silent(404) }],
    [{ kind: 'notFound', noEndpoint: true, ...silent(404) }],
    [{ kind: 'validation', ...silent(400) }],
    [{ kind: 'invalidBody', ...silent(422) }],
    [{ kind: 'forbidden', ...silent(403) }],
    [{ kind: 'server', ...silent(500) }],
  ])('shows the status of an error without a body once, and no reason: %j', (error) => {
    const text = describeError(error);
    expect(text.match(/status \d+/g)).toHaveLength(1);
    expect(text).not.toContain(error.message);
  });

  test('says until when a limit lasts, with seconds if it ends soon, and with the date if it lasts for days', () => {
    const limited = (ms: number) =>
      describeError({ kind: 'rateLimited', ...silent(429), retryAfterMs: ms, retryAt: Date.now() + ms });
    expect(limited(20_000)).toMatch(/^Too many requests\. Limited until \d+:\d\d:\d\d\s[AP]M\.$/);
    expect(limited(2 * 3_600_000)).toMatch(/Limited until \d+:\d\d\s[AP]M/);
    expect(limited(3 * 24 * 3_600_000)).toMatch(/Limited until \w+ \d+, \d{4}/);
    const pause = { retryAfterMs: 5000, retryAt: Date.now() + 5000 };
    expect(describeError({ kind: 'rateLimited', ...silent(429), ...pause, isOurs: true })).toMatch(
      /^Too many requests\. Requests from here are limited until \d+:\d\d:\d\d/,
    );
    expect(limited(-1)).toBe('Too many requests. Try again.');
    expect(describeError({ kind: 'rateLimited', status: 429, message: 'x' })).toContain('Wait a moment');
    expect(describeError({ kind: 'server', status: 503, message: 'Busy', ...pause })).toMatch(
      /^The service failed with status 503: Busy\. Try again after \d+:\d\d:\d\d\s[AP]M\.$/,
    );
  });
});
