/** One list of the agents in use, by which diagnostics, states, and sentences about agents are chosen. */
import { describe, expect, test } from 'vitest';
import type { AgentId } from '../../../common/messages/agents.ts';
import { diagnosticsOf } from '../../../server/protocol/diagnostics-provider.ts';
import { RuleOptions } from '../../../server/workspace/rule-options.ts';
import type { Workspace } from '../../../server/workspace/workspace.ts';
import { config, home, openIn, project, workspaceWith } from './files.ts';

const standalone = `${project}/.mcp.json`;
const cursor = `${project}/.cursor/mcp.json`;
const shared = { [standalone]: config({ docs: { command: 'docs' } }) };

interface Setup {
  readonly files?: Readonly<Record<string, string>>;
  readonly programs?: readonly string[];
  readonly editor?: AgentId;
  readonly chosen?: AgentId;
  readonly readers?: readonly AgentId[];
}

async function workspaceOf({ files = shared, programs = [], editor, chosen, readers = [] }: Setup): Promise<Workspace> {
  const workspace = workspaceWith(files, { machine: { hasCommand: (name) => programs.includes(name) } });
  await workspace.agents.load();
  workspace.agents.editor = editor;
  workspace.agents.choose(chosen);
  workspace.agents.readersSetting = readers;
  return workspace;
}

describe('the agents in use', () => {
  const named = { ...shared, [`${project}/.mcp-config.json`]: '{"readers": ["copilot-cli"]}' };
  test.each<[string, Setup, readonly AgentId[]]>([
    ['none without files', { files: {} }, []],
    ['the usual reader of a file that exists', {}, ['claude-code']],
    ['the editor, before the usual reader', { editor: 'vscode' }, ['vscode', 'claude-code']],
    [
      'one with files in the project, first',
      { files: { ...shared, [cursor]: '{}' }, editor: 'vscode' },
      ['cursor', 'vscode', 'claude-code'],
    ],
    ['one whose program is here', { programs: ['omp'] }, ['oh-my-pi', 'claude-code']],
    [
      'one whose files are in the home folder',
      { files: { ...shared, [`${home}/.codex/config.toml`]: '' } },
      ['codex', 'claude-code'],
    ],
    [
      'the chosen one, before all others',
      { chosen: 'gemini-cli', programs: ['omp'] },
      ['gemini-cli', 'oh-my-pi', 'claude-code'],
    ],
    [
      'those that the setting names',
      { readers: ['copilot-cli', 'vscode'], editor: 'vscode' },
      ['vscode', 'copilot-cli', 'claude-code'],
    ],
    [
      'those that the repository names',
      { files: named, programs: ['omp'] },
      ['oh-my-pi', 'copilot-cli', 'claude-code'],
    ],
  ])('are %s', async (_title, setup, expected) => {
    const workspace = await workspaceOf(setup);
    const ids = workspace.agents.inUse(workspace.places.ofProject(project)).map(({ agent: { id } }) => id);
    expect(ids).toEqual(expected);
    expect(workspace.agents.shown.id).toBe(expected[0] ?? 'oh-my-pi');
  });
});

// `~/.omp/agent/mcp.json` can be from Switchyard, so it says nothing.
test.each([
  ...['config.yml', 'config.yaml', 'agent.db', 'history.db', 'models.db', 'sessions/x'].map((name) => `agent/${name}`),
  ...['logs/x', 'natives/x', 'plugins/x'],
])('Oh My Pi is in use if it has written ~/.omp/%s itself', async (name) => {
  const inUse = async (file: string) => {
    const workspace = await workspaceOf({ files: { ...shared, [`${home}/.omp/${file}`]: '' } });
    return workspace.agents.inUse(workspace.places.ofProject(project)).map(({ agent: { id } }) => id);
  };
  expect(await inUse(name)).toContain('oh-my-pi');
  expect(await inUse('agent/mcp.json')).not.toContain('oh-my-pi');
});

describe('findings about an agent', () => {
  const both = { ...shared, [cursor]: config({ docs: { command: 'other' } }) };
  const overridden = 'In Oh My Pi, "docs" is overridden by .cursor/mcp.json.';
  const own = { ...both, [`${project}/.omp/mcp.json`]: config({ docs: { command: 'third' } }) };

  test.each<[string, Setup, readonly string[]]>([
    ["don't exist if it isn't in use", { files: both, editor: 'vscode' }, []],
    ["don't exist if another one is chosen", { files: both, programs: ['omp'], chosen: 'claude-code' }, []],
    ["don't exist if the setting names others", { files: both, programs: ['omp'], readers: ['claude-code'] }, []],
    ['fade nothing that another agent uses', { files: both, programs: ['omp'] }, [overridden]],
    [
      'fade what has no effect in any agent',
      { files: own, readers: ['oh-my-pi'] },
      ['In Oh My Pi, "docs" is overridden by .omp/mcp.json. This entry has no effect. (faded)'],
    ],
  ])('%s', async (_title, setup, expected) => {
    const workspace = await workspaceOf(setup);
    const options = new RuleOptions(workspace, new Set());
    options.configure({ textDocument: { publishDiagnostics: { tagSupport: { valueSet: [1, 2] } } } }, undefined);
    const found = diagnosticsOf(workspace, openIn(workspace, standalone), options);
    expect(
      found
        .filter(({ code }) => String(code).startsWith('shadowed'))
        .map(({ message, tags = [] }) => `${message}${tags.includes(1) ? ' (faded)' : ''}`),
    ).toEqual(expected);
  });

  test('look for programs of servers that any of them starts', async () => {
    const workspace = await workspaceOf({ files: both, editor: 'vscode' });
    workspace.trusted = true;
    const codes = diagnosticsOf(workspace, openIn(workspace, standalone), new RuleOptions(workspace, new Set()));
    expect(codes.map(({ code }) => code)).toContain('command-not-found');
  });
});
