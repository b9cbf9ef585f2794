/**
 * Which servers each agent uses, and how they are turned off and on: `test/fixtures/agents/<agent>.txt`. A case has files,
 * each on a line with its content, the expected states in order of precedence, and changes with the files after them.
 * Paths are relative to the project, which is at /up/project. `$NAME=folder` sets a variable.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { agents, tableAgents } from '../../../server/agents/all-agents.ts';
import { nextStepFor } from '../../../server/agents/next-step.ts';
import { loadToml } from '../../../server/config/source-file.ts';
import { stateInWords } from '../../../server/config/state-text.ts';
import { applyServerChanges } from '../../../server/editing/changes.ts';
import { FilesDraft } from '../../../server/editing/files-draft.ts';
import { applyChanges } from '../../../server/fixes/fix.ts';
import { noPolicy } from '../../../server/policy/policy.ts';
import { readPolicy } from '../../../server/policy/read-policy.ts';
import { home, workspaceWith } from './files.ts';

beforeAll(loadToml);

const project = 'file:///up/project';

const uriOf = (path: string): string => {
  if (path.startsWith('~/')) return `${home}/${path.slice(2)}`;
  return path.startsWith('/') ? `file://${path}` : `${project}/${path}`;
};

interface Case {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  readonly variables: Readonly<Record<string, string>>;
  readonly states: readonly string[];
  /** `disable name @ label`, and the result. */
  readonly changes: readonly (readonly [change: string, result: string])[];
}

function casesOf(id: string): readonly Case[] {
  const text = readFileSync(new URL(`../../fixtures/agents/${id}.txt`, import.meta.url), 'utf8');
  return text
    .split(/^## /m)
    .slice(1)
    .map((part): Case => {
      const [title = '', ...lines] = part.trimEnd().split('\n');
      const changes = lines.filter((line) => /^(?:en|dis)able /.test(line));
      const variables = lines.flatMap(
        (line) => (/^\$(\w+)=(.*)$/.exec(line)?.slice(1, 3) as [string, string] | undefined) ?? [],
      );
      const files = lines.flatMap((line) => {
        const [, path, content] = /^(\S+) {2}(.*)$/.exec(line) ?? [];
        return path === undefined ? [] : [[uriOf(path), (content ?? '').replaceAll('⏎', '\n')] as const];
      });
      return {
        title,
        files: Object.fromEntries(files),
        variables: variables.length === 0 ? {} : { [variables[0] ?? '']: variables[1] ?? '' },
        states: lines.filter((line) => line.startsWith('→ ')).map((line) => line.slice(2)),
        changes: changes.map((line) => {
          const [change = '', result = ''] = line.split(' → ');
          return [change, result];
        }),
      };
    });
}

function workspaceOf({ files, variables }: Case) {
  return workspaceWith(files, { roots: [project], machine: { folderVariable: (name) => variables[name] } });
}

describe.each(tableAgents.map((agent) => [agent.name, agent] as const))('%s', (_name, agent) => {
  const cases = casesOf(agent.id);

  test.each(cases.map((each) => [each.title, each] as const))('%s', (_title, each) => {
    const workspace = workspaceOf(each);
    const { effective } = workspace.placeState(workspace.places.ofProject(project), agent);
    const told = effective.servers.map((server) => `${server.name} @ ${server.source.label}: ${stateInWords(server)}`);
    expect(told).toEqual(each.states);
  });

  const changes = cases.flatMap((each) => each.changes.map(([change, result]) => [change, result, each] as const));
  if (changes.length > 0)
    test.each(changes)('%s: %s', (change, result, each) => {
      const workspace = workspaceOf(each);
      const place = workspace.places.ofProject(project);
      const [, kind, name = '', label] = /^(\w+) (.*) @ (.*)$/.exec(change) ?? [];
      const server = workspace
        .placeState(place, agent)
        .effective.servers.find((one) => one.name === name && one.source.label === label && one.state !== 'overridden');
      const { uri = '', section } = server?.source ?? {};
      const draft = new FilesDraft((file) => workspace.documents.textOf(file), agent);
      const ref = { folder: project, uri, name, ...(section && { section }) };
      const done = applyServerChanges(draft, [{ kind: kind as 'enable', server: ref }], () => place);
      const [refusal] = done.refused;
      const after = done.draft.changes().map((file) => {
        const text = applyChanges(workspace.documents.textOf(file.uri) ?? '', file.changes);
        return [file.uri, file.isNew ? JSON.stringify(JSON.parse(text)) : text];
      });
      const [path = '', text = ''] = result.split(/ {2}/);
      if (result.startsWith('refused: ')) expect(refusal?.reason).toBe(result.slice('refused: '.length));
      else {
        const isNew = each.files[uriOf(path)] === undefined;
        expect({ refused: refusal?.reason, after }).toEqual({
          refused: undefined,
          after: [[uriOf(path), isNew ? JSON.stringify(JSON.parse(text)) : text]],
        });
      }
    });
});

describe('a policy', () => {
  const managed = 'file:///etc/claude-code/managed-settings.json';
  const text = '{"mcpServers": {"bad": {"command": "x"}, "ok": {"command": "y"}, "v": {"command": "$V"}}}';
  const statesOf = (policy: object, agent: string, at = managed, files: Readonly<Record<string, string>> = {}) => {
    const { lists } = readPolicy(JSON.stringify(policy), at);
    const workspace = workspaceWith({ [uriOf('.mcp.json')]: text, ...files }, { roots: [project] });
    const shown = tableAgents.find(({ id }) => id === agent);
    if (shown === undefined) throw new Error('unknown agent');
    return workspace.loadAgents()?.then(() => {
      workspace.setPolicy({ layers: [{ label: 'managed-settings.json', ...lists }], faults: [] });
      const { effective } = workspace.placeState(workspace.places.ofProject(project), shown);
      return effective.servers.map((server) => [server.name, stateInWords(server), nextStepFor(shown, server)?.text]);
    });
  };
  const asks = 'Pending approval: Claude Code asks before it starts this server';
  const step = 'Start Claude Code in this folder and approve the server.';

  test('disables a server that the agent that enforces it would not start', async () => {
    expect(await statesOf({ deniedMcpServers: [{ serverName: 'bad' }] }, 'claude-code')).toEqual([
      [
        'bad',
        'Disabled: denied by the policy in managed-settings.json',
        'Ask your administrator to allow it in managed-settings.json.',
      ],
      ['ok', asks, step],
      ['v', asks, step],
    ]);
  });

  test('disables a server that is not in the allowlist, unless a variable may make it one', async () => {
    const states = await statesOf({ allowedMcpServers: [{ serverCommand: ['y'] }] }, 'claude-code');
    expect(states?.map(([name, state]) => [name, state])).toEqual([
      ['bad', 'Disabled: not in the allowlist of the policy in managed-settings.json'],
      ['ok', asks],
      ['v', asks],
    ]);
  });

  test('does not need to list the servers of the organization', async () => {
    const own = 'file:///etc/claude-code/managed-mcp.json';
    const files = { [own]: '{"mcpServers": {"central": {"command": "z"}}}' };
    const states = await statesOf({ allowedMcpServers: [{ serverCommand: ['y'] }] }, 'claude-code', managed, files);
    expect(states?.[0]?.slice(0, 2)).toEqual(['central', 'In effect']);
  });

  test.each([
    ['the policy', managed, {}],
    ['the user', `${home}/.claude/settings.json`, { deniedMcpServers: [{ serverName: 'bad' }] }],
  ])('refuses to enable what %s denies', async (_who, file, own) => {
    const { lists } = readPolicy(JSON.stringify({ deniedMcpServers: [{ serverName: 'bad' }] }), managed);
    const workspace = workspaceWith(
      {
        [uriOf('.mcp.json')]: text,
        [uriOf('.claude/settings.local.json')]: '{"disabledMcpjsonServers": ["bad"]}',
        [uriOf('~/.claude.json')]: '{"projects": {"/up/project": {"hasTrustDialogAccepted": true}}}',
        ...(file === managed ? {} : { [file]: JSON.stringify(own) }),
      },
      { roots: [project] },
    );
    await workspace.loadAgents();
    const policy = file === managed ? { layers: [{ label: 'managed-settings.json', ...lists }], faults: [] } : noPolicy;
    const claude = tableAgents.find(({ id }) => id === 'claude-code');
    const draft = new FilesDraft((uri) => workspace.documents.textOf(uri), claude, policy);
    const server = { folder: project, uri: uriOf('.mcp.json'), name: 'bad' };
    const { refused } = applyServerChanges(draft, [{ kind: 'enable', server }], () =>
      workspace.places.ofProject(project),
    );
    expect(refused.map(({ reason }) => reason)).toEqual([
      file === managed
        ? '"bad" in .mcp.json would be disabled: denied by the policy in managed-settings.json.'
        : '"bad" in .mcp.json would be disabled: listed in "deniedMcpServers" in ~/.claude/settings.json.',
    ]);
  });

  test('has no effect on the servers of other agents', async () => {
    const denied = { deniedMcpServers: [{ serverName: 'bad' }] };
    const ofCopilot = 'file:///etc/github-copilot/managed-settings.json';
    const trusted = { [uriOf('~/.copilot/config.json')]: '{"trustedFolders": ["/up"]}' };
    const stateOf = async (agent: string, at: string) => (await statesOf(denied, agent, at, trusted))?.[0]?.[1];
    expect(await stateOf('copilot-cli', managed)).toBe('In effect');
    expect(await stateOf('claude-code', ofCopilot)).toBe(asks);
    expect(await stateOf('vscode', ofCopilot)).toBe('Disabled: denied by the policy in managed-settings.json');
  });
});

test('an agent is found by its files in the project, in the home folder, or by its command', async () => {
  const foundIn = async (files: Readonly<Record<string, string>>, commands: readonly string[] = []) => {
    const machine = { hasCommand: (name: string) => commands.includes(name) };
    const workspace = workspaceWith(files, { roots: [project], machine });
    await workspace.loadAgents();
    const found = workspace.foundAgents(workspace.places.ofProject(project));
    return Array.from(found, ([{ id }, where]) => `${id}: ${where}`);
  };
  expect(await foundIn({})).toEqual([]);
  expect(await foundIn({}, ['claude'])).toEqual(['claude-code: machine']);
  expect(await foundIn({ [uriOf('~/.claude.json')]: '{}' })).toEqual(['claude-code: machine']);
  expect(await foundIn({ [uriOf('CLAUDE.md')]: '' }, ['claude'])).toEqual(['claude-code: project']);
});

test('each agent has facts of its own', () => {
  expect(new Set(agents.map(({ id }) => id)).size).toBe(agents.length);
  expect(agents.map(({ name }) => name)).toContain('Oh My Pi');
});
