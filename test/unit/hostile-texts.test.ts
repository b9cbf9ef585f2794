/**
 * Texts for which a regular expression backtracked, in earlier versions: half a million characters took minutes. Such
 * expressions are found by `scripts/check-expressions.ts`; these tests show that callers don't repeat the work, either.
 */
import { describe, expect, it } from 'vitest';
import { launchWarnings } from '../../common/connection-test/launch/launch-warnings.ts';
import { isPlaceholder, tokenIn } from '../../common/text/secrets.ts';
import { instructionsIn } from '../../common/tool-lock/instructions.ts';
import { expandVariables } from '../../common/variables.ts';
import { inventoryServer } from '../../server/cli/inventory/inventory-server.ts';
import { toolOfSchema } from '../../server/config/format/dialects.ts';
import { transportOfAddress } from '../../server/config/servers/choose-transport.ts';
import { ConfigDocument } from '../../server/config/servers/document.ts';
import { straightQuotes } from '../../server/fixes/syntax-fixes.ts';
import { milliseconds } from '../../server/fixes/value-conversion.ts';
import { createCleaner } from '../../src/service/api/clean.ts';
import { priceOf } from '../../src/service/session/models/price.ts';

const LENGTH = 500_000;
const repeated = (text: string): string => text.repeat(LENGTH / text.length);

const location = {
  checkout: '.',
  file: '.mcp.json',
  line: 1,
  level: 'project',
  state: 'notRead',
  reason: '',
  policy: null,
} as const;
const server = (command: string) =>
  ({
    name: 'docs',
    transport: 'stdio',
    commandLine: [command],
    url: undefined,
    hasEndpoint: true,
    env: [],
    headers: [],
  }) as const;
const cleaner = createCleaner('sk-test-1234567890');

describe('linear time on hostile texts', () => {
  it.each<[string, () => unknown, unknown]>([
    ['a command of assignments', () => inventoryServer(server('a='.repeat(32)), undefined, location).program, null],
    [
      'a long command of assignments',
      () => inventoryServer(server(repeated('a= ')), undefined, location).program,
      null,
    ],
    ['a schema', () => toolOfSchema(repeated('vscode')), undefined],
    ['a URL', () => transportOfAddress(repeated('/sse#\n')), 'sse'],
    ['a token', () => tokenIn(`a${repeated('eyJeeeeeeeee-')}`), undefined],
    ['a placeholder', () => isPlaceholder(`${repeated('MY MY_')}\0`), false],
    ['a description of a tool', () => instructionsIn(repeated('send\tpass\t')), []],
    ['OpenCode variables', () => expandVariables(repeated('{env:eeeee'), () => '', 'env').length, LENGTH],
    ['a timeout', () => milliseconds(`0${repeated('\t')}0`), undefined],
    ['curly quotes', () => straightQuotes(new ConfigDocument(repeated('"\\'))).length, 1],
    [
      'a pipe to a shell',
      () => launchWarnings({ name: 'docs', transport: 'stdio', command: 'a', args: [repeated('|/')], env: {} }).length,
      0,
    ],
    ['a price', () => priceOf({ [repeated('achingcache')]: 1 }), priceOf({})],
    [
      'a key that is split again and again',
      () => cleaner.redact(repeated('sk-test-12345678\u200b\u200b\u200b\u200b')).length,
      LENGTH,
    ],
    [
      'the start of a key in each piece',
      () => {
        const { push, flush } = cleaner.redactPieces();
        return [...repeated('s\u200b')].map(push).join('').length + flush().length;
      },
      LENGTH,
    ],
  ])('reads %s', (_, read, expected) => expect(read()).toEqual(expected));
});
