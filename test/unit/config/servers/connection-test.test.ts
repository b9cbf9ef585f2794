/** Connection tests with real servers: the reference tool server over its three transports, and servers with faults. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look
import { type ChildProcess, execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { explainFailure, revisionNote, survivorsNote } from '../../../../common/connection-test/explain.ts';
import { serverEnvironment } from '../../../../common/connection-test/launch/expand.ts';
import { isUsable, type TestResult } from '../../../../common/connection-test/result.ts';
import type { ServerDefinition } from '../../../../common/messages/server-definition.ts';
import { freePort, type LocalServer, listen } from '../../../local-server.ts';
import { endpointOf, type Revisions } from '../../../revision-server.ts';
import { TemporaryFolder } from '../../../temporary-folder.ts';
import { everything, startEverything } from '../../../tool-server.ts';
import { endpoint, failureOf, run, script, stdio, type Watched } from './connection-runs.ts';

/** Cancels when the log of the process has a text. A limit of time would end the test before a busy machine starts the process. */
function logUntil(isThere: (log: string) => boolean, control: AbortController): Watched {
  let text = '';
  return {
    steps: [],
    get log() {
      return text;
    },
    set log(added) {
      text = added;
      if (isThere(text)) control.abort();
    },
  };
}

const children: ChildProcess[] = [];
const servers: LocalServer[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) child.kill();
  for (const server of servers.splice(0)) await server.close();
});

async function start(transport: 'streamableHttp' | 'sse'): Promise<string> {
  const { url, child } = await startEverything(transport);
  children.push(child);
  return url;
}

async function serve(answer: RequestListener): Promise<string> {
  const server = await listen(answer);
  servers.push(server);
  return `${server.url}/mcp`;
}

function expectEverything(result: TestResult): void {
  expect(result.server.name).toContain('everything');
  expect(result.server.version).toMatch(/^\d/);
  expect(result.revisions[0]).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(result.tools?.map(({ name }) => name)).toContain('echo');
  expect(result.prompts?.length).toBeGreaterThan(0);
  expect(result.resources?.length).toBeGreaterThan(0);
  expect(result.initialized).toBeGreaterThan(0);
}

describe('a connection test of the reference server', () => {
  test('succeeds over stdio', async () => {
    const watched: Watched = { steps: [], log: '' };
    const result = await run(stdio([everything, 'stdio']), { watched });
    expectEverything(result);
    const listed = ['tools', 'prompts', 'resources', 'resource templates'];
    expect(watched.steps).toEqual(['Starting', ...listed.map((what) => `Listing ${what}`)]);
    expect(result.resourceTemplates?.length).toBeGreaterThan(0);
    expect(result.tools?.find(({ name }) => name === 'echo')?.fields).toMatchObject({
      description: 'Echoes back the input string',
      inputSchema: { type: 'object' },
      annotations: { readOnlyHint: true },
    });
    expect(watched.log).toContain('Starting default (STDIO) server');
  });

  test('succeeds over streamable HTTP', async () => {
    expectEverything(await run(endpoint('http', await start('streamableHttp'))));
  });

  test('succeeds over server-sent events', async () => {
    expectEverything(await run(endpoint('sse', await start('sse'))));
  });

  test('reports the wrong transport', async () => {
    const http = await start('streamableHttp');
    expect(await failureOf(endpoint('sse', http))).toMatchObject({ kind: 'wrongTransport', used: 'sse' });
  });

  test('reports a URL that supports only the deprecated transport', async () => {
    const failure = await failureOf(endpoint('http', await start('sse')));
    expect(failure).toEqual({ kind: 'deprecatedTransport' });
    expect(explainFailure(failure)).toContain('supports only the deprecated SSE transport');
  });
});

describe('variable expansion', () => {
  const tell =
    'process.stderr.write(JSON.stringify([process.argv.slice(1), process.env.TOLD, process.env.RAN, process.cwd()])); process.exit(3)';
  const folder = new TemporaryFolder('expansion');
  afterAll(() => folder.remove());

  test('applies to args, env, and cwd without running a command in a value', async () => {
    const witness = folder.at('ran');
    const definition = stdio(['-e', tell, '--', '${WHO}', '${NOBODY:-nobody}', '$WHO', '${env:WHO}'], {
      env: { TOLD: 'WHO', RAN: `!touch ${witness}` },
      cwd: '${WHERE}',
    } as Partial<ServerDefinition>);
    const failure = await failureOf(definition, { environment: { ...process.env, WHO: 'me', WHERE: folder.path } });
    expect(failure).toMatchObject({ kind: 'exited', code: 3 });
    const told = JSON.parse(failure.kind === 'exited' ? failure.stderr : '');
    expect(told).toEqual([['me', 'nobody', '$WHO', '${env:WHO}'], 'me', null, folder.path]);
    await expect(readFile(witness)).rejects.toThrow();
  });

  test('applies to url and headers, which are sent to the original origin only', async () => {
    const seen: (string | undefined)[] = [];
    const other = await serve((request, response) => {
      seen.push(request.headers['x-key'] as string);
      response.writeHead(404).end();
    });
    const url = await serve((request, response) => {
      seen.push(request.headers['x-key'] as string);
      response.writeHead(307, { location: other }).end();
    });
    const { port } = new URL(url);
    const failure = await failureOf(
      endpoint('http', 'http://127.0.0.1:${PORT}/mcp', { 'X-Key': '${KEY}', 'X-No': '!date' }),
      {
        environment: { PORT: port, KEY: 'a secret' },
      },
    );
    expect(failure).toEqual({ kind: 'redirected', host: new URL(other).host });
    expect(seen).toEqual(['a secret']);
  });
});

describe('a connection test of a process', () => {
  test('reports a command that does not exist', async () => {
    expect(await failureOf({ ...stdio([]), command: 'there-is-no-such-program' } as ServerDefinition)).toEqual({
      kind: 'notFound',
      command: 'there-is-no-such-program',
    });
  });

  test('leaves no listener if the command does not exist', async () => {
    const before = process.listenerCount('exit');
    await failureOf({ ...stdio([]), command: 'there-is-no-such-program' } as ServerDefinition);
    expect(process.listenerCount('exit')).toBe(before);
  });

  test('reports a file that is not executable', async () => {
    const folder = new TemporaryFolder('probe');
    const file = folder.write('text.txt', 'no program');
    expect(await failureOf({ ...stdio([]), command: file } as ServerDefinition)).toMatchObject({ kind: 'notAllowed' });
    folder.remove();
  });

  test('reports a working directory that does not exist', async () => {
    const definition = script('', { cwd: '/there/is/none' } as Partial<ServerDefinition>);
    expect(await failureOf(definition)).toEqual({ kind: 'noFolder', cwd: '/there/is/none' });
  });

  test('reports the exit code and error output of a process that exits at once', async () => {
    expect(await failureOf(script('console.error("no API key"); process.exit(7)'))).toEqual({
      kind: 'exited',
      code: 7,
      signal: null,
      stderr: 'no API key',
    });
  });

  test('reports standard output that is not part of the protocol', async () => {
    const failure = await failureOf(script('console.log("Welcome!"); setInterval(() => {}, 1000)'));
    expect(failure).toEqual({ kind: 'noProtocol', said: 'Welcome!' });
  });

  test.skipIf(process.platform === 'win32')('terminates it once despite many invalid lines', async () => {
    const folder = new TemporaryFolder('ps');
    await chmod(folder.write('ps', `#!/bin/sh\necho call >> '${folder.at('calls')}'\n`), 0o755);
    const { PATH } = process.env;
    process.env.PATH = `${folder.path}${path.delimiter}${PATH}`;
    try {
      const logging = 'for (let i = 0; i < 50; i++) console.log("line " + i); setInterval(() => {}, 1000)';
      expect(await failureOf(script(logging))).toEqual({ kind: 'noProtocol', said: 'line 0' });
      // Before and after its end.
      expect(folder.read('calls')).toBe('call\ncall\n');
    } finally {
      process.env.PATH = PATH;
      folder.remove();
    }
  });

  test('times out if the process writes no response', async () => {
    const definition = script('setInterval(() => {}, 1000)', { timeout: 200 });
    expect(await failureOf(definition)).toEqual({ kind: 'timeout', seconds: 0.2, step: 'Starting' });
  });

  test('can be canceled', async () => {
    const control = new AbortController();
    const watched = logUntil((log) => log !== '', control);
    const silent = script('process.stderr.write("up"); setInterval(() => {}, 1000)');
    expect(await failureOf(silent, { watched, signal: control.signal })).toEqual({ kind: 'canceled' });
  });

  test.skipIf(process.platform !== 'linux')('terminates all child processes that ignore SIGTERM', async () => {
    const child = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)';
    const parent = `
      const { spawn } = require('node:child_process');
      process.on('SIGTERM', () => {});
      const child = spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'ignore' });
      process.stderr.write(process.pid + ' ' + child.pid + '\\n');
      setInterval(() => {}, 1000);`;
    const control = new AbortController();
    const watched = logUntil((log) => log.includes('\n'), control);
    expect(await failureOf(script(parent), { watched, signal: control.signal })).toEqual({ kind: 'canceled' });
    const pids = (watched.log.split('\n')[0] ?? '').split(' ').map(Number);
    expect(pids).toHaveLength(2);
    for (const pid of pids) await expect.poll(() => isRunning(pid), { message: `process ${pid}` }).toBe(false);
  });
});

test.skipIf(process.platform === 'win32')(
  'a connection test ends with its process, even if a detached grandchild keeps the pipes open',
  async () => {
    const grandchild = 'setTimeout(() => {}, 60_000)';
    const parent = `
      const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}], { stdio: 'inherit', detached: true });
      process.stderr.write(child.pid + '\\n', () => process.exit(4));`;
    const watched: Watched = { steps: [], log: '' };
    const failure = await failureOf(script(parent), { watched });
    expect(failure).toMatchObject({ kind: 'exited', code: 4 });
    // The log can also name processes of other tests that have lost their parents.
    const pid = Number.parseInt(watched.log, 10);
    expect(pid).toBeGreaterThan(0);
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The test has ended it.
    }
  },
);

test.skipIf(process.platform !== 'linux')('a detached grandchild is terminated when the test is canceled', async () => {
  const parent = `
    const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'inherit', detached: true });
    process.stderr.write(child.pid + '\\n');
    setInterval(() => {}, 1000);`;
  const control = new AbortController();
  const watched = logUntil((log) => log.includes('\n'), control);
  expect(await failureOf(script(parent), { watched, signal: control.signal })).toEqual({ kind: 'canceled' });
  // A killed process is listed until the system has removed it.
  await expect.poll(() => isRunning(Number.parseInt(watched.log, 10))).toBe(false);
});

test.skipIf(process.platform === 'win32')('a started server ends with the process that tests it', async () => {
  const transport = pathToFileURL(path.resolve('common/node/process-transport.ts')).href;
  const stubborn = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.error(process.pid)';
  const host = `
    const { ProcessTransport } = await import(${JSON.stringify(transport)});
    const definition = { name: 'a', transport: 'stdio', command: process.execPath, args: ['-e', ${JSON.stringify(stubborn)}], env: {} };
    new ProcessTransport(definition, process.env, (text) => process.stdout.write(text, () => process.exit())).start();`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', host]);
  expect(Number(stdout)).toBeGreaterThan(0);
  await expect.poll(() => isRunning(Number(stdout))).toBe(false);
});

describe('a connection test of a server of a certain revision', () => {
  const program = path.resolve(import.meta.dirname, '../../../revision-server.ts');
  const overStdio = (revisions: Revisions) => run(stdio([program, revisions]));

  test('uses the newer revision over stdio if the server refuses that of Oh My Pi', async () => {
    const result = await overStdio('modern');
    const { revisions, tools } = result;
    expect(revisions).toEqual(['2026-07-28']);
    expect(isUsable(result)).toBe(false);
    expect(tools).toMatchObject([{ name: 'greet' }]);
    expect(revisionNote(revisions)).toBe(
      "Speaks only MCP 2026-07-28. Oh My Pi up to 18.8 speaks 2025-11-25 and can't use this server.",
    );
  });

  test.each(['both', 'legacy'] as const)('speaks as Oh My Pi does over stdio (%s)', async (revisions) => {
    expect((await overStdio(revisions)).revisions).toEqual(['2025-11-25']);
  });

  test.each([
    ['modern', ['2026-07-28']],
    ['both', ['2025-11-25', '2026-07-28']],
    ['legacy', ['2025-11-25']],
  ] as const)('lists the revisions of an endpoint (%s)', async (revisions, expected) => {
    const result = await run(endpoint('http', await serve(endpointOf(revisions))));
    expect(result).toMatchObject({ revisions: expected, tools: [{ name: 'greet' }] });
  });

  test.each([
    [-32022, { supported: ['2027-01-01', '2026-07-28'] }, ['2027-01-01', '2026-07-28']],
    [-32022, { supported: 7 }, ['2026-07-28']],
    [-32020, { supported: ['2027-01-01'] }, ['2026-07-28']],
    [-32020, undefined, ['2026-07-28']],
  ])('explains error %i of a server that cannot be used either way', async (code, data, supported) => {
    const url = await serve(async (request, response) => {
      const { id } = JSON.parse((await text(request)) || '{}');
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message: 'no', data } }));
    });
    const failure = await failureOf(endpoint('http', url));
    expect(failure).toEqual({ kind: 'revision', supported });
    expect(explainFailure(failure)).toContain('Speaks only MCP');
  });
});

/** Returns a script that starts a daemon, which writes its process ID to a file, and waits for that. */
function startingDaemon(file: string, options: object): string {
  const daemon = `require('fs').writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1000)`;
  const spawning = JSON.stringify({ detached: true, stdio: 'ignore', ...options });
  // The process in between ends at once, so the daemon belongs to the init process.
  const between = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(daemon)}], ${spawning}).unref()`;
  return `require('child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(between)}], { stdio: 'ignore' });
    const wait = setInterval(() => { if (require('fs').existsSync(${JSON.stringify(file)})) { clearInterval(wait); then() } }, 20);`;
}

test.skipIf(process.platform === 'win32')('ends a daemon, which is no descendant of the server', async () => {
  const root = new TemporaryFolder('daemon');
  const file = root.at('pid');
  const server = `${startingDaemon(file, {})} function then() { process.exit(3) }`;
  expect(await failureOf(script(server))).toMatchObject({ kind: 'exited', code: 3 });
  await expect.poll(() => isRunning(Number(root.read('pid'))), { timeout: 10_000 }).toBe(false);
  root.remove();
});

test.skipIf(process.platform !== 'linux')('does not name a process that cannot be traced to the server', async () => {
  const root = new TemporaryFolder('untraceable-daemon');
  const file = root.at('pid');
  const server = `${startingDaemon(file, { env: {} })}
    function then() { process.exit(3) }`;
  const error: unknown = await run(script(server)).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ failure: { kind: 'exited' }, survivors: [] });
  process.kill(Number(root.read('pid')), 'SIGKILL');
  root.remove();
});

test.skipIf(process.platform !== 'linux')('names a process of the server that cannot be ended', async () => {
  const root = new TemporaryFolder('stubborn-daemon');
  const file = root.at('pid');
  const program = JSON.stringify([path.resolve(import.meta.dirname, '../../../faulty-server.ts'), 'none']);
  const server = `${startingDaemon(file, {})}
    function then() { require('child_process').spawn(process.execPath, ${program}, { stdio: 'inherit' }) }`;
  const kill = process.kill.bind(process);
  // As for a process of another user.
  const spy = vi.spyOn(process, 'kill').mockImplementation((id, signal) => {
    if (id === Number(root.read('pid'))) throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
    return kill(id, signal);
  });
  const watched: Watched = { steps: [], log: '' };
  const { survivors } = await run(script(server), { watched });
  spy.mockRestore();
  const pid = Number(root.read('pid'));
  expect(survivors).toEqual([`node (${pid})`]);
  expect(watched.log).toContain(survivorsNote(survivors));
  process.kill(pid, 'SIGKILL');
  root.remove();
});

test("a started server gets none of Switchyard's own variables, even if the file references them", async () => {
  const environment = serverEnvironment({ ...process.env, SWITCHYARD_API_KEY: 'sk-own', switchyard_base_url: 'x' });
  const tell = 'console.error(JSON.stringify([Object.keys(process.env), process.argv.slice(1)])); process.exit(1)';
  const definition = stdio(['-e', tell, '--', '${SWITCHYARD_API_KEY}'], {
    env: { COPIED: 'SWITCHYARD_API_KEY' },
  } as Partial<ServerDefinition>);
  const failure = await failureOf(definition, { environment });
  const [names, args] = JSON.parse(failure.kind === 'exited' ? failure.stderr : '') as [string[], string[]];
  expect(names.filter((name) => /^switchyard_/i.test(name))).toEqual([]);
  expect(args).toEqual(['${SWITCHYARD_API_KEY}']);
});

/** True if the process is running and not a zombie. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

describe('a connection test of a URL', () => {
  test.each([
    [401, { kind: 'unauthorized', hasCredentials: false, said: 'no' }],
    [403, { kind: 'http', status: 403, said: 'no' }],
    [404, { kind: 'missing', status: 404 }],
    [405, { kind: 'wrongTransport', used: 'http', status: 405 }],
    [500, { kind: 'http', status: 500, said: 'no' }],
  ])('reports status %i', async (status, failure) => {
    const url = await serve((_request, response) => response.writeHead(status).end('no'));
    expect(await failureOf(endpoint('http', url))).toEqual(failure);
  });

  test.each([201, 404])('ignores the Location header of status %i', async (status) => {
    const url = await serve((_request, response) =>
      response.writeHead(status, { location: 'https://other.example/mcp', 'content-type': 'text/html' }).end('<p>'),
    );
    expect((await failureOf(endpoint('http', url))).kind).not.toBe('redirected');
  });

  test('reports the wrong transport if the server returns a web page', async () => {
    const url = await serve((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
    );
    expect(await failureOf(endpoint('http', url))).toMatchObject({ kind: 'wrongTransport', used: 'http' });
    expect(await failureOf(endpoint('sse', url))).toMatchObject({ kind: 'wrongTransport', used: 'sse' });
  });

  test('reports a refused connection', async () => {
    const port = await freePort();
    expect(await failureOf(endpoint('http', `http://127.0.0.1:${port}/mcp`))).toEqual({
      kind: 'unreachable',
      host: `127.0.0.1:${port}`,
      code: 'ECONNREFUSED',
    });
  });

  test('reports a refusal by the proxy', async () => {
    const url = await serve((_request, response) =>
      response.writeHead(503, { 'x-squid-error': 'ERR_DNS_FAIL 0' }).end(),
    );
    const failure = await failureOf(endpoint('http', url));
    expect(failure).toEqual({ kind: 'proxy', reason: '' });
    expect(explainFailure(failure)).toBe(
      'The proxy refused the request. Check the proxy settings, or exclude this host from the proxy.',
    );
    const request = () => {
      const cause = new Error('Proxy response (502) !== 200 when HTTP Tunneling');
      return Promise.reject(new TypeError('fetch failed', { cause }));
    };
    expect(explainFailure(await failureOf(endpoint('sse', 'https://tools.invalid/sse'), { fetch: request }))).toBe(
      'The proxy refused the request. Check the proxy settings, or exclude this host from the proxy. Reason: Proxy response (502) !== 200 when HTTP Tunneling',
    );
  });

  test.each([
    ['ENOTFOUND', 'getaddrinfo ENOTFOUND proxy'],
    ['ENOTFOUND', 'getaddrinfo ENOTFOUND mcp-proxy.example'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', "Host: mcp.proxy.example. is not in the cert's altnames"],
  ])("doesn't take a host called proxy for one: %s, %s", async (code, message) => {
    const cause = Object.assign(new Error(message), { code });
    const request = () => Promise.reject(new TypeError('fetch failed', { cause }));
    const failure = await failureOf(endpoint('http', 'https://mcp-proxy.example/mcp'), { fetch: request });
    expect(failure).toEqual({ kind: 'unreachable', host: 'mcp-proxy.example', code });
  });

  test('says why no secure connection is possible', async () => {
    const url = await serve((_request, response) => response.end());
    const failure = await failureOf(endpoint('http', url.replace('http:', 'https:')));
    expect(explainFailure(failure)).toBe(
      `No secure connection to ${new URL(url).host}. The server doesn't accept a secure (TLS) connection at this address and port.`,
    );
  });

  test.each(['', 'no address', 'ftp://a.example', '${UNSET}/mcp', 'file:///etc/passwd'])('rejects %j', async (url) => {
    expect(await failureOf(endpoint('http', url))).toEqual({ kind: 'badUrl', url });
  });

  test('times out if the response does not end', async () => {
    const url = await serve((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders(),
    );
    expect(await failureOf({ ...endpoint('http', url), timeout: 200 } as ServerDefinition)).toMatchObject({
      kind: 'timeout',
    });
  });

  test('times out if the event stream never names the URL for messages', async () => {
    const url = await serve((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders(),
    );
    const definition = { ...endpoint('sse', url), timeout: 200 } as ServerDefinition;
    expect(await failureOf(definition)).toEqual({ kind: 'timeout', seconds: 0.2, step: 'Connecting' });
  });

  test('times out if the notification after the first response is never accepted', async () => {
    const url = await serve(async (request, response) => {
      const { id, method, params } = JSON.parse((await text(request)) || '{}');
      if (method !== 'initialize') return;
      const result = {
        protocolVersion: params.protocolVersion,
        capabilities: {},
        serverInfo: { name: 'a', version: '1' },
      };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
    const definition = { ...endpoint('http', url), timeout: 200 } as ServerDefinition;
    expect(await failureOf(definition)).toEqual({ kind: 'timeout', seconds: 0.2, step: 'Connecting' });
  });

  test('gives up on a response that never ends, without filling the memory', async () => {
    const part = 'x'.repeat(1_000_000);
    let sent = 0;
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('"');
      const more = () => {
        sent++;
        if (!response.destroyed) response.write(part, more);
      };
      more();
    });
    expect(await failureOf(endpoint('http', url))).toEqual({ kind: 'tooLarge', megabytes: 20 });
    expect(sent).toBeLessThan(60);
  });

  test('reports a tool schema that is nested too deeply', async () => {
    const url = await serve(async (request, response) => {
      const { id, method } = JSON.parse((await text(request)) || '{}');
      const deep = `${'{"properties":{"a":'.repeat(100_000)}{}${'}}'.repeat(100_000)}`;
      const result =
        method === 'initialize'
          ? '{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"a","version":"1"}}'
          : `{"tools":[{"name":"t","inputSchema":{"type":"object","properties":${deep}}}]}`;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(`{"jsonrpc":"2.0","id":${id ?? 0},"result":${result}}`);
    });
    expect(await failureOf(endpoint('http', url))).toEqual({ kind: 'tooDeep' });
  });

  test('reports a JSON-RPC error', async () => {
    const url = await serve((request, response) => {
      let body = '';
      request.on('data', (data) => {
        body += String(data);
      });
      request.on('end', () => {
        const { id } = body === '' ? { id: 0 } : JSON.parse(body);
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message: 'not today' } }));
      });
    });
    expect(await failureOf(endpoint('http', url))).toEqual({ kind: 'refused', message: 'not today' });
  });
});
