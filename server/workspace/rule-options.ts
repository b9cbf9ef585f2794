/** Context of rules and diagnostics: the level of a document, the settings, and the editor's capabilities. */

import type { ClientCapabilities } from 'vscode-languageserver';
import { attempt } from '../../common/attempt.ts';
import { namedReaders } from '../../common/generated/readers.ts';
import { environmentFiles, sharedFileOwner, sharedFileReaders } from '../../common/generated/tools.ts';
import { isRecord } from '../../common/guards.ts';
import { type AgentId, isAgentId } from '../../common/messages/agents.ts';
import { type ConfigLevel, isConfigName, pathOf } from '../../common/messages/config-place.ts';
import { toolOfPath } from '../../common/messages/tool-files.ts';
import { remembered } from '../../common/remembered.ts';
import { locate } from '../agents/files/agent-files.ts';
import type { Readers } from '../agents/readers.ts';
import { serverRootsAt } from '../config/files/unread-places.ts';
import { baseName, childUri, innermostFolder, parentUri, uriKey } from '../files/uris.ts';
import { noPolicy, type Policy } from '../policy/policy.ts';
import { type DocumentLevel, isOtherTools, type Names, type RuleContext } from '../rules/context.ts';
import { policyCodes } from '../rules/organization-policy.ts';
import { readSeverities, type Severities } from '../rules/severity.ts';
import type { DiagnoseOptions } from './diagnose-options.ts';
import { manifests, packageFile, toolPlugins } from './fact-files.ts';
import type { Workspace } from './workspace.ts';

export class RuleOptions {
  readonly #workspace: Workspace;
  readonly #environment: Names | undefined;
  /** With the variables that an agent takes from the user's settings. */
  readonly #agentEnvironment: Names | undefined;
  /** Contexts by content, because results that are cached between edits are keyed by context. */
  readonly #contexts = new Map<string, RuleContext>();
  /** What was read from disk, by the URI of a project or a folder: reading it again with each keystroke takes time. */
  readonly #packages = new Map<string, readonly string[]>();
  readonly #plugins = new Map<string, boolean>();
  readonly #pluginTools = new Map<string, string | undefined>();
  readonly #readerIds = new Map<Readers, number>();
  #severities: Severities = {};
  #policy: Policy = noPolicy;
  #rulesUri: string | undefined;
  #capabilities: DiagnoseOptions['capabilities'];

  constructor(workspace: Workspace, environment: Names | undefined) {
    this.#workspace = workspace;
    this.#environment = environment;
    this.#agentEnvironment = environment && { has: (name) => environment.has(name) || this.#isSetByAgent(name) };
  }

  /** @param rulesUri location of the rules' documentation, if the editor sent it */
  configure({ textDocument }: ClientCapabilities, rulesUri: unknown): void {
    this.#rulesUri = typeof rulesUri === 'string' ? rulesUri : undefined;
    this.#capabilities = { ...textDocument?.publishDiagnostics, ...textDocument?.diagnostic };
  }

  /** Sets the value of `switchyard.config.rules`. Returns true if a severity changed. */
  setSeverities(setting: unknown): boolean {
    const severities = readSeverities(setting);
    if (JSON.stringify(severities) === JSON.stringify(this.#severities)) return false;
    this.#severities = severities;
    this.#contexts.clear();
    return true;
  }

  /** Reads other files again when they are needed. */
  forgetFiles(): void {
    this.#packages.clear();
    this.#plugins.clear();
    this.#pluginTools.clear();
  }

  /** Sets the value of `switchyard.config.readers`: IDs of the agents that matter. Returns true if they changed. */
  setReaders(setting: unknown): boolean {
    const readers = Array.isArray(setting) ? setting.filter(isAgentId) : [];
    if (readers.join() === this.#workspace.agents.readersSetting.join()) return false;
    this.#workspace.agents.readersSetting = readers;
    return true;
  }

  /** False if the user wants to know only about Oh My Pi, so that the facts about others needn't load. */
  get comparesAgents(): boolean {
    return this.#workspace.agents.readersSetting.join() !== 'oh-my-pi';
  }

  /** Sets the organization's policy. Returns true if it changed. */
  setPolicy(policy: Policy): boolean {
    if (JSON.stringify(policy) === JSON.stringify(this.#policy)) return false;
    this.#policy = policy;
    this.#workspace.setPolicy(policy);
    this.#contexts.clear();
    return true;
  }

  get policy(): Policy {
    return this.#policy;
  }

  /** Names of the environment variables that are set; undefined if they aren't known. */
  get environment(): Names | undefined {
    return this.#environment;
  }

  for(uri: string): DiagnoseOptions & { readonly context: RuleContext } {
    const { places } = this.#workspace;
    const ownLevel = places.level(uri);
    const level = this.#levelOf(uri);
    const tool = this.#toolOf(uri, ownLevel);
    const inProject = ownLevel === 'project' || ownLevel === 'standalone';
    const project = inProject ? places.ofFile(uri).project : undefined;
    const root = tool === undefined ? undefined : innermostFolder(uri, places.roots);
    const isOfProject = root !== undefined && root !== places.ofProject(undefined).home;
    const packages = project === undefined ? [] : remembered(this.#packages, project, (uri) => this.#packagesIn(uri));
    const ofRepository = withoutWeakerPolicy(places.repositories.for(uri, places.roots).rules);
    const severities = { ...ofRepository, ...this.#severities };
    // Of a plugin, too: several agents read its .mcp.json.
    const isShared = tool === undefined && ownLevel === 'standalone' && baseName(uri) === '.mcp.json';
    const chosen = isShared ? this.#workspace.agents.namedReaders(uri) : [];
    const named = namedReaders.filter((id) => chosen.includes(id));
    const agents = named.length > 0 ? named : sharedFileReaders;
    // Only Oh My Pi reads the others.
    const meant = isShared ? this.#meantReaders(uri, chosen) : undefined;
    const compares = level === 'standalone' && this.#workspace.comparesAgents && this.#workspace.isShared(uri);
    const readers = meant !== undefined && compares ? this.#workspace.agents.readersOf(meant) : undefined;
    const mayBeOther = level === 'foreign' || (level === 'standalone' && !this.#isReadByAgents(uri));
    const unread = this.#workspace.unreadAt(uri);
    const roots = tool === undefined ? undefined : serverRootsAt(pathOf(uri) ?? '');
    const key = JSON.stringify([
      unread,
      roots,
      level,
      mayBeOther,
      tool,
      isOfProject,
      severities,
      packages,
      this.#idOf(readers),
      isShared && chosen,
      meant,
    ]);
    const context = remembered(this.#contexts, key, () => ({
      severities,
      ...(level !== undefined && { level }),
      ...(mayBeOther && { mayBeOther }),
      ...(unread !== undefined && { unread }),
      ...(roots !== undefined && { roots }),
      ...(tool !== undefined && { tool }),
      ...(isOfProject && { isOfProject }),
      ...(this.#agentEnvironment !== undefined && { environment: this.#agentEnvironment }),
      ...(packages.length > 0 && { packages: new Set(packages) }),
      ...(readers !== undefined && { readers }),
      ...(meant !== undefined && { meant }),
      ...(isShared && { agents, agentsAreChosen: named.length > 0, visualStudio: chosen.includes('visual-studio') }),
      ...(this.#policy !== noPolicy && { policy: this.#policy }),
    }));
    return { rulesUri: this.#rulesUri, capabilities: this.#capabilities, context };
  }

  /** Returns the agents whose reading of a `.mcp.json` matters: those that are named, or else those in use. */
  #meantReaders(uri: string, named: readonly string[]): readonly AgentId[] {
    const readers = named.filter(isAgentId);
    if (readers.length > 0) return readers;
    const inUse = this.#workspace.agents.inUse(this.#workspace.places.ofFile(uri));
    const sharing = inUse.flatMap(({ agent: { id, facts } }) => (facts.readsShared === false ? [] : [id]));
    // Of an unsaved file, too.
    return [...new Set([...sharing, sharedFileOwner])];
  }

  /** Returns a number for each object, for keys. */
  #idOf(readers: Readers | undefined): number {
    return readers === undefined ? 0 : remembered(this.#readerIds, readers, () => this.#readerIds.size + 1);
  }

  /** True for a variable that an agent takes from the user's settings. They're read only for variables that aren't set otherwise. */
  #isSetByAgent(name: string): boolean {
    const { places, documents } = this.#workspace;
    const place = places.ofProject(undefined);
    return environmentFiles.some(({ map, ...file }) =>
      locate(file, place).some(({ uri }) => documents.valueAt(uri, [...map, name]) !== undefined),
    );
  }

  #packagesIn(project: string): readonly string[] {
    const { files } = this.#workspace.machine;
    const uri = childUri(project, packageFile);
    // Most folders of config files have none, and a failed read takes longer.
    return files.kind(uri) !== 'file' ? [] : packageNames(files.read(uri) ?? '');
  }

  /** Returns the tool that a file belongs to: by its path, or as a part of the tool's plugin. */
  #toolOf(uri: string, level: ConfigLevel | undefined): string | undefined {
    if (level === 'project' || level === 'user') return undefined;
    const ofPath = level === undefined ? toolOfPath(pathOf(uri) ?? '')?.tool : undefined;
    return ofPath ?? this.#pluginToolOf(parentUri(uri));
  }

  /** Returns the tool of the innermost plugin around a folder that isn't read by Oh My Pi. */
  #pluginToolOf(folder: string): string | undefined {
    return remembered(this.#pluginTools, folder, () => {
      const { files } = this.#workspace.machine;
      const [, tool] = toolPlugins.find(([manifest]) => files.kind(childUri(folder, manifest)) === 'file') ?? [];
      if (tool !== undefined) return tool;
      const root = innermostFolder(folder, this.#workspace.places.roots);
      return root !== undefined && uriKey(root) !== uriKey(folder) ? this.#pluginToolOf(parentUri(folder)) : undefined;
    });
  }

  #levelOf(uri: string): DocumentLevel | undefined {
    const level = this.#workspace.places.level(uri);
    if (level === 'standalone' && this.#isInPlugin(uri)) return 'plugin';
    if (level === 'user' && baseName(uri) !== 'mcp.json') return 'secondary';
    if (level !== undefined) return level;
    if (isOtherTools(uri)) return 'imported';
    return isConfigName(baseName(uri)) ? 'foreign' : undefined;
  }

  /** True for a name that only config files have, and for a file in the root of a project. */
  #isReadByAgents(uri: string): boolean {
    if (baseName(uri) === '.mcp.json') return true;
    const folder = uriKey(parentUri(uri));
    return this.#workspace.places.roots.some((root) => uriKey(root) === folder);
  }

  /** True for the `.mcp.json` of a plugin: its folder has a manifest, or is part of a collection of plugins. */
  #isInPlugin(uri: string): boolean {
    if (baseName(uri) !== '.mcp.json') return false;
    const { files } = this.#workspace.machine;
    const hasManifest = (folder: string) =>
      collected.test(folder) || manifests.some((path) => files.kind(childUri(folder, path)) === 'file');
    return remembered(this.#plugins, parentUri(uri), hasManifest);
  }
}

/** A repository can only make the policy rules stricter, because the organization decides what is allowed. */
function withoutWeakerPolicy(rules: Severities): Severities {
  const isKept = ([code, severity]: readonly [string, string]): boolean =>
    severity === 'error' || !policyCodes.includes(code);
  return Object.fromEntries(Object.entries(rules).filter(isKept));
}

/**
 * Returns the names of the packages in a project's package.json. If they're installed, npx runs them without asking.
 * @param text of package.json
 */
function packageNames(text: string): readonly string[] {
  const content: unknown = attempt(() => JSON.parse(text));
  if (!isRecord(content)) return [];
  const groups = [content.dependencies, content.devDependencies, content.optionalDependencies];
  return groups.flatMap((packages) => (isRecord(packages) ? Object.keys(packages) : []));
}

const collected = /\/(?:external_)?plugins\/[^/]+$/;
