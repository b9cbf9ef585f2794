/** Agents that a user or a project describes in `.mcp-agents.json`. */
import Ajv from 'ajv';
import { beforeAll, describe, expect, test } from 'vitest';
import { readText } from '../../../scripts/lib/repository.ts';
import { readOwnAgents } from '../../../server/agents/own-agents.ts';
import { loadToml } from '../../../server/config/servers/source-file.ts';
import { applyServerChanges } from '../../../server/editing/changes.ts';
import { EditedFiles } from '../../../server/editing/edited-files.ts';
import { applyChanges } from '../../../server/fixes/fix.ts';
import { project, workspaceWith } from './files.ts';

beforeAll(loadToml);

const validate = new Ajv({ strict: true }).compile(JSON.parse(readText('schemas/mcp-agents.schema.json')));

const described = (agent: unknown, name = 'Shop Agent'): object => ({ agents: { [name]: agent } });
const files = [{ path: '.shop/mcp.json' }];

describe('the file', () => {
  test.each([
    {},
    { $schema: 'x', agents: {} },
    described({ files }),
    described({ files: [{ path: '~/.shop/a.toml', root: ['mcp_servers'], syntax: 'toml' }], certain: true }),
    described({ files, type: 'transport', types: { remote: 'http' }, urls: { uri: 'sse' }, off: 'disabled' }),
    described({
      files: [{ path: 'mcp.json', asks: true, syntax: 'json' }],
      // biome-ignore lint/suspicious/noTemplateCurlyInString: that is how variables look
      variables: ['$X', '${X}'],
      command: 'shop',
    }),
  ])('is valid for us and for the schema: %j', (value) => {
    expect([validate(value), readOwnAgents(JSON.stringify(value), true).faults]).toEqual([true, []]);
  });

  test.each([
    [[], 'Expected an object, got an array.'],
    [{ servers: {} }, 'Unknown property "servers".'],
    [described({}), 'Missing "files".'],
    [described({ files: [] }), 'Missing "files".'],
    [described({ files: [{}] }), 'Missing "path".'],
    [described({ files: 'x' }), 'Expected an array, got a string.'],
    [described({ files, of: 1 }), 'Unknown property "of".'],
    [described({ files, off: 'never' }), 'Invalid value "never". Use one of disabled, enabled.'],
    [described({ files, types: { x: 'ws' } }), 'Invalid value "ws". Use one of stdio, http, sse.'],
    [described({ files, command: '/bin/sh' }), 'Expected the name of a program.'],
    [described({ files: [{ path: '.shop/mcp.json', asks: 'yes' }] }), 'Expected true or false, got a string.'],
    [described({ files }, 'a\nb'), 'Use up to 40 letters, digits, spaces, ".", "_", and "-" as the name.'],
    [
      { agents: Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`a${at}`, { files }])) },
      'More than 10 entries.',
    ],
  ])('is invalid for us and for the schema: %j', (value, message) => {
    expect(validate(value)).toBe(false);
    expect(readOwnAgents(JSON.stringify(value), true).faults.map((fault) => fault.message)).toContain(message);
  });

  test.each(['/etc/passwd', '../x', 'a/../../x', '~/../x', 'C:/x', 'a\\b', '{project}/x', 'a//b', './x', '', '*'])(
    'names no file elsewhere: %s',
    (path) => {
      expect(readOwnAgents(JSON.stringify(described({ files: [{ path }] })), true).agents).toEqual([]);
    },
  );

  test('of a project names no file in the home folder', () => {
    const text = JSON.stringify(described({ files: [{ path: '~/.ssh/mcp.json' }] }));
    expect(readOwnAgents(text, true).faults).toEqual([]);
    expect(readOwnAgents(text, false)).toMatchObject({ agents: [], faults: [{ message: expect.any(String) }] });
  });

  test('has a limit, also for its depth', () => {
    expect(readOwnAgents(JSON.stringify(described({ files, x: 'x'.repeat(70_000) })), true).agents).toEqual([]);
    expect(readOwnAgents('['.repeat(60_000), true).agents).toEqual([]);
    expect(readOwnAgents('{"agents": {"__proto__": {"files": [{"path": "x"}]}}}', true).agents).toEqual([]);
  });

  test('describes no agent that is known', () => {
    for (const name of [
      'Claude Code',
      'claude-code',
      'CURSOR',
      'Claude Code.',
      'C1aude  C0de',
      'Curs0r-',
      'Gernini CLI',
    ])
      expect(readOwnAgents(JSON.stringify(described({ files }, name)), true).agents).toEqual([]);
  });

  test('loses only the agents with a fault', () => {
    const { agents, faults } = readOwnAgents(
      '{"agents": {"bad": {"files": 1}, "good": {"files": [{"path": "x"}]}}}',
      true,
    );
    expect(agents.map(({ name }) => name)).toEqual(['good']);
    expect(faults).toHaveLength(1);
  });
});

test('turns off a server in TOML under the root that the description names', () => {
  const toml = { path: 'shop.toml', root: ['servers'], syntax: 'toml' };
  const [agent] = readOwnAgents(JSON.stringify(described({ files: [toml], off: 'disabled' })), true).agents;
  const text = '[servers.docs]\ncommand = "x"\n';
  const [place, uri] = [workspaceWith({}).places.ofProject(project), `${project}/shop.toml`];
  const edited = new EditedFiles((file) => (file === uri ? text : undefined), agent);
  const change = { kind: 'disable', server: { folder: project, uri, name: 'docs' } } as const;
  const { refused, edited: after } = applyServerChanges(edited, [change], () => place);
  expect(refused).toEqual([]);
  expect(after.changes().map(({ changes }) => applyChanges(text, changes))).toEqual([
    '[servers.docs]\ndisabled = true\ncommand = "x"\n',
  ]);
});
