/** What rules and diagnostics may know of the world around a document: its level, the settings, the editor. */
import type { ClientCapabilities } from 'vscode-languageserver';
import { isConfigName, pathOf } from '../common/config-place.ts';
import { ownerOfPath } from '../common/tool-files.ts';
import { baseName, childUri, parentUri } from './config/uris.ts';
import type { DiagnoseOptions } from './features/diagnostics.ts';
import { noPolicy, type Policy } from './policy/policy.ts';
import { ProjectPackages } from './project-packages.ts';
import { type DocumentLevel, isOtherTools, type Names, type RuleContext } from './rules/context.ts';
import { policyCodes } from './rules/policy.ts';
import { readSeverities, type Severities } from './rules/severity.ts';
import type { Workspace } from './workspace.ts';

export class RuleOptions {
  readonly #workspace: Workspace;
  readonly #environment: Names | undefined;
  readonly #packages: ProjectPackages;
  /**
   * One for each set of packages, and for each level and choice of severities: work that is kept from one edit to the next
   * is kept by context.
   */
  readonly #contexts = new Map<Names | undefined, Map<string, RuleContext>>();
  #severities: Severities = {};
  #last: { ofRepository: Severities; ofUser: Severities; severities: Severities; text: string } | undefined;
  #policy: Policy = noPolicy;
  #rulesUri: string | undefined;
  #capabilities: DiagnoseOptions['capabilities'];

  constructor(workspace: Workspace, environment: Names | undefined) {
    this.#workspace = workspace;
    this.#environment = environment;
    this.#packages = new ProjectPackages(workspace.machine.files);
  }

  /** @param rulesUri where the documentation of the rules is, if the editor said so */
  configure({ textDocument }: ClientCapabilities, rulesUri: unknown): void {
    this.#rulesUri = typeof rulesUri === 'string' ? rulesUri : undefined;
    this.#capabilities = { ...textDocument?.publishDiagnostics, ...textDocument?.diagnostic };
  }

  /** Takes the setting `switchyard.config.rules`. True when a severity changed. */
  takeSeverities(setting: unknown): boolean {
    const severities = readSeverities(setting);
    if (JSON.stringify(severities) === JSON.stringify(this.#severities)) return false;
    this.#severities = severities;
    this.#contexts.clear();
    return true;
  }

  /** Forgets what was read of projects that aren't checked again. */
  release(): void {
    this.#packages.forget();
    this.#contexts.clear();
  }

  /** Takes what the organization allows. True when it changed. */
  takePolicy(policy: Policy): boolean {
    if (JSON.stringify(policy) === JSON.stringify(this.#policy)) return false;
    this.#policy = policy;
    this.#contexts.clear();
    return true;
  }

  get policy(): Policy {
    return this.#policy;
  }

  for(uri: string): DiagnoseOptions & { readonly context: RuleContext } {
    const ownLevel = this.#workspace.level(uri);
    const level = this.#levelOf(uri);
    const tool = ownLevel === undefined ? ownerOfPath(pathOf(uri) ?? '') : undefined;
    const inProject = ownLevel === 'project' || ownLevel === 'standalone';
    const project = inProject ? this.#workspace.placeOf(uri).project : undefined;
    const packages = project === undefined ? undefined : this.#packages.of(project);
    let ofPackages = this.#contexts.get(packages);
    if (ofPackages === undefined) {
      ofPackages = new Map();
      this.#contexts.set(packages, ofPackages);
    }
    const { severities, text } = this.#combined(this.#workspace.repositoryConfig(uri).rules);
    const key = `${level} ${tool} ${text}`;
    let context = ofPackages.get(key);
    if (context === undefined) {
      context = {
        severities,
        ...(level !== undefined && { level }),
        ...(tool !== undefined && { tool }),
        ...(this.#environment !== undefined && { environment: this.#environment }),
        ...(packages !== undefined && { packages }),
        ...(this.#policy !== noPolicy && { policy: this.#policy }),
      };
      ofPackages.set(key, context);
    }
    return { rulesUri: this.#rulesUri, capabilities: this.#capabilities, context };
  }

  /** What the user chose over what the repository says. For most files, that is the same as for the last one. */
  #combined(ofRepository: Severities) {
    if (this.#last?.ofRepository !== ofRepository || this.#last.ofUser !== this.#severities) {
      const severities = { ...withoutWeakerPolicy(ofRepository), ...this.#severities };
      this.#last = { ofRepository, ofUser: this.#severities, severities, text: JSON.stringify(severities) };
    }
    return this.#last;
  }

  #levelOf(uri: string): DocumentLevel | undefined {
    const level = this.#workspace.level(uri);
    if (level === 'standalone' && this.#isInPlugin(uri)) return 'plugin';
    if (level !== undefined) return level;
    if (isOtherTools(uri)) return 'imported';
    return isConfigName(baseName(uri)) ? 'foreign' : undefined;
  }

  /** True for the `.mcp.json` of a plugin: its folder has a manifest, or is one of a collection of plugins. */
  #isInPlugin(uri: string): boolean {
    if (baseName(uri) !== '.mcp.json') return false;
    const folder = parentUri(uri);
    const { files } = this.#workspace.machine;
    return collected.test(folder) || manifests.some((path) => files.stamp(childUri(folder, path)) !== undefined);
  }
}

/** What an organization allows isn't for the repository to decide: it can only make these rules stricter. */
function withoutWeakerPolicy(rules: Severities): Severities {
  const isKept = ([code, severity]: readonly [string, string]): boolean =>
    severity === 'error' || !policyCodes.includes(code);
  return Object.fromEntries(Object.entries(rules).filter(isKept));
}

const collected = /\/(?:external_)?plugins\/[^/]+$/;
const manifests = ['.omp-plugin', '.claude-plugin', '.codex-plugin'].map((folder) => `${folder}/plugin.json`);
