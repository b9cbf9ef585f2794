/** Every action on a server in every format that is written: `test/fixtures/server-actions.txt`. */
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { targetNames } from '../../../common/generated/targets.ts';
import type { ServerDefinition } from '../../../common/messages/server-definition.ts';
import type { FileRef, ServerChange } from '../../../common/messages/tool-servers.ts';
import { agents } from '../../../server/agents/all-agents.ts';
import type { TableSource } from '../../../server/agents/files/agent-files.ts';
import { filesOfAgent } from '../../../server/agents/files/project-files.ts';
import { ohMyPiAgent } from '../../../server/agents/oh-my-pi.ts';
import { loadToml } from '../../../server/config/servers/source-file.ts';
import { convertJson } from '../../../server/convert/index.ts';
import { applyServerChanges } from '../../../server/editing/changes.ts';
import { EditedFiles } from '../../../server/editing/edited-files.ts';
import { ServersEditing } from '../../../server/protocol/servers-editing.ts';
import { home, project, workspaceWith } from './files.ts';

beforeAll(loadToml);

const servers = JSON.stringify({
  mcpServers: {
    docs: { command: 'docs', args: ['--all'], env: { LEVEL: '1' } },
    web: { type: 'http', url: 'https://web.example/mcp' },
  },
});

// biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the file
const shared = '{"mcpServers": {"shared": {"command": "docs", "args": ["--all"], "env": {"TOKEN": "${DOCS_TOKEN}"}}}}';

const agentWith = (id: string | undefined) => agents.find((agent) => agent.id === id) ?? ohMyPiAgent;

const formats = agents.filter(({ id }) => id in targetNames);

/** Returns what each action leads to: the servers of each file then, or why it's refused. */
async function resultsOf(agent: (typeof formats)[number]): Promise<readonly string[]> {
  const ofUser = agent.sources(workspaceWith({}).places.ofProject(project)).find(
    (source) =>
      source.level === 'user' &&
      source.dialect === agent.id &&
      source.section === undefined &&
      source.uri.startsWith(`${home}/`) &&
      // Files of the organization can be in the home folder, too.
      !((source as Partial<TableSource>).file?.in === 'system') &&
      (source as Partial<TableSource>).file?.scope !== 'managed',
  );
  const ofProject = `${project}/${filesOfAgent(agent.id)?.newPath}`;
  if (ofUser === undefined) return [`${agent.id}: no file of the user`];
  const to = agent.id as Exclude<keyof typeof targetNames, 'command'>;
  const workspace = workspaceWith({
    [ofUser.uri]: convertJson(servers, { to }).text,
    [`${home}/.gemini/trustedFolders.json`]: '{"/project": "TRUST_FOLDER"}',
  });
  const place = workspace.places.ofProject(project);
  const at = (uri: string): FileRef => ({ folder: project, uri, agent: agent.id });
  const docs = { ...at(ofUser.uri), name: 'docs' };
  const change: Record<string, readonly ServerChange[]> = {
    add: [{ kind: 'add', to: at(ofUser.uri), name: 'new', server: { command: 'new' } }],
    remove: [{ kind: 'remove', server: docs }],
    rename: [{ kind: 'rename', server: docs, name: 'notes' }],
    disable: [{ kind: 'disable', server: docs }],
    copy: [{ kind: 'copy', server: docs, to: at(ofProject) }],
    move: [{ kind: 'move', server: docs, to: at(ofProject) }],
  };
  const statesIn = (edited: EditedFiles): readonly string[] =>
    edited.effective(place).servers.map(({ name, state, source }) => `${name} @ ${source.label} ${state}`);
  // What a test starts is what a lock holds.
  const editing = new ServersEditing({ workspace });
  const tested = await Promise.all(['docs', 'web'].map((name) => editing.definition({ ...at(ofUser.uri), name })));
  const define: Extract<ServerChange, { kind: 'copy' | 'move' }> = {
    kind: 'copy',
    server: { folder: project, uri: `${project}/.mcp.json`, agent: 'claude-code', name: 'shared' },
    to: at(ofProject),
  };
  const claudes = new EditedFiles((uri) => (uri === define.server.uri ? shared : undefined), agentWith('claude-code'));
  const { edited: defined, refused } = applyServerChanges(claudes, [define], () => place, agentWith);
  const written = refused.map(({ reason }) => `refused: ${reason}`)[0] ?? (defined.text(ofProject) ?? '').trim();
  const ofOthers = `${agent.id}  define  → ${written.replaceAll(/\s*\n\s*/g, ' ')}`;
  const rows = Object.entries(change).map(([action, changes]) => {
    const before = new EditedFiles((uri) => workspace.documents.textOf(uri), agent);
    const { edited, refused } = applyServerChanges(before, changes, () => place);
    if (action === 'disable' && refused.length === 0) {
      const { edited: restored } = applyServerChanges(edited, [{ kind: 'enable', server: docs }], () => place);
      expect(statesIn(restored)).toEqual(statesIn(before));
    }
    const outcome = refused.length > 0 ? refused.map(({ reason }) => `refused: ${reason}`) : statesIn(edited);
    return `${agent.id}  ${action}  → ${outcome.join('; ')}`;
  });
  const ofTests = `${agent.id}  test and lock  → ${tested.map(definitionInWords).join('; ')}`;
  return [...rows, ofOthers, ofTests];
}

function definitionInWords(answer: ServerDefinition | { readonly problem: string }): string {
  if ('problem' in answer) return `refused: ${answer.problem}`;
  if (answer.transport !== 'stdio') return answer.url;
  return [answer.command, ...answer.args, ...Object.entries(answer.env).map((pair) => pair.join('='))].join(' ');
}

test('every action works in every format that is written, or says why it does not', async () => {
  const expected = readFileSync(new URL('../../fixtures/server-actions.txt', import.meta.url), 'utf8').trimEnd();
  const actual = (await Promise.all(formats.map(resultsOf))).flat().join('\n');
  expect(actual).toBe(expected.split('\n').slice(1).join('\n'));
});
