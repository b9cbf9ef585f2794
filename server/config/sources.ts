/** All files that Oh My Pi reads servers from, in order of precedence: Oh My Pi's folders, other tools' files, then `mcp.json` in the root of the project. */
import type { Dialect } from '../../common/tool-files.ts';
import type { AgentSettings } from './agent-settings.ts';
import { hasBehavior } from './agent-version.ts';
import { type FileLayout, importedProviders, type Provider } from './providers.ts';
import { childUri, uriKey } from './uris.ts';

/** A file that the agent looks for, whether it exists or not. */
export interface Source {
  readonly uri: string;
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
  /** The folder that `CLAUDE_CONFIG_DIR` names. */
  readonly claude?: string | undefined;
}

/** The part of a source that is the same for all places, so that it isn't created again for thousands of them. */
interface Template {
  readonly source: Omit<Source, 'uri'>;
  /** Absent for a file in the project, whose path is `source.label`. */
  readonly fixed?: { readonly uri: string; readonly key: string };
}

/**
 * Returns the files for one place, highest precedence first. Each is listed once, even if the project is the home
 * folder.
 */
export function sourcesOf(place: Place): readonly Source[] {
  const { project } = place;
  const distinct = new Map<string, Source>();
  for (const { source, fixed } of templatesFor(place)) {
    if (fixed === undefined && project === undefined) continue;
    const uri = fixed?.uri ?? childUri(project ?? '', source.label);
    const key = fixed?.key ?? uriKey(uri);
    if (!distinct.has(key)) distinct.set(key, { uri, ...source });
  }
  return [...distinct.values()];
}

let last: { readonly key: string; readonly templates: readonly Template[] } | undefined;

function templatesFor(place: Place): readonly Template[] {
  const { agent, home, claude, version, projectDirectory, agentLabel } = place;
  const key = [agent, home, claude, version, projectDirectory, agentLabel].join('\n');
  if (last?.key !== key) last = { key, templates: templatesOf(place) };
  return last.templates;
}

function templatesOf({ agent, projectDirectory, agentLabel, ...place }: Place): readonly Template[] {
  const names = ['mcp.json', '.mcp.json'];
  const own = { layout: 'own', dialect: 'agent', provider: 'native', tool: 'the agent' } as const;
  const inProject = names.map((name): Template => {
    const label = `${projectDirectory}/${name}`;
    return { source: { ...own, level: 'project', kind: 'agent', label } };
  });
  const ofUser = names.flatMap((name): readonly Template[] => {
    if (agent === undefined) return [];
    const source = { ...own, level: 'user', kind: 'agent', label: `${agentLabel}/${name}` } as const;
    return [{ source, fixed: fixedAt(childUri(agent, name)) }];
  });
  const imported = importedProviders.flatMap((provider) => importedFiles(provider, place));
  const standalone = names.map(
    (label): Template => ({ source: { ...own, level: 'project', kind: 'standalone', provider: 'mcp-json', label } }),
  );
  return [...inProject, ...ofUser, ...imported, ...standalone];
}

const fixedAt = (uri: string) => ({ uri, key: uriKey(uri) });

/** Returns the files of one tool: project before user, or in older versions user before project. */
function importedFiles(
  { id, tool, dialect, layout, project, user }: Provider,
  { claude, home, version }: Pick<Place, 'claude' | 'home' | 'version'>,
): readonly Template[] {
  const file = { kind: 'imported', provider: id, tool, layout, dialect } as const;
  const projectFiles = project.map((label): Template => ({ source: { ...file, level: 'project', label } }));
  const userFiles = user.flatMap((path): readonly Template[] => {
    if (id === 'claude' && claude !== undefined) {
      // With CLAUDE_CONFIG_DIR, both files are in that folder.
      const name = path.slice(path.lastIndexOf('/') + 1);
      const source = { ...file, level: 'user', label: `$CLAUDE_CONFIG_DIR/${name}` } as const;
      return [{ source, fixed: fixedAt(childUri(claude, name)) }];
    }
    if (home === undefined) return [];
    return [{ source: { ...file, level: 'user', label: `~/${path}` }, fixed: fixedAt(childUri(home, path)) }];
  });
  const projectFirst = hasBehavior(version, id === 'codex' ? 'codexProjectFirst' : 'importedProjectFirst');
  return projectFirst || id === 'opencode' ? [...projectFiles, ...userFiles] : [...userFiles, ...projectFiles];
}
