/** All files that Oh My Pi reads servers from, in order of precedence: Oh My Pi's folders, other tools' files, then `mcp.json` in the root of the project. */

import { remembered } from '../../common/remembered.ts';
import type { Dialect } from '../../common/tool-files.ts';
import type { AgentSettings } from './agent-settings.ts';
import { type FileLayout, importedProviders, type Provider } from './providers.ts';
import { baseName, childUri, uriKey } from './uris.ts';

/** A file that the agent looks for, whether it exists or not. */
export interface Source {
  readonly uri: string;
  /** The same for all spellings of the URI (`uriKey`). */
  readonly key: string;
  readonly level: 'project' | 'user';
  /** `agent`: in the agent's folders. `standalone`: in the root of the project. `imported`: another tool's file. */
  readonly kind: 'agent' | 'standalone' | 'imported';
  /** The ID that Oh My Pi's settings use for this kind of file. */
  readonly provider: string;
  readonly layout: FileLayout;
  /** The format that its servers are written in. */
  readonly dialect: Dialect;
  /** Display name of the tool that owns the file: "the agent", "Claude Code". */
  readonly tool: string;
  /** Display path: ".omp/mcp.json", "~/.claude.json". */
  readonly label: string;
}

/** Where an agent is started, which determines what it reads. Folders are URIs. */
export interface Place {
  readonly project?: string | undefined;
  /** The user's agent folder, or that of a profile. */
  readonly agent?: string | undefined;
  /** True if `agent` is a copy of that folder in a dotfiles repository. */
  readonly inDotfiles?: boolean;
  readonly home?: string | undefined;
  /** Name of the agent's folder inside a project. */
  readonly projectDirectory: string;
  /** Display path of the user's agent folder. */
  readonly agentLabel: string;
  /** Version of Oh My Pi. */
  readonly version: string;
  /** Settings files that a variable adds to those of the folders. */
  readonly addedSettings: readonly string[];
  readonly settings: AgentSettings;
  /** Names of the environment variables that are set. */
  readonly variables: ReadonlySet<string>;
  /** The folder that `CLAUDE_CONFIG_DIR` names. */
  readonly claude?: string | undefined;
}

/**
 * Returns the files for one place, highest precedence first. Each is listed once, even if the project is the home
 * folder.
 */
export function sourcesOf(place: Place): readonly Source[] {
  return remembered(known, place, listSources);
}

/** By place, because every use of a place needs them. */
const known = new WeakMap<Place, readonly Source[]>();

function listSources(place: Place): readonly Source[] {
  const { project: root, agent, home, claude, projectDirectory, agentLabel } = place;
  const own = { layout: 'own', dialect: 'agent', provider: 'native', tool: 'the agent', kind: 'agent' } as const;
  const names = ['mcp.json', '.mcp.json'];

  function filesIn(
    folder: string | undefined,
    paths: readonly string[],
    file: Omit<Source, 'uri' | 'key' | 'label'>,
    prefix = '',
  ): readonly Source[] {
    if (folder === undefined) return [];
    const folderKey = uriKey(folder);
    return paths.map((path) => ({
      ...file,
      label: prefix + path,
      uri: childUri(folder, path),
      key: `${folderKey}/${path}`,
    }));
  }

  /** Returns the files of one tool: project before user. */
  function imported({ id, tool, dialect, layout, project, user }: Provider): readonly Source[] {
    const file = { kind: 'imported', provider: id, tool, layout, dialect } as const;
    const ofProject = filesIn(root, project, { ...file, level: 'project' });
    // With CLAUDE_CONFIG_DIR, both files are in that folder.
    const ofUser =
      id === 'claude' && claude !== undefined
        ? filesIn(claude, user.map(baseName), { ...file, level: 'user' }, '$CLAUDE_CONFIG_DIR/')
        : filesIn(home, user, { ...file, level: 'user' }, '~/');
    return [...ofProject, ...ofUser];
  }

  const distinct = new Map<string, Source>();
  for (const source of [
    ...filesIn(
      root,
      names.map((name) => `${projectDirectory}/${name}`),
      { ...own, level: 'project' },
    ),
    ...filesIn(agent, names, { ...own, level: 'user' }, `${agentLabel}/`),
    ...importedProviders.flatMap(imported),
    ...filesIn(root, names, { ...own, level: 'project', kind: 'standalone', provider: 'mcp-json' }),
  ]) {
    if (!distinct.has(source.key)) distinct.set(source.key, source);
  }
  return [...distinct.values()];
}

/** True for `mcp.json` in the user's agent folder: the only file whose two lists of names apply. */
export function hasLists({ kind, level, uri }: Pick<Source, 'kind' | 'level' | 'uri'>): boolean {
  return kind === 'agent' && level === 'user' && baseName(uri) === 'mcp.json';
}
