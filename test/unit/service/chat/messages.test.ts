import { describe, expect, it } from 'vitest';
import {
  codeBlockActions,
  messageLimits,
  pageActions,
  parseToHost,
  turnActions,
} from '../../../../src/service/chat/messages.ts';
import { offered } from '../../../offered-messages.ts';
import { fc, runs } from '../../random-runs.ts';

describe('parseToHost', () => {
  it.each(offered)('accepts $kind', (message) => {
    expect(parseToHost(message)).toEqual(message);
  });

  it('removes unknown properties', () => {
    expect(parseToHost({ kind: 'send', text: 'a', chat: 'c', command: 'workbench.action.quit' })).toEqual({
      kind: 'send',
      text: 'a',
      chat: 'c',
    });
  });

  it.each([
    ['an unknown kind', { kind: 'exec', command: 'x' }],
    ['a kind named like an object property', { kind: 'constructor' }],
    ['a mention of an unknown kind', { kind: 'attachMention', of: 'constructor', key: 'a' }],
    ['a mention that is too long', { kind: 'attachMention', of: 'file', key: 'a'.repeat(messageLimits.uri + 1) }],
    ['a mention search without a number', { kind: 'findMentions', of: 'file', query: 'a', request: 'x' }],
    ['an unknown action', { kind: 'run', action: 'workbench.action.terminal.new' }],
    ['an action named like an object property', { kind: 'run', action: 'toString' }],
    ['a missing action', { kind: 'run' }],
    ['a blank message', { kind: 'send', text: ' \n' }],
    ['a message that is not a string', { kind: 'send', text: 5 }],
    ['a message that is too long', { kind: 'send', text: 'a'.repeat(messageLimits.prompt + 1) }],
    ['a text that is too long', { kind: 'composed', text: 'a'.repeat(messageLimits.composed + 1) }],
    ['code that is too long', { kind: 'code', action: 'copy', text: 'a'.repeat(messageLimits.code + 1), language: '' }],
    ['an unknown code action', { kind: 'code', action: 'run', text: 'a', language: '' }],
    ['an ID that is too long', { kind: 'turn', action: 'retry', id: 'a'.repeat(messageLimits.id + 1) }],
    ['an ID that is not a string', { kind: 'turn', action: 'copy', id: ['a'] }],
    ['an unknown turn action', { kind: 'turn', action: 'constructor', id: 'a' }],
    ['a temperature that is not a number', { kind: 'settings', settings: { temperature: '1' } }],
    ['a chat outside the folder', { kind: 'composed', text: 'a', chat: '../a' }],
    ['a chat without a name', { kind: 'composed', text: 'a', chat: '' }],
    ['a message without a chat', { kind: 'composed', text: 'a', chat: undefined }],
    ['a notice that does not exist', { kind: 'dismiss', notice: 'budget' }],
    ['a fractional token limit', { kind: 'settings', settings: { maxTokens: 1.5 } }],
    [
      'a system prompt that is too long',
      { kind: 'settings', settings: { system: 'a'.repeat(messageLimits.system + 1) } },
    ],
    ['a file that is too large', { kind: 'attachText', name: 'a', text: 'a'.repeat(messageLimits.attachment + 1) }],
    ['an image that is too large', { kind: 'attachImage', name: 'a', data: 'a'.repeat(messageLimits.image + 1) }],
    ['too many URIs', { kind: 'attachUris', uris: Array(messageLimits.uris + 1).fill('file:///a') }],
    ['URIs that are not strings', { kind: 'attachUris', uris: [{ path: '/a' }] }],
    ['an array', [{ kind: 'stop' }]],
    ['a string', 'stop'],
    ['null', null],
  ])('rejects %s', (_what, message) => {
    const named =
      Array.isArray(message) || typeof message !== 'object' || message === null ? message : { chat: 'c', ...message };
    expect(parseToHost(named)).toBeUndefined();
  });

  it.each([
    'command:workbench.action.quit',
    'vscode://publisher.extension/run',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,<script>alert(1)</script>',
    'vscode-webview-resource://a',
    '//host.example/x',
    '/etc/passwd',
    '#top',
    '',
  ])('rejects the link %j', (href) => {
    expect(parseToHost({ kind: 'openLink', href, chat: 'c' })).toBeUndefined();
  });

  it('rejects a link that is too long', () => {
    expect(
      parseToHost({ chat: 'c', kind: 'openLink', href: `https://host.example/${'a'.repeat(3000)}` }),
    ).toBeUndefined();
  });

  it('returns the Punycode host of a link with lookalike characters', () => {
    expect(parseToHost({ chat: 'c', kind: 'openLink', href: 'https://g\u043eogle.com/' })).toEqual({
      kind: 'openLink',
      chat: 'c',
      href: 'https://xn--gogle-jye.com/',
    });
  });

  it('never throws, and accepts its own result unchanged', () => {
    const message = fc.oneof(
      fc.anything(),
      fc.record({
        kind: fc.oneof(fc.constantFrom(...offered.map(({ kind }) => kind)), fc.string()),
        chat: fc.oneof(fc.constant('c'), fc.anything()),
        text: fc.anything(),
        id: fc.anything(),
        href: fc.oneof(fc.webUrl(), fc.string(), fc.anything()),
        action: fc.oneof(
          fc.constantFrom(...pageActions, ...turnActions, ...codeBlockActions),
          fc.string(),
          fc.anything(),
        ),
        settings: fc.oneof(fc.anything(), fc.record({ temperature: fc.anything(), system: fc.anything() })),
        uris: fc.oneof(fc.anything(), fc.array(fc.oneof(fc.string(), fc.anything()))),
        name: fc.oneof(fc.string(), fc.anything()),
        language: fc.oneof(fc.string(), fc.anything()),
      }),
    );
    fc.assert(
      fc.property(message, (value) => {
        const parsed = parseToHost(value);
        if (!parsed) return;
        expect(offered.map(({ kind }) => kind)).toContain(parsed.kind);
        expect(parseToHost(parsed)).toEqual(parsed);
      }),
      { numRuns: runs(1000) },
    );
  });
});
