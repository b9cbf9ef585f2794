/** All files that the agent reads servers from, in the order in which they win. The one list of them. */
import { type Dialect, toolFiles } from '../../common/tool-files.ts';
import { childUri, uriKey } from './uris.ts';

/** How the servers stand in a file. */
export type Layout = 'own' | 'mcpServers' | 'opencode' | 'vscode' | 'codex';

/** A file that the agent looks for, whether it exists or not. */
export interface Source {
  readonly uri: string;
  readonly level: 'project' | 'user';
  /** Written for the agent: `agent` in its own folders, `standalone` beside the project. Else imported from a tool. */
  readonly kind: 'agent' | 'standalone' | 'imported';
  readonly layout: Layout;
  /** The format that its servers are written in. */
  readonly dialect: Dialect;
  /** Whose file it is, for people: "the agent", "Claude Code". */
  readonly tool: string;
  /** The file as people know it: ".omp/mcp.json", "~/.claude.json". */
  readonly label: string;
}

/** Where an agent is started: what it reads depends on nothing else. Addresses of folders. */
export interface Place {
  readonly project?: string | undefined;
  /** The agent's folder of the user, or of a profile. */
  readonly agent?: string | undefined;
  readonly home?: string | undefined;
  /** Name of the agent's folder inside a project. */
  readonly projectDirectory: string;
  /** How the agent's folder of the user is shown. */
  readonly agentLabel: string;
}

/** The files for one place, strongest first, each once: a project in the home folder itself would meet some twice. */
export function sourcesOf(place: Place): readonly Source[] {
  const { project, agent, home, projectDirectory, agentLabel } = place;
  const found: Source[] = [];
  const names = ['mcp.json', '.mcp.json'];
  const own = { layout: 'own', dialect: 'agent', tool: 'the agent' } as const;
  for (const name of names) {
    if (project === undefined) break;
    const label = `${projectDirectory}/${name}`;
    found.push({ ...own, uri: childUri(project, label), level: 'project', kind: 'agent', label });
  }
  for (const name of names) {
    if (agent === undefined) break;
    found.push({ ...own, uri: childUri(agent, name), level: 'user', kind: 'agent', label: `${agentLabel}/${name}` });
  }
  for (const { tool, dialect, imported: layout, project: inProject = [], user = [] } of toolFiles) {
    if (layout === undefined) continue;
    const file = { kind: 'imported', tool, layout, dialect } as const;
    for (const label of project === undefined ? [] : inProject)
      found.push({ ...file, uri: childUri(project ?? '', label), level: 'project', label });
    for (const label of home === undefined ? [] : user)
      found.push({ ...file, uri: childUri(home ?? '', label), level: 'user', label: `~/${label}` });
  }
  for (const label of names) {
    if (project === undefined) break;
    found.push({ ...own, uri: childUri(project, label), level: 'project', kind: 'standalone', label });
  }
  const distinct = new Map<string, Source>();
  for (const source of found) if (!distinct.has(uriKey(source.uri))) distinct.set(uriKey(source.uri), source);
  return [...distinct.values()];
}
