/** One server of an inventory: names and versions, never values. */
import { createHash } from 'node:crypto';
import type { PolicyInfo, ServerState } from '../../../common/messages/tool-servers.ts';
import { programName } from '../../../common/program-name.ts';
import { maskAddress, maskCommandLine } from '../../../common/text/mask-secrets.ts';
import { tokenIn } from '../../../common/text/secrets.ts';
import { type PackageIdentity, packageIdentity } from '../../config/packages/package-identity.ts';
import { ConfigDocument } from '../../config/servers/document.ts';
import type { JsonNode } from '../../config/text/json.ts';
import type { PolicySubject } from '../../policy/verdict.ts';
import { type EntryDigests, entryDigests } from './entry-digests.ts';

export interface InventoryServer {
  /** Hash of the checkout, file, and name: the same in every inventory of the same folders. */
  readonly id: string;
  readonly name: string;
  readonly transport: 'stdio' | 'http' | 'sse' | null;
  readonly package: PackageIdentity | null;
  /** The program, if it isn't a package runner. */
  readonly program: string | null;
  readonly host: string | null;
  /** Folder relative to the given path; `.` for that path itself. */
  readonly checkout: string;
  /** Relative to the checkout, with forward slashes. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly level: 'project' | 'user';
  /** `notRead`: Oh My Pi doesn't read the file. */
  readonly state: ServerState | 'notRead';
  /** State and reason as text. */
  readonly reason: string;
  readonly policy: PolicyInfo | null;
  /** Names of environment variables and headers. */
  readonly env: readonly string[];
  readonly headers: readonly string[];
  /** Hash of the command, arguments, or URL, without values that may be secret. */
  readonly digest: string;
  /** The same of each property of the entry. */
  readonly properties: EntryDigests;
}

/** Facts from the definition of a server. */
export interface ServerFacts extends PolicySubject {
  readonly env: readonly string[];
  readonly headers: readonly string[];
}

export type Location = Pick<InventoryServer, 'checkout' | 'file' | 'line' | 'level' | 'state' | 'reason' | 'policy'>;

export function inventoryServer(facts: ServerFacts, entry: JsonNode | undefined, location: Location): InventoryServer {
  const { name, transport, commandLine, url, env, headers } = facts;
  const { checkout, file } = location;
  const isProcess = transport === 'stdio';
  const run = isProcess && commandLine !== undefined ? packageIn(commandLine) : null;
  return {
    id: digestOf([checkout, file, name]),
    name,
    transport: transport ?? null,
    package: run,
    program: isProcess && run === null ? programIn(commandLine) : null,
    host: isProcess ? null : hostIn(url),
    ...location,
    env: env.toSorted(),
    headers: headers.toSorted(),
    digest: digestOf([transport ?? '', ...(isProcess ? maskCommandLine(commandLine ?? []) : [maskAddress(url ?? '')])]),
    properties: entryDigests(entry),
  };
}

/** A file can define a name twice, and two folders can have the same name. */
export function withUniqueIds(servers: readonly InventoryServer[]): readonly InventoryServer[] {
  const counts = new Map<string, number>();
  return servers.map((server) => {
    const count = (counts.get(server.id) ?? 0) + 1;
    counts.set(server.id, count);
    return count === 1 ? server : { ...server, id: `${server.id}-${count}` };
  });
}

/** Returns the first 16 hexadecimal digits of the SHA-256 hash. */
const digestOf = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);

function packageIn([command = '', ...args]: readonly string[]): PackageIdentity | null {
  const document = new ConfigDocument(JSON.stringify({ mcpServers: { server: { command, args } } }));
  const run = document.servers[0]?.package;
  return (run && packageIdentity(run)) ?? null;
}

/** Returns the program's name, without a folder. Some configs have arguments, or even variables, in the command. */
function programIn([command = '']: readonly string[] = []): string | null {
  const word = /^\s*(?:"[^"]+"|[^\s"]+(?=\s|$))/.exec(command.replace(/^(?:\s*\w+=\S*\s)+/, ''))?.[0];
  const program = programName((word ?? '').trim().replaceAll('"', ''));
  return program === '' || program.includes('=') || tokenIn(program) !== undefined ? null : program;
}

/** Variables can make a URL invalid. Their names keep their case, which the host doesn't. */
const hostIn = (url = ''): string | null => {
  const host = URL.canParse(url)
    ? new URL(url).host
    : /^\s*[a-z]+:\/\/(?:[^/?#]*@)?([^/?#@\s]+)/i.exec(url)?.[1]?.toLowerCase();
  if (!host || tokenIn(host) !== undefined) return null;
  return host.replace(/\{[^{}]*\}/g, (variable) => {
    const at = url.toLowerCase().indexOf(variable);
    return at < 0 ? variable : url.slice(at, at + variable.length);
  });
};
