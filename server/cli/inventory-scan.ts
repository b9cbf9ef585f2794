/** The servers of one checkout: those that Oh My Pi finds, and those in files of tools that it doesn't read. */
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type ToolId, toolFiles } from '../../common/generated/tools.ts';
import { isLooseJson } from '../../common/tool-files.ts';
import type { EffectiveServer } from '../config/effective.ts';
import { type JsonNode, liveMembers } from '../config/json.ts';
import type { Place } from '../config/sources.ts';
import { stateInWords } from '../config/state-text.ts';
import { ConversionError } from '../convert/failure.ts';
import { readSource } from '../convert/read.ts';
import type { PortableServer } from '../convert/read-server.ts';
import { commandWords, isMap, textOf, type Value } from '../convert/value.ts';
import { readText } from '../files/disk.ts';
import { FileError, positionIn } from '../files/file-error.ts';
import { uriKey } from '../files/uris.ts';
import type { Policy } from '../policy/policy.ts';
import { definitionSubject, definitionValues } from '../policy/subject.ts';
import { policyInfo, verdictOf } from '../policy/verdict.ts';
import type { DocumentStore } from '../workspace/document-store.ts';
import { machine } from '../workspace/machine.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { findAllConfigs, type NamedCheckout } from './checkouts.ts';
import { type InventoryServer, inventoryServer, type ServerFacts } from './inventory-server.ts';
import { loadRepositoryConfig } from './load-repository-config.ts';
import { leadsOutside } from './outside-links.ts';
import { unreadableFiles } from './unreadable.ts';
import { checkoutWorkspace, machineWorkspace } from './workspaces.ts';

export interface ScanOptions {
  readonly policy: Policy;
  readonly agentVersion: string | undefined;
}

export interface Scan {
  /** The assumed version of Oh My Pi; absent for files that it doesn't read. */
  readonly agentVersion: string | undefined;
  readonly servers: readonly InventoryServer[];
  /** Files whose servers may be missing, one sentence each. */
  readonly warnings: readonly string[];
}

export async function scanCheckout({ folder, name, deep }: NamedCheckout, options: ScanOptions): Promise<Scan> {
  const { workspace, skipped } = await checkoutWorkspace(folder, options);
  const root = pathToFileURL(folder).href;
  const scan = new CheckoutScan(folder, name, options, workspace.places.version);
  scan.checkRepositoryConfig();
  scan.place(workspace, workspace.places.ofProject(root), skipped);
  if (deep)
    for (const uri of await findAllConfigs(root, (warning) => scan.warnings.push(warning)))
      if (workspace.places.level(uri) !== undefined) scan.place(workspace, workspace.places.ofFile(uri), skipped);
  for (const uri of skipped) scan.skipLink(uri);
  for (const { project = [], dialect } of toolFiles)
    for (const file of project) await scan.otherFile(path.join(folder, file), dialect);
  return scan;
}

/** Scans the user-level files of this computer. */
export async function scanUser(home: string, options: ScanOptions): Promise<Scan> {
  const workspace = await machineWorkspace(undefined, home, options);
  const scan = new CheckoutScan(home, '~', options, workspace.places.version);
  scan.place(workspace, workspace.places.ofProject(undefined));
  return scan;
}

/** Scans a file that isn't part of a checkout. @param folder base of the file's name in the inventory */
export async function scanFile(file: string, folder: string, options: ScanOptions): Promise<Scan> {
  const scan = new CheckoutScan(folder, '.', options);
  await scan.otherFile(file, undefined);
  return scan;
}

class CheckoutScan implements Scan {
  readonly servers: InventoryServer[] = [];
  readonly warnings: string[] = [];
  readonly agentVersion: string | undefined;
  readonly #folder: string;
  readonly #name: string;
  readonly #policy: Policy;
  readonly #places = new Set<string>();
  /** Keys of the files whose servers are listed or that can't be read. */
  readonly #listedFiles = new Set<string>();

  constructor(folder: string, name: string, { policy }: ScanOptions, agentVersion?: string) {
    this.agentVersion = agentVersion;
    this.#folder = folder;
    this.#name = name;
    this.#policy = policy;
  }

  /** Adds a warning if `.mcp-config.json` is invalid. Only its valid parts apply. */
  checkRepositoryConfig(): void {
    try {
      loadRepositoryConfig(this.#folder, undefined);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      this.warnings.push(error.message);
    }
  }

  /** Adds the servers that Oh My Pi finds if it is started there. @param skipped URIs of links that aren't followed */
  place(workspace: Workspace, place: Place, skipped?: ReadonlySet<string>): void {
    const key = `${place.project}\n${place.ohMyPiFolder}`;
    if (this.#places.has(key)) return;
    this.#places.add(key);
    const { files, effective } = workspace.placeState(place);
    for (const server of effective.servers) this.#add(server, workspace.documents);
    for (const { source, definitions } of files) if (definitions.length > 0) this.#listedFiles.add(source.key);
    // What Oh My Pi can't read may be right for the tool.
    for (const { source, broken, damaged } of files)
      if (isLooseJson(source.dialect) ? damaged : broken)
        this.#warn(source.uri, `${this.#displayPath(fileURLToPath(source.uri))}: not valid; servers may be missing.`);
    for (const { source } of unreadableFiles(workspace, place, skipped))
      this.#warn(source.uri, `${this.#displayPath(fileURLToPath(source.uri))}: couldn't be read.`);
  }

  /** Links out of a checkout aren't followed: the result doesn't depend on the computer, and shows nothing of it. */
  skipLink(uri: string): void {
    const name = this.#displayPath(fileURLToPath(uri));
    this.#warn(uri, `${name}: skipped, because it's a link that leads outside the checkout.`);
  }

  #warn(uri: string, text: string): void {
    this.#listedFiles.add(uriKey(uri));
    this.warnings.push(text);
  }

  #add(server: EffectiveServer, documents: DocumentStore): void {
    const { definition, source, state } = server;
    const document = documents.get(source.uri);
    if (document === undefined || this.#listedFiles.has(source.key)) return;
    const value = definitionValues(definition);
    const subject = definitionSubject(definition);
    const facts = { ...subject, env: keysOf(value('env')), headers: keysOf(value('headers')) };
    const { text } = document;
    this.#push(facts, fileURLToPath(source.uri), text.positionAt(definition.key.offset).line + 1, {
      level: source.level,
      state,
      reason: stateInWords(server),
    });
  }

  /** Adds the servers of a file that Oh My Pi doesn't read, if it exists. */
  async otherFile(file: string, dialect: ToolId | undefined): Promise<void> {
    const uri = pathToFileURL(file).href;
    if (this.#listedFiles.has(uriKey(uri)) || machine.files.stamp(uri) === undefined) return;
    if (leadsOutside(file, this.#folder)) return this.skipLink(uri);
    this.#listedFiles.add(uriKey(uri));
    try {
      const text = readText(file);
      const { servers } = await readSource(text, { path: file, ...(dialect !== undefined && { from: dialect }) });
      for (const server of servers)
        this.#push(factsOf(server), file, Number.parseInt(positionIn(text, server.at.offset), 10), {
          level: 'project',
          state: 'notRead',
          reason: 'Not read by Oh My Pi',
        });
    } catch (error) {
      if (error instanceof FileError) this.warnings.push(error.message);
      else if (!(error instanceof ConversionError)) throw error;
      else if (error.failure === 'broken' || error.failure === 'too-large')
        this.warnings.push(`${this.#displayPath(file)}: ${error.message}`);
    }
  }

  #push(
    facts: ServerFacts,
    file: string,
    line: number,
    location: Pick<InventoryServer, 'level' | 'state' | 'reason'>,
  ): void {
    const policy = policyInfo(verdictOf(facts, this.#policy));
    this.servers.push(
      inventoryServer(facts, { ...location, checkout: this.#name, file: this.#inCheckout(file), line, policy }),
    );
  }

  #inCheckout(file: string): string {
    return path.relative(this.#folder, file).replaceAll(path.sep, '/');
  }

  #displayPath(file: string): string {
    const inCheckout = this.#inCheckout(file);
    return this.#name === '.' ? inCheckout : `${this.#name}/${inCheckout}`;
  }
}

const keysOf = (node: JsonNode | undefined): readonly string[] => [...liveMembers(node).keys()];

function factsOf({ name, transport, fields }: PortableServer): ServerFacts {
  const keys = (value: Value | undefined): readonly string[] => (isMap(value) ? [...value.keys()] : []);
  const words = commandWords(fields.get('command'), fields.get('args'));
  return {
    name,
    transport,
    commandLine: fields.has('command') ? words : undefined,
    url: textOf(fields.get('url')),
    hasEndpoint: fields.has('command') || fields.has('url'),
    env: keys(fields.get('env')),
    headers: keys(fields.get('headers')),
  };
}
