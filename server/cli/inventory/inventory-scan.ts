/** The servers of one checkout: those that Oh My Pi finds, and those in files of tools that it doesn't read. */
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type ToolId, toolFiles } from '../../../common/generated/tools.ts';
import { isLooseJson } from '../../../common/messages/tool-files.ts';
import { remembered } from '../../../common/remembered.ts';
import type { EffectiveServer } from '../../config/oh-my-pi/effective.ts';
import { stateInWords } from '../../config/oh-my-pi/state-text.ts';
import type { Place } from '../../config/servers/sources.ts';
import { type JsonNode, liveMembers, memberValue, type ObjectNode } from '../../config/text/json.ts';
import { ConversionError } from '../../convert/failure.ts';
import type { PortableServer } from '../../convert/fields/read-server.ts';
import { type WrittenServer, writtenServers } from '../../convert/finding/written-servers.ts';
import { type ReadOptions, readSource } from '../../convert/read.ts';
import { commandWords, isMap, textOf, type Value } from '../../convert/value.ts';
import { readText } from '../../files/disk.ts';
import { FileError, positionIn } from '../../files/file-error.ts';
import { uriKey } from '../../files/uris.ts';
import type { Policy } from '../../policy/policy.ts';
import { definitionSubject, definitionValues } from '../../policy/subject.ts';
import { policyInfo, verdictOf } from '../../policy/verdict.ts';
import type { DocumentStore } from '../../workspace/document-store.ts';
import { machine } from '../../workspace/machine.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { faultsInProject } from '../agents/agent-descriptions.ts';
import { notValid, unreadableFiles } from '../check/unreadable.ts';
import { findPlacedFiles, type NamedCheckout, placeOfFile } from '../files/checkouts.ts';
import { leadsOutside } from '../files/outside-links.ts';
import { checkoutWorkspace, machineWorkspace } from '../files/workspaces.ts';
import { type InventoryServer, inventoryServer, type ServerFacts } from './inventory-server.ts';

export interface ScanOptions {
  readonly policy: Policy;
  readonly agentVersion: string | undefined;
}

/** A server with its entry, which has values that may be secret. */
export interface ScannedServer {
  readonly server: InventoryServer;
  readonly entry: JsonNode | undefined;
}

export interface Scan {
  /** The assumed version of Oh My Pi; absent for files that it doesn't read. */
  readonly agentVersion: string | undefined;
  /** With different IDs, also if a file defines a name twice. */
  readonly servers: readonly ScannedServer[];
  /** What else is in files that only have servers, by file. */
  readonly settings: ReadonlyMap<string, ObjectNode>;
  /** The folders in which agents can start and find servers, relative to the checkout; the checkout itself is empty. */
  readonly projects: ReadonlySet<string>;
  /** Files whose servers may be missing, one sentence each. */
  readonly warnings: readonly string[];
}

export async function scanCheckout({ folder, name, deep }: NamedCheckout, options: ScanOptions): Promise<Scan> {
  const { workspace, skipped } = await checkoutWorkspace(folder, options);
  const root = pathToFileURL(folder).href;
  const scan = new CheckoutScan(folder, name, options, workspace.places.version);
  await scan.checkRepositoryConfig();
  scan.place(workspace, workspace.places.ofProject(root), skipped);
  const placed = deep ? await findPlacedFiles(folder, (warning) => scan.warnings.push(warning)) : [];
  for (const file of placed) {
    const uri = pathToFileURL(path.join(folder, file)).href;
    const project = placeOfFile(file)?.project ?? '';
    scan.projects.add(project);
    const { places } = workspace;
    const isOwn = places.level(uri) !== undefined;
    scan.place(
      workspace,
      isOwn ? places.ofFile(uri) : places.ofProject(pathToFileURL(path.join(folder, project)).href),
      skipped,
    );
  }
  for (const uri of skipped) scan.skipLink(uri);
  const ofRoot = toolFiles.flatMap(({ project = [] }) => project);
  for (const file of new Set(['.mcp.json', 'mcp.json', '.omp/mcp.json', '.omp/.mcp.json', ...ofRoot, ...placed]))
    await scan.rest(path.join(folder, file), placeOfFile(file)?.dialect);
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
  await scan.rest(file, undefined);
  return scan;
}

class CheckoutScan implements Scan {
  readonly servers: ScannedServer[] = [];
  readonly settings = new Map<string, ObjectNode>();
  readonly projects = new Set(['']);
  readonly warnings: string[] = [];
  readonly agentVersion: string | undefined;
  readonly #folder: string;
  readonly #name: string;
  readonly #policy: Policy;
  readonly #places = new Set<string>();
  /** Offsets of the servers that are listed, by the key of their file. */
  readonly #listed = new Map<string, Set<number>>();
  /** Keys of the files that can't be read, or must not be. */
  readonly #unread = new Set<string>();

  constructor(folder: string, name: string, { policy }: ScanOptions, agentVersion?: string) {
    this.agentVersion = agentVersion;
    this.#folder = folder;
    this.#name = name;
    this.#policy = policy;
  }

  /** Adds a warning if `.mcp-config.json` or `.mcp-agents.json` is invalid. Only its valid parts apply. */
  async checkRepositoryConfig(): Promise<void> {
    this.warnings.push(...(await faultsInProject(this.#folder)));
  }

  /** Adds the servers that Oh My Pi finds if it is started there. @param skipped URIs of links that aren't followed */
  place(workspace: Workspace, place: Place, skipped?: ReadonlySet<string>): void {
    const key = `${place.project}\n${place.ohMyPiFolder}`;
    if (this.#places.has(key)) return;
    this.#places.add(key);
    const { files, effective } = workspace.placeState(place);
    const before = new Set(this.#listed.keys());
    for (const server of effective.servers) if (!before.has(server.source.key)) this.#add(server, workspace.documents);
    // What Oh My Pi can't read may be right for the tool.
    for (const { source, broken, damaged } of files)
      if (isLooseJson(source.dialect) ? damaged : broken)
        this.#warn(source.uri, `${this.#displayPath(fileURLToPath(source.uri))}: ${notValid}`);
    for (const { source } of unreadableFiles(workspace, place, skipped))
      this.#warn(source.uri, `${this.#displayPath(fileURLToPath(source.uri))}: couldn't be read.`);
  }

  /** Links out of a checkout aren't followed: the result doesn't depend on the computer, and shows nothing of it. */
  skipLink(uri: string): void {
    const name = this.#displayPath(fileURLToPath(uri));
    this.#warn(uri, `${name}: skipped, because it's a link that leads outside the checkout.`);
  }

  #warn(uri: string, text: string): void {
    this.#unread.add(uriKey(uri));
    this.warnings.push(text);
  }

  #add(server: EffectiveServer, documents: DocumentStore): void {
    const { definition, source, state } = server;
    const document = documents.get(source.uri);
    if (document === undefined) return;
    remembered(this.#listed, source.key, () => new Set<number>()).add(definition.key.offset);
    const value = definitionValues(definition);
    const subject = definitionSubject(definition);
    const facts = { ...subject, env: keysOf(value('env')), headers: keysOf(value('headers')) };
    const { text } = document;
    this.#push(facts, definition.entry?.value ?? definition.node, fileURLToPath(source.uri), {
      line: text.positionAt(definition.key.offset).line + 1,
      level: source.level,
      state,
      reason: stateInWords(server),
    });
  }

  /** Adds the servers of a file that Oh My Pi doesn't find there, if it exists. */
  async rest(file: string, dialect: ToolId | undefined): Promise<void> {
    const uri = pathToFileURL(file).href;
    if (this.#unread.has(uriKey(uri)) || machine.files.stamp(uri) === undefined) return;
    if (leadsOutside(file, this.#folder)) return this.skipLink(uri);
    try {
      await this.#restOf(readText(file), file, { path: file, ...(dialect !== undefined && { from: dialect }) });
    } catch (error) {
      if (error instanceof FileError) this.warnings.push(error.message);
      else if (!(error instanceof ConversionError)) throw error;
      else if (error.failure === 'broken' || error.failure === 'too-large')
        this.warnings.push(`${this.#displayPath(file)}: ${error.message}`);
    }
  }

  async #restOf(text: string, file: string, options: ReadOptions): Promise<void> {
    const { servers, settings } = await writtenServers(text, options);
    if (settings !== undefined) this.settings.set(this.#inCheckout(file), settings);
    const listed = this.#listed.get(uriKey(pathToFileURL(file).href));
    if (listed !== undefined && servers.every(({ at }) => listed.has(at.offset))) return;
    const converted = new Map((await convertedServers(text, options)).map((server) => [server.at.offset, server]));
    const found = new Map<number, WrittenServer | PortableServer>([
      ...converted,
      ...servers.map((server) => [server.at.offset, server] as const),
    ]);
    for (const [offset, server] of found) {
      if (listed?.has(offset) === true) continue;
      const portable = converted.get(offset);
      const entry = 'value' in server ? server.value : undefined;
      this.#push(portable === undefined ? bareFacts(server.name, entry) : factsOf(portable), entry, file, {
        line: Number.parseInt(positionIn(text, offset), 10),
        level: 'project',
        state: 'notRead',
        reason: 'Not read by Oh My Pi',
      });
    }
  }

  #push(
    facts: ServerFacts,
    entry: JsonNode | undefined,
    file: string,
    location: Pick<InventoryServer, 'line' | 'level' | 'state' | 'reason'>,
  ): void {
    const policy = policyInfo(verdictOf(facts, this.#policy));
    const place = { ...location, checkout: this.#name, file: this.#inCheckout(file), policy };
    this.servers.push({ server: inventoryServer(facts, entry, place), entry });
  }

  #inCheckout(file: string): string {
    return path.relative(this.#folder, file).replaceAll(path.sep, '/');
  }

  #displayPath(file: string): string {
    const inCheckout = this.#inCheckout(file);
    return this.#name === '.' ? inCheckout : `${this.#name}/${inCheckout}`;
  }
}

/** Returns the servers that can be converted. @throws ConversionError if the text can't be read */
async function convertedServers(text: string, options: ReadOptions): Promise<readonly PortableServer[]> {
  try {
    return (await readSource(text, options)).servers;
  } catch (error) {
    if (error instanceof ConversionError && (error.failure === 'no-servers' || error.failure === 'unrecognized'))
      return [];
    throw error;
  }
}

/** What is known about an entry that starts nothing. */
const bareFacts = (name: string, entry: JsonNode | undefined): ServerFacts => ({
  name,
  transport: undefined,
  commandLine: undefined,
  url: undefined,
  hasEndpoint: false,
  env: keysOf(memberValue(entry, 'env')),
  headers: keysOf(memberValue(entry, 'headers')),
});

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
