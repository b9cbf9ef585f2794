/** All files that Oh My Pi reads servers from, in the order in which they win (facts/agent.md, 1.1). */
import type { Dialect } from '../../common/tool-files.ts';
import type { AgentSettings } from './agent-settings.ts';
import { hasBehavior } from './agent-version.ts';
import { importedProviders, type Layout, type Provider } from './providers.ts';
import { childUri, uriKey } from './uris.ts';

/** A file that the agent looks for, whether it exists or not. */
export interface Source {
  readonly uri: string;
  readonly level: 'project' | 'user';
  /** Written for the agent: `agent` in its own folders, `standalone` beside the project. Else imported from a tool. */
  readonly kind: 'agent' | 'standalone' | 'imported';
  /** The ID that Oh My Pi's settings use for this kind of file. */
  readonly provider: string;
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
  /** True if `agent` is a copy of that folder, kept in a repository of dotfiles. */
  readonly inDotfiles?: boolean;
  readonly home?: string | undefined;
  /** Name of the agent's folder inside a project. */
  readonly projectDirectory: string;
  /** How the agent's folder of the user is shown. */
  readonly agentLabel: string;
  /** Version of Oh My Pi. */
  readonly version: string;
  /** Settings files that a variable adds to those of the folders. */
  readonly addedSettings: readonly string[];
  readonly settings: AgentSettings;
  /** The folder that `CLAUDE_CONFIG_DIR` names. */
  readonly claude?: string | undefined;
}

/** The files for one place, strongest first, each once: a project in the home folder itself would meet some twice. */
export function sourcesOf(place: Place): readonly Source[] {
  const { project, agent, projectDirectory, agentLabel } = place;
  const found: Source[] = [];
  const names = ['mcp.json', '.mcp.json'];
  const own = { layout: 'own', dialect: 'agent', provider: 'native', tool: 'the agent' } as const;
  for (const name of names) {
    if (project === undefined) break;
    const label = `${projectDirectory}/${name}`;
    found.push({ ...own, uri: childUri(project, label), level: 'project', kind: 'agent', label });
  }
  for (const name of names) {
    if (agent === undefined) break;
    found.push({ ...own, uri: childUri(agent, name), level: 'user', kind: 'agent', label: `${agentLabel}/${name}` });
  }
  for (const provider of importedProviders) found.push(...importedFiles(provider, place));
  for (const label of names) {
    if (project === undefined) break;
    found.push({
      ...own,
      uri: childUri(project, label),
      level: 'project',
      kind: 'standalone',
      provider: 'mcp-json',
      label,
    });
  }
  const distinct = new Map<string, Source>();
  for (const source of found) if (!distinct.has(uriKey(source.uri))) distinct.set(uriKey(source.uri), source);
  return [...distinct.values()];
}

/** The files of one tool: project before user, in older versions the other way round. */
function importedFiles({ id, tool, dialect, layout, project, user }: Provider, place: Place): readonly Source[] {
  const file = { kind: 'imported', provider: id, tool, layout, dialect } as const;
  const projectFiles = project.flatMap((label): readonly Source[] =>
    place.project === undefined ? [] : [{ ...file, uri: childUri(place.project, label), level: 'project', label }],
  );
  const userFiles = user.flatMap((path): readonly Source[] => {
    if (id === 'claude' && place.claude !== undefined) {
      // With CLAUDE_CONFIG_DIR both files are in that folder.
      const name = path.slice(path.lastIndexOf('/') + 1);
      return [{ ...file, uri: childUri(place.claude, name), level: 'user', label: `$CLAUDE_CONFIG_DIR/${name}` }];
    }
    return place.home === undefined
      ? []
      : [{ ...file, uri: childUri(place.home, path), level: 'user', label: `~/${path}` }];
  });
  const projectFirst = hasBehavior(place.version, id === 'codex' ? 'codexProjectFirst' : 'importedProjectFirst');
  return projectFirst || id === 'opencode' ? [...projectFiles, ...userFiles] : [...userFiles, ...projectFiles];
}
