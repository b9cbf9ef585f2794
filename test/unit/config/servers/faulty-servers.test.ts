/** Connection tests of servers with a fault: what Oh My Pi's own client makes of each was asked once, and is the same. */
import { afterEach, describe, expect, test } from 'vitest';
import { explainFailure } from '../../../../common/connection-test/explain.ts';
import { flawText } from '../../../../common/connection-test/notes.ts';
import { isUsable } from '../../../../common/connection-test/result.ts';
import type { ServerDefinition } from '../../../../common/messages/server-definition.ts';
import { lockServer } from '../../../../common/tool-lock/lock-server.ts';
import { type Asked, faultyEndpoint } from '../../../faulty-server.ts';
import { type LocalServer, listen } from '../../../local-server.ts';
import { faulty } from '../../../tool-server.ts';
import { endpoint, failureOf, run, stdio } from './connection-runs.ts';

const servers: LocalServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function serve(fault: string, { asked, events = false }: Partial<Asked> & { events?: boolean } = {}) {
  const server = await listen(faultyEndpoint(fault, { asked: asked ?? [] }, events));
  servers.push(server);
  return endpoint('http', `${server.url}/mcp`);
}

const program = (fault: string, more: Partial<ServerDefinition> = {}) => stdio([faulty, fault], more);
const toolsOf = ({ tools }: { readonly tools: readonly { readonly name: string }[] | undefined }) =>
  tools?.map(({ name }) => name);

describe('a test of a server that Oh My Pi uses', () => {
  test.each([
    ['none', ['good'], []],
    [
      'no-resources',
      ['good'],
      ["Resources can't be listed. Oh My Pi uses the rest. The server returned an error: Method not found"],
    ],
    [
      'resources-down',
      ['good'],
      [
        "Resources can't be listed. Oh My Pi uses the rest. The server returned an error: connect ECONNREFUSED 127.0.0.1:5432",
      ],
    ],
    [
      'prompts-down',
      ['good'],
      [
        "Prompts can't be listed. Oh My Pi uses the rest. The server returned an error: connect ECONNREFUSED 127.0.0.1:5432",
      ],
    ],
    [
      'templates-down',
      ['good'],
      [
        "Resource templates can't be listed. Oh My Pi uses the rest. The server returned an error: connect ECONNREFUSED 127.0.0.1:5432",
      ],
    ],
    ['no-templates', ['good'], []],
    [
      'prompts-object',
      ['good'],
      [`Prompts can't be listed. Oh My Pi uses the rest. The result of "prompts/list" has no list "prompts".`],
    ],
    [
      'same-cursor-of-prompts',
      ['good'],
      [
        `Prompts can't be listed. Oh My Pi uses the rest. The pages of "prompts/list" never end: Oh My Pi would wait forever.`,
      ],
    ],
    [
      'null-fields',
      ['odd', 'good'],
      ['Tools, invalid (1): odd (title is null). Oh My Pi uses them; OpenCode rejects all tools of this server.'],
    ],
    [
      'no-schema-type',
      ['odd', 'good'],
      [
        'Tools, invalid (1): odd (inputSchema.type is missing). Oh My Pi uses them; OpenCode rejects all tools of this server.',
      ],
    ],
    [
      'no-schema',
      ['odd', 'good'],
      [
        'Tools, invalid (1): odd (inputSchema is missing). Oh My Pi uses them; OpenCode rejects all tools of this server.',
      ],
    ],
    [
      'schema-text',
      ['odd', 'good'],
      [
        'Tools, invalid (1): odd (inputSchema is invalid). Oh My Pi uses them; OpenCode rejects all tools of this server.',
      ],
    ],
    [
      'description-number',
      ['odd', 'good'],
      [
        'Tools, invalid (1): odd (description is invalid). Oh My Pi uses them; OpenCode rejects all tools of this server.',
      ],
    ],
    [
      'null-arguments',
      ['good'],
      ['Prompts, invalid (1): odd (arguments is null). Oh My Pi uses the list; stricter agents may reject it.'],
    ],
    [
      'unnamed-resource',
      ['good'],
      ['Resources, invalid (1): a:b (name is missing). Oh My Pi uses the list; stricter agents may reject it.'],
    ],
    ['null-cursor', ['good'], []],
    ['empty-cursor', ['good'], []],
    ['error-null', ['good'], []],
    ['no-jsonrpc', ['good'], []],
    ['batch', ['good'], []],
    [
      'no-info',
      ['good'],
      [
        'The response to "initialize" is invalid: serverInfo is missing. Oh My Pi accepts it; Gemini CLI doesn\'t connect.',
      ],
    ],
    [
      'no-version',
      ['good'],
      [
        'The response to "initialize" is invalid: serverInfo.version is missing. Oh My Pi accepts it; Gemini CLI doesn\'t connect.',
      ],
    ],
    [
      'capabilities-true',
      ['good'],
      [
        'The response to "initialize" is invalid: capabilities.logging is invalid, capabilities.prompts is null, capabilities.tools is invalid. Oh My Pi accepts it; Gemini CLI doesn\'t connect.',
      ],
    ],
    [
      'list-changed-text',
      ['good'],
      [
        'The response to "initialize" is invalid: capabilities.tools.listChanged is invalid. Oh My Pi accepts it; Gemini CLI doesn\'t connect.',
      ],
    ],
    [
      'instructions-null',
      ['good'],
      [
        'The response to "initialize" is invalid: instructions is null. Oh My Pi accepts it; Gemini CLI doesn\'t connect.',
      ],
    ],
    [
      'unknown-revision',
      ['good'],
      [
        'The response to "initialize" is invalid: protocolVersion is invalid. Oh My Pi accepts it; Gemini CLI doesn\'t connect.',
      ],
    ],
    [
      'no-revision',
      ['good'],
      [
        'The response to "initialize" is invalid: protocolVersion is missing. Oh My Pi accepts it; Gemini CLI doesn\'t connect.',
      ],
    ],
  ])('shows the rest of it, locks that, and says what is wrong (%s)', async (fault, tools, flaws) => {
    const definition = program(fault);
    const result = await run(definition);
    expect(toolsOf(result)).toEqual(tools);
    expect(result.flaws.map(flawText)).toEqual(flaws);
    expect(isUsable(result)).toBe(true);
    expect(Object.keys((await lockServer(result, definition)).tools)).toEqual(tools);
  });

  test('reads all pages of a list', async () => {
    expect((await run(program('many-pages'))).tools).toHaveLength(30);
  });

  test('names some of many invalid tools', async () => {
    const { flaws } = await run(program('many-odd'));
    const five = [0, 1, 2, 3, 4].map((index) => `odd${index} (title is null)`).join(', ');
    expect(flaws.map(flawText)[0]).toContain(`Tools, invalid (30): ${five}, ….`);
  });

  test('declares roots, as Oh My Pi does', async () => {
    expect(toolsOf(await run(program('roots')))).toEqual(['good', 'list_roots']);
  });

  test('sends IDs as text if the file says so', async () => {
    const definition = program('needs-text-ids', { requestIdFormat: 'string' });
    expect(toolsOf(await run(definition))).toEqual(['good']);
    expect(await failureOf(program('needs-text-ids', { timeout: 300 }))).toMatchObject({ kind: 'timeout' });
  });

  test.each(['none', 'null-fields', 'text-ids', 'other-ids', 'null-cursor'])('works over HTTP (%s)', async (fault) => {
    const result = await run(await serve(fault));
    expect(toolsOf(result)).toContain('good');
    expect(isUsable(result)).toBe(true);
  });
});

describe('a test of a server that Oh My Pi cannot use', () => {
  test.each([
    [
      'text-ids',
      'The IDs of responses have another type than those of requests. Oh My Pi waits for a response until the request times out.',
    ],
    ['no-name', "Tools, invalid (1): [0] (name is missing). Oh My Pi and OpenCode can't use any tool of this server."],
    [
      'null-tool',
      "Tools, invalid (1): [0] (the entry is null). Oh My Pi and OpenCode can't use any tool of this server.",
    ],
  ])('shows what it offers, and says why (%s)', async (fault, text) => {
    const result = await run(program(fault));
    expect(toolsOf(result)).toEqual(['good']);
    expect(result.flaws.map(flawText)).toEqual([text]);
    expect(isUsable(result)).toBe(false);
  });

  test('says that IDs are of another type in an event stream', async () => {
    const result = await run(await serve('text-ids', { events: true }));
    expect(result.flaws).toEqual([{ kind: 'ids' }]);
  });

  test.each([
    ['tools-down', 'The server returned an error: connect ECONNREFUSED 127.0.0.1:5432'],
    ['tools-object', 'The result of "tools/list" has no list "tools".'],
    ['no-tools', 'The result of "tools/list" has no list "tools".'],
    ['same-cursor', 'The pages of "tools/list" never end: Oh My Pi would wait forever.'],
    [
      'no-capabilities',
      'The server\'s response to "initialize" has no "capabilities". Oh My Pi lists nothing of such a server.',
    ],
    [
      'refuses-revision',
      "Speaks only MCP 2024-11-05. Oh My Pi up to 18.8 speaks 2025-11-25 and can't use this server.",
    ],
    ['error-without-code', 'The server returned an error: no'],
    ['error-text', 'The server returned an error: no'],
  ])('fails with the reason (%s)', async (fault, text) => {
    expect(explainFailure(await failureOf(program(fault)))).toBe(text);
    expect(explainFailure(await failureOf(await serve(fault)))).toBe(
      fault.startsWith('error-') ? "The server's response isn't a JSON-RPC message." : text,
    );
  });

  test.each(['no-jsonrpc', 'error-null'])('fails over HTTP, where Oh My Pi is stricter (%s)', async (fault) => {
    expect(await failureOf(await serve(fault))).toEqual({ kind: 'invalidResponse', isJson: true });
  });
});

describe('the session of an endpoint', () => {
  test('ends with the test', async () => {
    const asked: string[] = [];
    await run(await serve('none', { asked }));
    expect(asked).toContain('DELETE a-session');
  });

  test('ends with a failed test', async () => {
    const asked: string[] = [];
    await failureOf(await serve('tools-down', { asked }));
    expect(asked.at(-1)).toBe('DELETE a-session');
  });
});

describe('a rejected request', () => {
  const oauth = 'Bearer resource_metadata="https://a.example/.well-known/oauth-protected-resource"';
  const rejecting = async (status: number, body: string, headers: Record<string, string> = {}) => {
    const server = await listen((_request, response) => response.writeHead(status, headers).end(body));
    servers.push(server);
    return `${server.url}/mcp`;
  };

  test.each([
    [
      401,
      '{"error": "invalid_token"}',
      { 'www-authenticate': oauth },
      {},
      "The server needs sign-in (OAuth), which a connection test can't do. In Oh My Pi, run /mcp reauth a.",
    ],
    [
      401,
      '{"error": "invalid_token", "error_description": "Expired"}',
      { 'www-authenticate': oauth },
      { Authorization: 'Bearer x' },
      'The server rejected the credentials (401). Check the headers and their variables. Reason: Expired',
    ],
    [401, '', {}, {}, 'The server requires credentials (401). Add them to "headers".'],
    [
      401,
      'Bad key',
      {},
      { 'X-API-Key': 'x' },
      'The server rejected the credentials (401). Check the headers and their variables. Reason: Bad key',
    ],
    [
      403,
      '{"message": "IP not allowed", "error": "Forbidden"}',
      {},
      {},
      'The server denied access (403). Check the permissions of the credentials. Reason: IP not allowed',
    ],
    [
      429,
      '{"error": {"message": "Slow down"}}',
      {},
      {},
      'The server received too many requests (429). Try again later. Reason: Slow down',
    ],
    [500, 'database is down', {}, {}, 'The server failed with status 500. Reason: database is down'],
    [
      503,
      '<html><head><title>Maintenance</title></head>',
      {},
      {},
      'The server failed with status 503. Reason: Maintenance',
    ],
    [500, '{"errors": [{"detail": "No\\nspace"}]}', {}, {}, 'The server failed with status 500. Reason: No space'],
    [500, '{"id": 5}', {}, {}, 'The server failed with status 500.'],
  ])('tells the reason (%i, %s)', async (status, body, answer, headers, text) => {
    const url = await rejecting(status, body, answer as Record<string, string>);
    expect(explainFailure(await failureOf(endpoint('http', url, headers)))).toBe(text);
  });
});
