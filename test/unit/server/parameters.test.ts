/** Parameters of our own requests: any client can send anything. */
import { expect, test } from 'vitest';
import { ErrorCodes, ResponseError } from 'vscode-languageserver';
import { isRecord } from '../../../common/guards.ts';
import type { ServerRequests } from '../../../common/messages/protocol.ts';
import { machineOf, project } from './files.ts';
import { connectInProcess } from './in-process.ts';

const uri = `${project}/.mcp.json`;
const text = '{"mcpServers": {"a": {"command": "x"}, "b": {"url": "https://b.example/mcp"}}}';
const position = { line: 0, character: 16 };
const server = { folder: project, uri, name: 'a', agent: 'claude-code' } as const;
const to = { folder: project, uri: `${project}/.cursor/mcp.json`, agent: 'cursor' } as const;

/** Right parameters of each request, with all members. */
const examples: { readonly [Method in keyof ServerRequests]: readonly ServerRequests[Method][0][] } = {
  'switchyard/servers': [undefined, { refreshFromDisk: true, agent: 'shown' }],
  'switchyard/compareAgents': [{ folder: project }, { folder: null }],
  'switchyard/editServers': [
    {
      changes: [
        { kind: 'disable', server },
        { kind: 'copy', server, to },
        { kind: 'rename', server, name: 'c' },
        { kind: 'respell', server, property: 'header', spelling: 'headers' },
        { kind: 'relocate', from: { folder: project, uri, path: ['servers'] }, names: ['a'], to },
        { kind: 'add', to, name: 'd', server: { command: 'd' } },
      ],
    },
  ],
  'switchyard/proposeServer': [{ folder: project, line: 'npx -y x', header: 'A: b', name: 'x' }],
  'switchyard/serverDefinition': [server],
  'switchyard/migrateServers': [{ folder: project }],
  'switchyard/copyServers': [{ servers: [server], as: 'json' }],
  'switchyard/convert': [
    {
      text,
      path: '.mcp.json',
      from: 'oh-my-pi',
      to: 'cursor',
      only: ['a'],
      into: '{}',
      collision: 'skip',
      project: '/p',
    },
  ],
  'switchyard/paste': [{ uri, text: '{"c": {"command": "c"}}', position }],
  'switchyard/portableReaders': [{ uri }],
  'switchyard/makePortable': [{ text, readers: ['claude-code'], withoutComments: false }],
  'switchyard/importPlaces': [undefined],
  'switchyard/diagnose': [{ folder: project, name: 'a', agents: ['claude-code'] }],
  'switchyard/agentCommands': [{ folder: project }],
  'switchyard/verifyAgents': [
    { folder: project, answers: [{ agent: 'claude-code', output: 'a', version: '2', end: 'exited', code: 0 }] },
  ],
};

const wrongValues: readonly unknown[] = [null, 7, -1.5, true, 'x', '%zz', '', [], [null], {}, { length: 1 }];

/** Yields copies of a value in which one member, at any depth, is another value, with its path. */
function* spoiled(value: unknown, path = ''): Generator<{ readonly path: string; readonly params: unknown }> {
  for (const params of wrongValues) yield { path, params };
  const members = Array.isArray(value) ? value.entries() : isRecord(value) ? Object.entries(value) : [];
  for (const [name, member] of members) {
    const at = typeof name === 'number' ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
    const replaced = (other: unknown): unknown =>
      Array.isArray(value) ? value.with(Number(name), other) : { ...Object(value), [name]: other };
    for (const { path: inner, params } of spoiled(member, at)) yield { path: inner, params: replaced(params) };
  }
}

test('each request answers right parameters, and names a wrong one instead of failing', async () => {
  const editor = connectInProcess({ home: '/home/user', machine: machineOf({ [uri]: text }) });
  await editor.sendRequest('initialize', { processId: null, rootUri: project, capabilities: {} });
  await editor.sendNotification('initialized', {});
  await editor.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'json', version: 1, text },
  });
  const refusal = async (method: string, params: unknown): Promise<ResponseError | undefined> => {
    try {
      await editor.sendRequest(method, params);
      return undefined;
    } catch (error) {
      if (error instanceof ResponseError) return error;
      throw error;
    }
  };
  const failures: unknown[] = [];
  const unnamed: unknown[] = [];
  for (const [method, all] of Object.entries(examples))
    for (const example of all) {
      expect([method, await refusal(method, example)]).toEqual([method, undefined]);
      for (const { path, params } of spoiled(example)) {
        const { code, message = '' } = (await refusal(method, params)) ?? {};
        if (code !== undefined && code !== ErrorCodes.InvalidParams) failures.push([method, path, params, message]);
        const named = /"(.+)"/.exec(message)?.[1] ?? '';
        // Of a position, only the whole is named; of an object without members, the first.
        const isNamed = path.startsWith(named) || named.startsWith(path);
        if (code === ErrorCodes.InvalidParams && !isNamed) unnamed.push([method, path, params, message]);
      }
    }
  expect(failures).toEqual([]);
  expect(unnamed).toEqual([]);
  expect(
    (await refusal('switchyard/editServers', { changes: [{ kind: 'disable', server: { ...server, uri: 7 } }] }))
      ?.message,
  ).toBe('Missing or invalid parameter "changes[0].server.uri".');
  await editor.sendNotification('switchyard/chooseAgent', undefined);
  expect(await refusal('workspace/symbol', { query: '' })).toBeUndefined();
  editor.dispose();
});
