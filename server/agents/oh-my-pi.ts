/**
 * Oh My Pi: the files that it reads, in order of precedence: its own folders, other tools' files, then `mcp.json` in the
 * root of the project; its settings, its lists of names, and the behavior of its versions.
 */

import * as l10n from '@vscode/l10n';
import { agentName } from '../../common/messages/agents.ts';
import { ohMyPiRevision } from '../../common/protocol-revisions.ts';
import { remembered } from '../../common/remembered.ts';
import { fieldSet } from '../config/format/format.ts';
import { replaces } from '../config/oh-my-pi/built-in.ts';
import type { Decisions, Reason } from '../config/oh-my-pi/effective.ts';
import { importedProviders, type Provider } from '../config/oh-my-pi/providers.ts';
import { settingsFiles } from '../config/oh-my-pi/settings.ts';
import { hasBehavior, newestVersion } from '../config/oh-my-pi/version.ts';
import { enabledAt, importedConnection } from '../config/servers/connection.ts';
import { type ListItem, readImportedFile, readOwnFile, type SourceFile } from '../config/servers/source-file.ts';
import type { Place, Source } from '../config/servers/sources.ts';
import { baseName, childUri, uriKey } from '../files/uris.ts';
import type { AgentFacts, PropertyFact } from '../tools/agent-facts.ts';
import { ohMyPiVariables } from '../tools/oh-my-pi.ts';
import type { Agent, SettingsFile } from './agent.ts';

const fieldsOf = (name: 'auth' | 'oauth'): Readonly<Record<string, PropertyFact>> =>
  Object.fromEntries(fieldSet(name).fields.map((field) => [field.name, { value: 'any' }]));

/** What it makes of the entries of its format; `connection.ts` has the details. */
const facts: AgentFacts = {
  id: 'oh-my-pi',
  version: newestVersion,
  readIn: '@oh-my-pi/pi-coding-agent',
  evidence: 'code',
  readsShared: true,
  format: {
    type: 'type',
    types: { stdio: 'stdio', http: 'http', sse: 'sse' },
    untypedUrl: 'http',
    unknownType: 'needs-command',
    properties: {
      enabled: { value: 'boolean' },
      timeout: { value: 'number' },
      args: { on: 'stdio', value: 'any' },
      env: { on: 'stdio', value: 'any' },
      cwd: { on: 'stdio', value: 'any' },
      headers: { on: 'remote', value: 'any' },
      auth: { value: 'any', keys: fieldsOf('auth') },
      oauth: { value: 'any', keys: fieldsOf('oauth') },
      requestIdFormat: { value: 'any' },
      instructions: { value: 'any' },
    },
  },
  names: { invalid: /^$/ },
  variables: ohMyPiVariables,
  protocol: { offers: ohMyPiRevision, accepts: 'any' },
  check: ['/mcp'],
  reload: { kind: 'command', command: '/mcp reload' },
  // Where folders can't be looked up, as in a browser, their files can.
  // In the home folder, only what it writes itself: `~/.omp/agent/mcp.json` can be from Switchyard.
  traces: {
    project: ['.omp', '.omp/mcp.json', '.omp/.mcp.json'],
    home: [
      ...['config.yml', 'config.yaml', 'agent.db', 'history.db', 'models.db', 'sessions'].map(
        (name) => `.omp/agent/${name}`,
      ),
      ...['logs', 'natives', 'plugins'].map((name) => `.omp/${name}`),
    ],
    command: 'omp',
  },
};

/** Returns its settings files, which are a part of each place (`Place.settings`). */
function settingsOf({ project, ohMyPiFolder, ohMyPiLabel, addedSettings }: Place): readonly SettingsFile[] {
  const inFolder = (folder: string | undefined, paths: readonly string[], before: string): readonly SettingsFile[] =>
    folder === undefined ? [] : paths.map((path) => ({ uri: childUri(folder, path), label: before + path }));
  return [
    ...inFolder(ohMyPiFolder, settingsFiles.user, `${ohMyPiLabel}/`),
    ...inFolder(project, settingsFiles.project, ''),
    ...addedSettings.map((uri) => ({ uri, label: baseName(uri) })),
  ];
}

export const ohMyPiAgent: Agent = {
  id: 'oh-my-pi',
  name: agentName('oh-my-pi'),
  facts,
  sources: sourcesOf,
  settings: settingsOf,
  read: (source, document) =>
    source.layout === 'own' ? readOwnFile(source, document.config) : readImportedFile(source, document),
  decide,
};

/**
 * Returns the files for one place, highest precedence first. Each is listed once, even if the project is the home
 * folder.
 */
function sourcesOf(place: Place): readonly Source[] {
  return remembered(known, place, listSources);
}

/** By place, because every use of a place needs them. */
const known = new WeakMap<Place, readonly Source[]>();

function listSources(place: Place): readonly Source[] {
  const { project: root, ohMyPiFolder, home, moved, projectDirectory, ohMyPiLabel } = place;
  const claude = moved.CLAUDE_CONFIG_DIR;
  const own = {
    layout: 'own',
    dialect: 'oh-my-pi',
    provider: 'native',
    tool: agentName('oh-my-pi'),
    kind: 'oh-my-pi',
  } as const;
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
    ...filesIn(ohMyPiFolder, names, { ...own, level: 'user' }, `${ohMyPiLabel}/`),
    ...importedProviders.flatMap(imported),
    ...filesIn(root, names, { ...own, level: 'project', kind: 'standalone', provider: 'mcp-json' }),
  ]) {
    if (!distinct.has(source.key)) distinct.set(source.key, source);
  }
  return [...distinct.values()];
}

/** True for `mcp.json` in the user's agent folder: the only file whose two lists of names apply. */
export function hasLists({ kind, level, uri }: Pick<Source, 'kind' | 'level' | 'uri'>): boolean {
  return kind === 'oh-my-pi' && level === 'user' && baseName(uri) === 'mcp.json';
}
function decide(files: readonly SourceFile[], place: Place): Decisions {
  const lists = listsIn(files);
  const excluded = exclusions(files, place);
  return {
    isLayer: (file) => file.source.layout === 'opencode' && excluded.ofFile(file) === undefined,
    merged: (name, node) => importedConnection(name, node, 'opencode'),
    excludes: ({ name }, file) => excluded.ofFile(file) ?? excluded.ofName(name),
    denies({ name }) {
      const item = lists.denied.get(name);
      return item && { kind: 'denied', item };
    },
    rejects({ name, connection }) {
      if (isOff(connection) && !lists.allowed.has(name)) return { kind: 'switched-off' };
      return connection.flaw === undefined ? undefined : { kind: 'flawed', flaw: connection.flaw };
    },
    connectionKey: ({ connection }) => connection.key?.(place),
    replaces({ connection: { builtIn } }) {
      return builtIn !== undefined && replaces(builtIn) ? { kind: 'built-in', tool: builtIn.tool } : undefined;
    },
    accepts({ name, connection }) {
      const item = isOff(connection) ? lists.allowed.get(name) : undefined;
      return item === undefined ? { kind: 'used', departures: connection.departures ?? [] } : { kind: 'allowed', item };
    },
  };

  function isOff(connection: SourceFile['definitions'][number]['connection']): boolean {
    return enabledAt(place, connection) === false;
  }
}

/** Determines what excludes servers before names are compared. Excluded servers don't claim their names. */
function exclusions(files: readonly SourceFile[], { version, settings, moved }: Place) {
  const user = files.find(({ source }) => hasLists(source));
  const stopsAll = user?.broken === true && !hasBehavior(version, 'brokenUserFile') ? user.source : undefined;
  const firstOfClaude = new Map<Source['level'], Source>();
  for (const { source, definitions, broken } of files)
    if (source.layout === 'claude' && !broken && definitions.length > 0 && !firstOfClaude.has(source.level))
      firstOfClaude.set(source.level, source);
  const optedIn = (provider: string): boolean =>
    ['*', 'all', provider].some((id) => settings.enabledProviders.has(id)) ||
    (provider === 'claude' && moved.CLAUDE_CONFIG_DIR !== undefined);
  const lacksOptIn = ({ kind, level, provider }: Source): boolean =>
    kind === 'imported' && level === 'user' && hasBehavior(version, 'importOptIn') && !optedIn(provider);
  /** Returns the file that is read instead. */
  function earlierFile(source: Source): Source | undefined {
    const first = source.layout === 'claude' ? firstOfClaude.get(source.level) : undefined;
    return first === source ? undefined : first;
  }
  const stopped = new Map(
    files.flatMap(({ source, stopsLoader, broken }) =>
      stopsLoader && !broken && !lacksOptIn(source) && earlierFile(source) === undefined
        ? [[source.provider, source] as const]
        : [],
    ),
  );

  function ofFile({ source, broken }: SourceFile): Reason | undefined {
    const { provider, level } = source;
    if (broken) return { kind: 'broken-file' };
    if (settings.disabledProviders.has(provider))
      return {
        kind: 'setting',
        setting: l10n.t('"{0}" is in "disabledProviders"', provider),
        key: 'disabledProviders',
      };
    if (level === 'project' && !settings.projectConfig)
      return { kind: 'setting', setting: l10n.t('"mcp.enableProjectConfig" is false'), key: 'enableProjectConfig' };
    if (lacksOptIn(source))
      return {
        kind: 'setting',
        setting: l10n.t('"{0}" isn\'t in "enabledProviders"', provider),
        key: 'enabledProviders',
      };
    if (stopsAll !== undefined) return { kind: 'stopped', file: stopsAll };
    const stopper = stopped.get(provider);
    if (stopper !== undefined) return { kind: 'stopped', file: stopper };
    const first = earlierFile(source);
    return first && { kind: 'later-file', first };
  }

  function ofName(name: string): Reason | undefined {
    return settings.disabledNames.has(name)
      ? {
          kind: 'setting',
          setting: l10n.t('"{0}" is in "disabledExtensions"', `mcp:${name}`),
          key: 'disabledExtensions',
        }
      : undefined;
  }
  return { ofFile, ofName };
}

/** Returns the items of the two lists, which apply only in one file. */
function listsIn(files: readonly SourceFile[]) {
  const items = userFile(files)?.items ?? [];
  const of = (list: ListItem['list']): ReadonlyMap<string, ListItem> =>
    new Map(items.filter((item) => item.list === list).map((item) => [item.name, item]));
  return { denied: of('disabledServers'), allowed: of('enabledServers') };
}

/** Returns the file whose lists apply. Undefined if it doesn't exist or isn't valid. */
export function userFile(files: readonly SourceFile[]): SourceFile | undefined {
  const user = files.find(({ source }) => hasLists(source));
  return user?.broken === true ? undefined : user;
}
