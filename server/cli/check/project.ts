/** Checks files with the modules of the language server, without an editor. */
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { wordSet } from '../../../common/guards.ts';
import type { AgentId } from '../../../common/messages/agents.ts';
import { configLanguage, defaultFolders, isConfigName, movedFolders } from '../../../common/messages/config-place.ts';
import { remembered } from '../../../common/remembered.ts';
import { serverRootsAt } from '../../config/files/unread-places.ts';
import type { ConfigDocument } from '../../config/servers/document.ts';
import { OpenDocument, rangeOf } from '../../config/servers/open-document.ts';
import { systemPathOf } from '../../files/disk.ts';
import type { EncodingError } from '../../files/file-error.ts';
import { FolderIndex } from '../../files/folder-index.ts';
import type { Policy } from '../../policy/policy.ts';
import { check } from '../../rules/check.ts';
import type { RuleContext } from '../../rules/context.ts';
import { usableFixes } from '../../rules/fix-all.ts';
import { policyCodes } from '../../rules/organization-policy.ts';
import { readerDifference } from '../../rules/readers.ts';
import type { Problem } from '../../rules/rule.ts';
import { type Severity, severities } from '../../rules/severity.ts';
import { binaryCode, encodingMessage } from '../../rules/syntax.ts';
import { looksLikeConfig } from '../../rules/top-level.ts';
import { allFindings } from '../../workspace/findings.ts';
import { environmentNames, machine } from '../../workspace/machine.ts';
import { RuleOptions } from '../../workspace/rule-options.ts';
import { Workspace } from '../../workspace/workspace.ts';
import { findAllConfigs } from '../files/checkouts.ts';
import type { LoadedConfig } from '../files/load-repository-config.ts';
import { isOutside } from '../files/outside-links.ts';
import type { AgentFindings } from './agent-findings.ts';
import { type CheckedFile, fingerprint, type ReportedFinding, regionOf } from './checked-file.ts';

export interface ProjectOptions {
  /** Absolute path of the folder in which the agent is started. */
  readonly folder: string;
  /** Absolute path of the folder that file names in reports are relative to. */
  readonly cwd: string;
  readonly home: string;
  readonly rules: Readonly<Record<string, string>>;
  /** Also looks things up on this machine. */
  readonly machine: boolean;
  readonly agentVersion: string | undefined;
  readonly repository: LoadedConfig;
  readonly policy: Policy;
  /** Agents for which every server must be in effect. */
  readonly agents: readonly AgentId[];
}

export class Project {
  /** Absolute path. */
  readonly folder: string;
  readonly cwd: string;
  readonly repository: LoadedConfig;
  readonly workspace: Workspace;
  readonly options: RuleOptions;
  readonly #index = new FolderIndex(machine.files);
  /** About files that are skipped, and settings without effect. */
  readonly warnings: string[] = [];
  /** About folders that couldn't be searched, so that files in them may be missing. */
  readonly unsearched: string[] = [];
  /** URIs of the files in the folders searched so far from which a tool reads servers. */
  readonly placed = new Set<string>();

  readonly #given: ProjectOptions;
  #agents: AgentFindings | undefined;

  private constructor(options: ProjectOptions) {
    this.#given = options;
    const { folder, home, agentVersion, repository } = options;
    this.folder = folder;
    this.cwd = options.cwd;
    this.repository = repository;
    const warn = (warning: string) => this.unsearched.push(warning);
    const find = (uri: string) => findAllConfigs(uri, warn, (placed) => this.placed.add(placed));
    this.workspace = new Workspace(
      { ...machine, files: { ...this.#index.files, find } },
      movedFolders({ ...defaultFolders, home }, machine.folderVariable),
    );
    this.workspace.places.repositories.fixed =
      agentVersion === undefined ? repository.config : { ...repository.config, agentVersion };
    this.workspace.places.roots = [pathToFileURL(folder).href];
    this.workspace.trusted = options.machine;
    this.workspace.isExclusive = true;
    this.options = new RuleOptions(this.workspace, environmentNames());
    this.options.setSeverities(options.rules);
    this.options.setPolicy(options.policy);
  }

  /**
   * A project keeps what it reads, so that many files are checked in several projects.
   * @param files absolute paths of the files to check
   */
  static async open(options: ProjectOptions, files: readonly string[] = [], minSeverity?: Severity): Promise<Project> {
    const project = new Project(options);
    const { rules, severity } = project.repository.config;
    const own = rules[readerDifference.code] ?? readerDifference.severity;
    // Most reports leave these findings out, and the facts take time to load.
    project.workspace.comparesAgents =
      own !== 'off' && severities.indexOf(own) <= severities.indexOf(minSeverity ?? severity ?? 'warning');
    project.#index.expect(files);
    await project.workspace.ready(files.map(uriOf));
    const { agents, folder, agentVersion } = options;
    // Loaded on first use, because few checks name agents, or files in other formats.
    if (agents.length > 0 || files.some(isInOtherFormat))
      project.#agents = await (await import('./agent-findings.ts')).AgentFindings.open(folder, agents, agentVersion);
    return project;
  }

  /** Options for further projects, which then don't search for the installed agent again. */
  get resolvedOptions(): ProjectOptions {
    return { ...this.#given, agentVersion: this.workspace.places.version };
  }

  /** Returns what the rules know about a file besides its text. @param file absolute path */
  contextOf(file: string): RuleContext {
    return this.options.for(uriOf(file)).context;
  }

  /**
   * False for a file that isn't a config: it's in another language, or nothing in it looks like servers. Files in the
   * places of Oh My Pi, and those with their names, are always checked.
   * @param file absolute path
   */
  isChecked(file: string, document: ConfigDocument): boolean {
    const { level, tool } = this.contextOf(file);
    if (isConfigName(path.basename(file)) || this.workspace.hasUnreadServers(uriOf(file))) return true;
    if (tool === undefined && (level === 'imported' || otherFiles.has(path.basename(file)))) return false;
    if (/\.(?:toml|ya?ml|mdx?|markdown)$/i.test(file)) return false;
    // A list of files to check, as of lint-staged, can have any files.
    if (!/\.jsonc?$/i.test(file) && document.top === undefined) return false;
    return looksLikeConfig(document);
  }

  /**
   * Returns the findings that an editor would show in a config file, whatever its name, without its limit.
   * @param minSeverity minimum severity; default: the repository's
   */
  checkText(file: string, text: string, minSeverity: Severity | undefined): CheckedFile {
    const document = new OpenDocument(uriOf(file), configLanguage, 1, text);
    this.workspace.add(document);
    try {
      return this.#check(document, minSeverity);
    } finally {
      this.workspace.remove(document.uri);
    }
  }

  /** Returns the finding for a file that isn't UTF-8, whose text isn't known. */
  checkEncoding(file: string, { isUtf16 }: EncodingError, minSeverity: Severity | undefined): CheckedFile {
    const name = this.displayPath(file);
    const severity = this.contextOf(file).severities?.[binaryCode] ?? 'error';
    if (!isConfigName(path.basename(file)) && !/\.jsonc?$/i.test(file))
      return { file: name, findings: [], notChecked: true };
    const least = minSeverity ?? this.repository.config.severity ?? 'warning';
    if (severity === 'off' || severities.indexOf(severity) > severities.indexOf(least))
      return { file: name, findings: [] };
    const finding: ReportedFinding = {
      code: binaryCode,
      severity,
      message: encodingMessage(isUtf16),
      region: { line: 1, column: 1, endLine: 1, endColumn: 1 },
      related: [],
      fix: undefined,
      fingerprint: fingerprint(binaryCode, ''),
    };
    return { file: name, findings: [finding] };
  }

  #check(document: OpenDocument, minSeverity: Severity | undefined): CheckedFile {
    const { config, uri, text } = document;
    const { context } = this.options.for(uri);
    const file = systemPathOf(uri) ?? uri;
    if (!this.isChecked(file, config)) return { file: this.displayPath(file), findings: [], notChecked: true };
    // Unlike in an editor, findings come with their fixes, so the rules run once for both.
    const least = minSeverity ?? this.repository.config.severity ?? 'warning';
    const own = allFindings(this.workspace, document, context, check(config, context).problems, least);
    const ofAgents = this.#agents?.in(document) ?? [];
    const problems = [...own, ...ofAgents].sort((one, other) => one.offset - other.offset);
    const reported = problems.filter(({ code, severity }) => {
      // The repository's minimum severity doesn't apply to its organization's policy.
      const minimum = policyCodes.includes(code) ? (minSeverity ?? 'warning') : least;
      return severities.indexOf(severity) <= severities.indexOf(minimum);
    });
    // A file of one line would otherwise be hashed as a whole for each finding.
    const fingerprints = new Map<string, string>();
    const fingerprintOf = ({ code, offset }: Problem): string => {
      const { line } = text.positionAt(offset);
      return remembered(fingerprints, `${code}:${line}`, () => fingerprint(code, lineAt(text, line)));
    };
    return {
      file: this.displayPath(file),
      findings: reported.map((problem) => ({
        code: problem.code,
        severity: problem.severity,
        message: problem.message,
        region: regionOf(rangeOf(document, problem)),
        related: (problem.related ?? []).flatMap(({ uri: other = uri, message, ...span }) => {
          const range = this.workspace.documents.locate(other, span)?.range;
          return range === undefined
            ? []
            : { file: this.displayPath(fileURLToPath(other)), region: regionOf(range), message };
        }),
        fix: preferredFix(config, problem, context),
        fingerprint: fingerprintOf(problem),
      })),
    };
  }

  /** Returns the name of a file in reports. @param file absolute path */
  displayPath(file: string): string {
    const relative = path.relative(this.cwd, file);
    return (isOutside(relative) ? file : relative).replaceAll(path.sep, '/');
  }
}

/** True for a file in which the tool reads no servers from `mcpServers`. */
const isInOtherFormat = (file: string): boolean =>
  serverRootsAt(file.replaceAll(path.sep, '/'))?.includes('mcpServers') === false;

/** Names of files of other kinds, which can also contain servers. */
const otherFiles = wordSet(
  'hooks.json manifest.json marketplace.json package.json plugin.json server.json settings.json',
);

/** Returns plain data only, because a fix would keep its document in memory. */
function preferredFix(config: ConfigDocument, problem: Problem, context: RuleContext): ReportedFinding['fix'] {
  // Only the preferred ones, because finding out whether a fix adds errors takes long.
  const fixes = () => (problem.fixes?.(config) ?? []).filter(({ preferred }) => preferred === true);
  const [fix] = usableFixes(config, { ...problem, fixes }, context);
  if (fix === undefined) return undefined;
  const { title, changes, safe } = fix;
  return {
    title,
    changes: changes.map(({ offset, length, text }) => ({ offset, length, text })),
    ...(safe === true && { safe }),
  };
}

const uriOf = (file: string): string => pathToFileURL(file).href;

const lineAt = (text: TextDocument, line: number): string =>
  text.getText({ start: { line, character: 0 }, end: { line: line + 1, character: 0 } });
