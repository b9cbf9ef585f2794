/** What is said about an agent if terminals set a variable on which its files depend to another value than the editor has. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { AgentId } from '../../../common/messages/agents.ts';
import { loadToml } from '../../../server/config/servers/source-file.ts';
import { hintsOf } from '../../../server/features/inlay-hints.ts';
import { terminalVariablesFrom } from '../../../server/protocol/editor-settings.ts';
import { AgentsView } from '../../../server/views/agents-view.ts';
import { Diagnoses } from '../../../server/views/diagnoses.ts';
import { StepActions } from '../../../server/views/step-actions.ts';
import { chainContext } from '../../../server/workspace/chain-context.ts';
import type { Workspace } from '../../../server/workspace/workspace.ts';
import { config, home, openIn, project, workspaceWith } from './files.ts';

beforeAll(loadToml);

const standalone = `${project}/.mcp.json`;
const servers = config({ docs: { command: 'docs' }, off: { command: 'x', enabled: false }, bad: { command: 5 } });
const files = {
  [standalone]: servers,
  [`${project}/.gemini/settings.json`]: servers,
  [`${home}/.gemini/trustedFolders.json`]: JSON.stringify({ '/project': 'TRUST_FOLDER' }),
  [`${home}/.codex/config.toml`]: 'broken = ',
};

async function workspaceOf(...names: readonly string[]): Promise<Workspace> {
  const workspace = workspaceWith(files);
  workspace.places.otherInTerminals = names;
  await workspace.agents.load();
  return workspace;
}

async function cellsOf(agent: AgentId, ...names: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const { agents, rows } = await new AgentsView({ workspace: await workspaceOf(...names) }).compare({
    folder: project,
  });
  const column = agents.findIndex(({ id }) => id === agent);
  return Object.fromEntries(rows.map(({ name, cells }) => [name, cells[column]?.text ?? '']));
}

async function chainsOf(agent: AgentId, name: string, ...names: readonly string[]) {
  const workspace = await workspaceOf(...names);
  const { servers } = await new Diagnoses({
    workspace,
    options: { environment: undefined },
    actions: () => new StepActions(workspace),
  }).diagnose({
    folder: project,
    name,
    agents: [agent],
  });
  return servers.flatMap(({ chains }) => chains);
}

const moved =
  'Not known: terminals set GEMINI_CLI_HOME to another value than VS Code has, so Gemini CLI may read other files there';

describe('a variable that terminals set to another value', () => {
  test('makes the states of all servers unknown in the agent that depends on it', async () => {
    expect(await cellsOf('gemini-cli', 'GEMINI_CLI_HOME')).toEqual({ docs: moved, off: moved, bad: moved });
    expect((await cellsOf('gemini-cli')).docs).toBe('In effect');
  });

  test('changes nothing in other agents', async () => {
    for (const agent of ['claude-code', 'qwen-code', 'oh-my-pi'] as const)
      expect(await cellsOf(agent, 'GEMINI_CLI_HOME')).toEqual(await cellsOf(agent));
  });

  test.each<[AgentId, string]>([
    ['claude-code', 'CLAUDE_CONFIG_DIR'],
    ['copilot-cli', 'COPILOT_ALLOW_ALL'],
    ['gemini-cli', 'GEMINI_CLI_TRUSTED_FOLDERS_PATH'],
    ['opencode', 'OPENCODE_CONFIG_CONTENT'],
    ['opencode', 'OPENCODE_DISABLE_PROJECT_CONFIG'],
    ['kilo', 'XDG_CONFIG_HOME'],
    ['grok', 'GROK_FOLDER_TRUST'],
    ['oh-my-pi', 'OMP_PROFILE'],
  ])('concerns %s if it is %s', async (agent, variable) => {
    expect((await cellsOf(agent, variable)).docs).toMatch(new RegExp(`^Not known: terminals set ${variable} `));
  });

  test('makes a diagnosis say so, what to do, and nothing that would follow', async () => {
    const [chain] = await chainsOf('gemini-cli', 'bad', 'GEMINI_CLI_HOME');
    expect(chain).toMatchObject({
      reaches: 'unknown',
      headline: `${moved}.`,
      nextStep: {
        text: 'Start VS Code with the same GEMINI_CLI_HOME, or remove it from the setting "terminal.integrated.env".',
        actions: [],
      },
    });
    expect(chain?.links.map(({ kind }) => kind)).toEqual(['file']);
  });

  test('makes a diagnosis say so about a server that no file is known to define', async () => {
    const [chain] = await chainsOf('gemini-cli', 'elsewhere', 'GEMINI_CLI_HOME');
    expect(chain).toMatchObject({ reaches: 'unknown', headline: `${moved}.` });
  });

  test('makes nothing be said about a file of the user', async () => {
    const unusedFor = async (...names: readonly string[]) => {
      const compared = await new AgentsView({ workspace: await workspaceOf(...names) }).compare({ folder: project });
      return compared.unused.flatMap(({ agent, file }) => (agent === 'codex' ? file : []));
    };
    expect(await unusedFor()).toEqual(['~/.codex/config.toml']);
    expect(await unusedFor('CODEX_HOME')).toEqual([]);
  });

  test('is said beside the text of a file', async () => {
    const workspace = await workspaceOf('CLAUDE_CONFIG_DIR');
    const document = openIn(workspace, standalone);
    const agent = await workspace.agents.withId('claude-code');
    const view = workspace.view(document, agent);
    const [hint] = hintsOf(
      view,
      { offset: 0, length: servers.length },
      chainContext(workspace, view.place, agent, undefined),
    );
    expect(hint?.label).toBe('not known');
  });

  test('counts again when it is the same', async () => {
    const workspace = await workspaceOf('GEMINI_CLI_HOME');
    workspace.places.otherInTerminals = [];
    const agent = await workspace.agents.withId('gemini-cli');
    const { effective } = workspace.placeState(workspace.places.ofProject(project), agent);
    expect(effective.withName('docs')[0]?.state).toBe('inEffect');
  });
});

describe('the names that the editor sends', () => {
  test.each<[unknown, string | undefined, readonly string[]]>([
    [undefined, undefined, []],
    ['GEMINI_CLI_HOME', undefined, []],
    [['GEMINI_CLI_HOME', 5], undefined, ['GEMINI_CLI_HOME']],
    [['GEMINI_CLI_HOME', 'OMP_PROFILE'], '/chosen', ['GEMINI_CLI_HOME']],
  ])('%j with the folder %j are %j', (names, userDirectory, expected) => {
    expect(terminalVariablesFrom({ otherInTerminals: names, userDirectory })).toEqual(expected);
  });
});
