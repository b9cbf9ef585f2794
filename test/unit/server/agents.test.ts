/**
 * Which servers each agent uses, and how they're changed: `test/fixtures/agents/<agent>.txt`. The first line of a fixture
 * explains the notation. The project is at /up/project.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import type { ServerChange } from '../../../common/messages/tool-servers.ts';
import type { Agent } from '../../../server/agents/agent.ts';
import { agents, tableAgents } from '../../../server/agents/all-agents.ts';
import { nextStepFor } from '../../../server/agents/next-step.ts';
import { stateInWords } from '../../../server/config/oh-my-pi/state-text.ts';
import { machineWith, type SwitchVariable, switchesOn } from '../../../server/config/platform.ts';
import { loadToml } from '../../../server/config/servers/source-file.ts';
import { applyServerChanges } from '../../../server/editing/changes.ts';
import { copy } from '../../../server/editing/copies.ts';
import { EditedFiles } from '../../../server/editing/edited-files.ts';
import { applyChanges } from '../../../server/fixes/fix.ts';
import { readPolicy } from '../../../server/policy/read-policy.ts';
import { AgentsView } from '../../../server/views/agents-view.ts';
import { Diagnoses } from '../../../server/views/diagnoses.ts';
import { StepActions } from '../../../server/views/step-actions.ts';
import { Policies } from '../../../server/workspace/policies/policies.ts';
import type { Workspace } from '../../../server/workspace/workspace.ts';
import { type FixtureSection, sectionsOf, withoutSigns, withSigns } from '../../fixture-sections.ts';
import { home, MemoryFiles, workspaceWith } from './files.ts';

beforeAll(loadToml);

const project = 'file:///up/project';

const uriOf = (path: string): string => {
  if (path.startsWith('~/')) return `${home}/${path.slice(2)}`;
  return path.startsWith('/') ? `file://${path}` : `${project}/${path}`;
};
const pathOf = (uri: string): string => uri.replace(`${project}/`, '').replace(`${home}/`, '~/').replace('file://', '');

interface Case {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  readonly variables: Readonly<Record<string, string>>;
  /** Of Oh My Pi; undefined for the newest known. */
  readonly version: string | undefined;
  readonly states: readonly string[];
  /** `disable name @ file`, and the results. */
  readonly changes: readonly { readonly change: string; readonly results: string[] }[];
}

const casesOf = (id: string): readonly Case[] => sectionsOf(`agents/${id}.txt`).flatMap(parse);

/** Returns one case for each version. */
function parse({ title, lines }: FixtureSection): readonly Case[] {
  const files: Record<string, string> = {};
  const servers: Record<string, string[]> = {};
  const variables: Record<string, string> = {};
  let versions: readonly (string | undefined)[] = [undefined];
  const states: string[] = [];
  const changes: { change: string; results: string[] }[] = [];
  for (const line of lines) {
    // `disable/enable name @ file → result`, `name @ file  definition → state`, `file  content`, and `$NAME=value`.
    const [, kinds, change = '', result] =
      /^((?:add|command|copy|disable|enable|json|move|remove)(?:\/\w+)*)( .*?)(?: → (.*))?$/.exec(line) ?? [];
    const [, name, at = '', definition = '', state] = /^(.*?) @ (\S+) {2}(.*?) → (.*)$/.exec(line) ?? [];
    const [, path, content = ''] = /^(\S+) {2}(.*)$/.exec(line) ?? [];
    const [, variable, value = ''] = /^\$(\w+)=(.*)$/.exec(line) ?? [];
    if (kinds !== undefined)
      for (const kind of kinds.split('/'))
        changes.push({ change: kind + change, results: result === undefined ? [] : [result] });
    else if (line.startsWith('→ ')) (changes.at(-1)?.results ?? states).push(line.slice(2));
    else if (name !== undefined) {
      servers[uriOf(at)] = [...(servers[uriOf(at)] ?? []), `${JSON.stringify(name)}: ${definition}`];
      states.push(`${name} @ ${at}: ${state}`);
    } else if (path !== undefined) files[uriOf(path)] = withoutSigns(content);
    else if (variable !== undefined) variables[variable] = value;
    else if (line.startsWith('version ')) versions = line.slice('version '.length).split('/');
    else throw new Error(`Unknown line: ${line}`);
  }
  for (const [uri, entries] of Object.entries(servers)) {
    const rest = files[uri] === undefined ? '}' : files[uri].replace('{', ', ');
    files[uri] = `{"mcpServers": {${entries.join(', ')}}${rest}`;
  }
  return versions.map((version) => {
    const named = version === undefined ? title : `${title} (${version})`;
    return { title: named, files, variables, version, states, changes };
  });
}

async function workspaceOf({ files, variables, version }: Case) {
  const machine = {
    folderVariable: (name: string) => variables[name],
    contentVariable: (name: string) => variables[name],
    isSwitchedOn: (name: SwitchVariable) => switchesOn(name, variables[name]),
    variables: () => Object.keys(variables),
    addedSettings: () => variables.PI_CONFIG_FILES?.split(':') ?? [],
  };
  const workspace = workspaceWith(files, { roots: [project], machine });
  if (version !== undefined) workspace.places.setVersion(version);
  await workspace.ready();
  return workspace;
}

/** Applies `disable name @ file; move name @ file to file`. Returns the changed files, the refusals, and the remarks. */
function resultsOf(text: string, { documents, places }: Workspace, agent: Agent): readonly string[] {
  const place = places.ofProject(project);
  const edited = new EditedFiles((uri) => documents.textOf(uri), agent);
  const file = (label: string) => {
    const { uri = uriOf(label), section } = agent.sources(place).find((source) => source.label === label) ?? {};
    return { folder: project, uri, ...(section && { section }) };
  };
  const changes = text.split('; ').map((one) => {
    const [, kind, name = '', at = '', to = '', server = ''] =
      /^(\w+) (.*) @ (.+?)(?: to (.+?))?(?: {2}(.*))?$/.exec(one) ?? [];
    if (kind === 'add') return { kind, to: file(at), name, server: JSON.parse(server) };
    return { kind, server: { ...file(at), name }, to: file(to) };
  });
  const says = (remarks: readonly string[]) => remarks.map((remark) => `says: ${remark}`);
  const as = changes[0]?.kind;
  if (as === 'json' || as === 'command') {
    const servers = changes.map(({ server }) => server);
    const copied = copy(edited, servers, as, () => place);
    return [withSigns(copied.text ?? ''), ...says(copied.omitted)];
  }
  const { edited: after, refused, omitted } = applyServerChanges(edited, changes as ServerChange[], () => place);
  const changed = after.changes().filter((file) => file.isNew || file.changes.length > 0);
  return [
    ...changed.map((file) => {
      const edited = applyChanges(documents.textOf(file.uri) ?? '', file.changes);
      return `${pathOf(file.uri)}  ${withSigns(edited)}`;
    }),
    ...refused.map(({ index, reason, isBySetting }) => {
      const which = changes.length > 1 ? ` ${index + 1}` : '';
      return `refused${which}${isBySetting ? ' by a setting' : ''}: ${reason}`;
    }),
    ...says(omitted),
  ];
}

describe.each(agents.map((agent) => [agent.name, agent] as const))('%s', (_name, agent) => {
  const cases = casesOf(agent.id);

  const withStates = cases.filter(({ states, changes }) => states.length > 0 || changes.length === 0);
  test.each(withStates.map((each) => [each.title, each] as const))('%s', async (_title, each) => {
    const workspace = await workspaceOf(each);
    const { effective } = workspace.placeState(workspace.places.ofProject(project), agent);
    const told = effective.servers.map((server) => `${server.name} @ ${server.source.label}: ${stateInWords(server)}`);
    expect(told).toEqual(each.states);
  });

  test.each(withStates.map((each) => [each.title, each] as const))(
    'agents and doctor agree: %s',
    async (_title, each) => {
      const workspace = await workspaceOf(each);
      const compared = await new AgentsView({ workspace }).compare({ folder: project });
      const column = compared.agents.findIndex(({ id }) => id === agent.id);
      const diagnoses = new Diagnoses({
        workspace,
        options: { environment: undefined },
        actions: () => new StepActions(workspace),
      });
      for (const { name, cells } of compared.rows) {
        const { state, reason, isProbable, isPartial } = cells[column] ?? expect.fail(name);
        const { servers } = await diagnoses.diagnose({ folder: project, name, agents: [agent.id] });
        const { reaches, links } = servers[0]?.chains[0] ?? expect.fail(name);
        const said = links.map((link) => link.text).join(' ');
        if (state === 'inEffect') {
          expect([name, isPartial]).toEqual([name, reaches === 'no' || reaches === 'partly']);
          if (reaches !== 'partly') for (const part of reason.split('. ')) expect(said).toContain(part);
        }
        if (state === 'inEffect' || state === 'notRead' || isProbable) continue;
        // The entry comes before what turns it off.
        const isEarlier = links.at(-1)?.kind === 'entry' && state !== 'invalid';
        expect([name, reaches, isEarlier || said.includes(reason)]).toEqual([name, 'no', true]);
      }
    },
  );

  const changes = cases.flatMap((each) =>
    each.changes.map(({ change, results }) => [each.title, change, results, each] as const),
  );
  if (changes.length > 0)
    test.each(changes)('%s: %s', async (_title, change, results, each) => {
      expect(resultsOf(change, await workspaceOf(each), agent)).toEqual(results);
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
    return workspace.agents.load()?.then(() => {
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

  const trusted = { [uriOf('~/.copilot/config.json')]: '{"trustedFolders": ["/up/project"]}' };

  test('denies a URL only with its query and its slash in Copilot CLI, as asked, and without them in Claude Code', async () => {
    const urls = ['https://a.example/mcp', 'https://a.example/mcp/', 'https://a.example/mcp?x=1'];
    const servers = Object.fromEntries(urls.map((url, index) => [`s${index}`, { type: 'http', url }]));
    const files = { ...trusted, [uriOf('.mcp.json')]: JSON.stringify({ mcpServers: servers }) };
    const denied = { deniedMcpServers: [{ serverUrl: 'https://a.example/mcp' }] };
    const deniedIn = async (agent: string, at: string) =>
      (await statesOf(denied, agent, at, files))?.flatMap(([name, state]) =>
        state?.includes('denied by the policy') === true ? [name] : [],
      );
    expect(await deniedIn('copilot-cli', 'file:///etc/github-copilot/managed-settings.json')).toEqual(['s0']);
    expect(await deniedIn('claude-code', managed)).toEqual(['s0', 's1', 's2']);
  });

  test.each([
    ['claude-code', ['bad']],
    ['copilot-cli', ['bad', 'ok', 'v']],
    ['vscode', []],
  ])('with an invalid entry stops in %s: %j', async (agent, stopped) => {
    const at = agent === 'claude-code' ? managed : 'file:///etc/github-copilot/managed-settings.json';
    const content = JSON.stringify({ deniedMcpServers: [{ name: 'x' }, { serverName: 'bad' }] });
    const files = new MemoryFiles({ [at]: content });
    const policies = new Policies({ ...machineWith(files), policySources: () => [[at]] }, undefined);
    const shown = tableAgents.find(({ id }) => id === agent) ?? expect.fail(agent);
    const workspace = workspaceWith({ ...trusted, [uriOf('.mcp.json')]: text }, { roots: [project] });
    await workspace.agents.load();
    workspace.setPolicy(policies.read());
    const { effective } = workspace.placeState(workspace.places.ofProject(project), shown);
    const states = effective.servers.map((server) => [server.name, stateInWords(server)] as const);
    expect(states.flatMap(([name, state]) => (state.includes('policy') ? [name] : []))).toEqual(stopped);
  });

  test('refuses to enable what it denies', async () => {
    const { lists } = readPolicy(JSON.stringify({ deniedMcpServers: [{ serverName: 'bad' }] }), managed);
    const files = {
      [uriOf('.mcp.json')]: text,
      [uriOf('.claude/settings.local.json')]: '{"disabledMcpjsonServers": ["bad"]}',
      [uriOf('~/.claude.json')]: '{"projects": {"/up/project": {"hasTrustDialogAccepted": true}}}',
    };
    const workspace = workspaceWith(files, { roots: [project] });
    const claude = tableAgents.find(({ id }) => id === 'claude-code');
    const policy = { layers: [{ label: 'managed-settings.json', ...lists }], faults: [] };
    const edited = new EditedFiles((uri) => workspace.documents.textOf(uri), claude, policy);
    const server = { folder: project, uri: uriOf('.mcp.json'), name: 'bad' };
    const { refused } = applyServerChanges(edited, [{ kind: 'enable', server }], () =>
      workspace.places.ofProject(project),
    );
    expect(refused.map(({ reason }) => reason)).toEqual([
      '"bad" in .mcp.json would be disabled: denied by the policy in managed-settings.json.',
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
    await workspace.agents.load();
    const found = workspace.agents.found(workspace.places.ofProject(project));
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
