/** What rules and diagnostics may know of the world around a document: its level, the settings, the editor. */
import type { ClientCapabilities } from 'vscode-languageserver';
import type { DiagnoseOptions } from './features/diagnostics.ts';
import { ProjectPackages } from './project-packages.ts';
import { type DocumentLevel, isOtherTools, type Names, type RuleContext } from './rules/context.ts';
import { readSeverities, type Severities } from './rules/severity.ts';
import type { Workspace } from './workspace.ts';

export class RuleOptions {
  readonly #workspace: Workspace;
  readonly #environment: Names | undefined;
  readonly #packages: ProjectPackages;
  /** One for each level and set of packages: work that is kept from one edit to the next is kept by context. */
  readonly #contexts = new Map<DocumentLevel | undefined, Map<Names | undefined, RuleContext>>();
  #severities: Severities = {};
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

  for(uri: string): DiagnoseOptions & { readonly context: RuleContext } {
    const level = this.#workspace.level(uri) ?? (isOtherTools(uri) ? 'imported' : undefined);
    const project = level === 'project' || level === 'standalone' ? this.#workspace.placeOf(uri).project : undefined;
    const packages = project === undefined ? undefined : this.#packages.of(project);
    let ofLevel = this.#contexts.get(level);
    if (ofLevel === undefined) {
      ofLevel = new Map();
      this.#contexts.set(level, ofLevel);
    }
    let context = ofLevel.get(packages);
    if (context === undefined) {
      context = {
        severities: this.#severities,
        ...(level !== undefined && { level }),
        ...(this.#environment !== undefined && { environment: this.#environment }),
        ...(packages !== undefined && { packages }),
      };
      ofLevel.set(packages, context);
    }
    return { rulesUri: this.#rulesUri, capabilities: this.#capabilities, context };
  }
}
