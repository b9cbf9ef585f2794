/** Checks files with the modules of the language server, without an editor. */
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Diagnostic } from 'vscode-languageserver';
import { configLanguage, defaultFolders, movedFolders } from '../../common/config-place.ts';
import { loadToml } from '../config/source-file.ts';
import { diagnosticsOf } from '../diagnostics-provider.ts';
import { OpenDocument } from '../documents.ts';
import { environmentNames } from '../environment.ts';
import { usableFixes } from '../fixes/offer.ts';
import { machine } from '../machine.ts';
import { noPolicy, type Policy } from '../policy/policy.ts';
import { RuleOptions } from '../rule-options.ts';
import { checkDocument } from '../rules/index.ts';
import { policyCodes } from '../rules/policy.ts';
import type { Severity } from '../rules/severity.ts';
import { Workspace } from '../workspace.ts';
import { severityOrder } from './arguments.ts';
import { type CheckedFile, regionOf, severityOf } from './finding.ts';
import type { LoadedConfig } from './repository-config.ts';

export interface ProjectOptions {
  /** Where the agent is started. Absolute. */
  readonly folder: string;
  /** The folder from which files are named. Absolute. */
  readonly cwd: string;
  readonly home: string;
  readonly rules?: Readonly<Record<string, string>>;
  readonly machine?: boolean;
  readonly agentVersion?: string | undefined;
  readonly repository: LoadedConfig;
  readonly policy?: Policy;
}

export class Project {
  readonly cwd: string;
  readonly repository: LoadedConfig;
  readonly workspace: Workspace;
  readonly options: RuleOptions;

  private constructor(options: ProjectOptions) {
    const {
      folder,
      cwd,
      home,
      rules = {},
      machine: lookAround = false,
      agentVersion,
      repository,
      policy = noPolicy,
    } = options;
    this.cwd = cwd;
    this.repository = repository;
    this.workspace = new Workspace(machine, movedFolders({ ...defaultFolders, home }, machine.folderVariable));
    this.workspace.roots = [pathToFileURL(folder).href];
    this.workspace.repositories.fixed = repository.config;
    this.workspace.trusted = lookAround;
    this.workspace.isExclusive = true;
    if (agentVersion !== undefined) this.workspace.takeVersion(agentVersion);
    this.options = new RuleOptions(this.workspace, environmentNames());
    this.options.takeSeverities(rules);
    this.options.takePolicy(policy);
    this.options.configure({ textDocument: { publishDiagnostics: { relatedInformation: true } } }, undefined);
  }

  static async open(options: ProjectOptions): Promise<Project> {
    const project = new Project(options);
    await Promise.all([project.workspace.ready(), loadToml()]);
    return project;
  }

  /** Takes a text as the content of a file, whatever it is called. @param file absolute path */
  openText(file: string, text: string): OpenDocument {
    const document = new OpenDocument(pathToFileURL(file).href, configLanguage, 1, text);
    this.workspace.add(document);
    return document;
  }

  close({ uri }: OpenDocument): void {
    this.workspace.remove(uri);
  }

  /** What an editor would show of a document. */
  diagnostics(document: OpenDocument): readonly Diagnostic[] {
    return diagnosticsOf(this.workspace, document, this.options);
  }

  /** @param least the mildest severity that is reported; undefined: that of the repository, or warning */
  check(document: OpenDocument, least: Severity | undefined): CheckedFile {
    const diagnostics = this.diagnostics(document).filter((one) => {
      // A repository doesn't decide what is reported of its organization's policy.
      const own = policyCodes.includes(String(one.code)) ? undefined : this.repository.config.severity;
      return severityOrder.indexOf(severityOf(one)) <= severityOrder.indexOf(least ?? own ?? 'warning');
    });
    const fixes = diagnostics.length === 0 ? new Map() : this.#preferredFixes(document);
    return {
      file: this.shown(fileURLToPath(document.uri)),
      text: document.text.getText(),
      findings: diagnostics.map((diagnostic) => ({
        code: String(diagnostic.code),
        severity: severityOf(diagnostic),
        message: String(diagnostic.message),
        region: regionOf(diagnostic.range),
        related: (diagnostic.relatedInformation ?? []).map(({ location: { uri, range }, message }) => ({
          file: this.shown(fileURLToPath(uri)),
          region: regionOf(range),
          message,
        })),
        fix: fixes.get(keyOf(String(diagnostic.code), document.text.offsetAt(diagnostic.range.start))),
      })),
    };
  }

  /** A file as a report names it. @param file absolute path */
  shown(file: string): string {
    const relative = path.relative(this.cwd, file);
    const shown = relative.startsWith('..') || path.isAbsolute(relative) ? file : relative;
    return shown.replaceAll(path.sep, '/');
  }

  #preferredFixes(document: OpenDocument) {
    const { config } = document;
    return new Map(
      checkDocument(config, this.options.for(document.uri).context).flatMap((problem) => {
        const fix = usableFixes(config, problem).find(({ preferred }) => preferred === true);
        return fix === undefined ? [] : [[keyOf(problem.code, problem.offset), fix] as const];
      }),
    );
  }
}

const keyOf = (code: string, offset: number): string => `${code} ${offset}`;
