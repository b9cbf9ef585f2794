/** Reads `mcp-lock.json` strictly: a file that isn't entirely understood is never overwritten. */
import * as l10n from '@vscode/l10n';
import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import { visible } from '../text/escape.ts';
import { isTooDeep } from '../text/nesting.ts';
import { sha256 } from '../text/sha256.ts';
import { canonicalJson, maxLockDepth, TooDeepError } from './canonical.ts';
import {
  type ItemKind,
  type ItemLock,
  type ItemLocks,
  itemKinds,
  type Lock,
  type LockedItems,
  type LockedValue,
  lockedFields,
  lockVersion,
  maxLockLength,
  type ServerLock,
} from './lock.ts';

/** Thrown if the lock can't be used. The message has one or two sentences without the file's name. */
export class LockError extends Error {
  override readonly name = 'LockError';
  /** 1-based. */
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

/**
 * @throws LockError if the text isn't a lock of this version, or is inconsistent: a duplicate name, or a value that
 * doesn't match its hash
 */
export async function readLock(text: string): Promise<Lock> {
  return new Reader(text.replace(/^\ufeff/, ' ')).read();
}

class Reader {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  #fail(offset: number, message: string): never {
    throw new LockError(message, this.#text.slice(0, offset).split(/\r\n|\r|\n/).length);
  }

  #parse(): Node {
    const { length } = this.#text;
    if (length > maxLockLength) this.#fail(0, l10n.t('The file is larger than {0} MB.', maxLockLength / 1_000_000));
    const errors: ParseError[] = [];
    if (isTooDeep(this.#text, 'json', maxLockDepth)) this.#fail(0, l10n.t('Too many levels.'));
    const root = parseTree(this.#text, errors, { disallowComments: true, allowTrailingComma: false });
    const [error] = errors;
    if (error !== undefined || root === undefined) this.#fail(error?.offset ?? 0, l10n.t("The file isn't valid JSON."));
    return root;
  }

  async read(): Promise<Lock> {
    const root = this.#parse();
    const members = this.#members(root, ['$schema', 'lockfileVersion', 'servers']);
    const version = this.#required(root, members, 'lockfileVersion');
    const { value } = version;
    if (typeof value === 'number' && value > lockVersion)
      this.#fail(
        version.offset,
        l10n.t('"lockfileVersion" {0} is newer than {1}. Update Switchyard.', value, lockVersion),
      );
    if (value !== lockVersion) this.#fail(version.offset, l10n.t('Expected "lockfileVersion" {0}.', lockVersion));
    const schema = members.get('$schema');
    const servers = new Map<string, ServerLock>();
    for (const [name, node] of this.#members(this.#required(root, members, 'servers')))
      servers.set(name, await this.#server(node));
    return { ...(schema && { $schema: this.#string(schema) }), servers: Object.fromEntries(servers) };
  }

  async #server(node: Node): Promise<ServerLock> {
    const known = ['launch', 'server', 'protocolVersion', 'instructions', ...itemKinds];
    const members = this.#members(node, known);
    const server = this.#required(node, members, 'server');
    const told = this.#members(server, ['name', 'version']);
    const instructions = members.get('instructions');
    const ifListed = async (kind: ItemKind): Promise<LockedItems> => {
      const found = members.get(kind);
      return found === undefined ? {} : { [kind]: await this.#items(kind, found) };
    };
    return {
      launch: this.#hash(this.#required(node, members, 'launch')),
      server: {
        name: this.#string(this.#required(server, told, 'name')),
        version: this.#string(this.#required(server, told, 'version')),
      },
      protocolVersion: this.#string(this.#required(node, members, 'protocolVersion')),
      ...(instructions && { instructions: await this.#locked(instructions) }),
      tools: await this.#items('tools', this.#required(node, members, 'tools')),
      ...(await ifListed('prompts')),
      ...(await ifListed('resourceTemplates')),
    };
  }

  async #items(kind: ItemKind, node: Node): Promise<ItemLocks> {
    const items = new Map<string, ItemLock>();
    for (const [name, item] of this.#members(node)) {
      const fields = new Map<string, LockedValue>();
      for (const [field, value] of this.#members(item, lockedFields[kind]))
        fields.set(field, await this.#locked(value));
      items.set(name, Object.fromEntries(fields));
    }
    return Object.fromEntries(items);
  }

  async #locked(node: Node): Promise<LockedValue> {
    const members = this.#members(node, ['sha256', 'value']);
    const hash = this.#hash(this.#required(node, members, 'sha256'));
    const kept = members.get('value');
    if (kept === undefined) return { sha256: hash };
    const value: unknown = JSON.parse(this.#text.slice(kept.offset, kept.offset + kept.length));
    if ((await sha256(this.#canonical(value, kept))) !== hash)
      this.#fail(
        kept.offset,
        l10n.t(
          "The value doesn't match its hash: the file was edited. Restore it, or remove the server and lock it again.",
        ),
      );
    return { sha256: hash, value };
  }

  #canonical(value: unknown, node: Node): string {
    try {
      return canonicalJson(value);
    } catch (error) {
      if (error instanceof TooDeepError) this.#fail(node.offset, l10n.t('Too many levels.'));
      throw error;
    }
  }

  /** Returns the properties of an object by name. @param known names that are allowed; absent: all */
  #members(node: Node, known?: readonly string[]): Map<string, Node> {
    if (node.type !== 'object') this.#fail(node.offset, l10n.t('Expected an object.'));
    const members = new Map<string, Node>();
    for (const { children: [key, value] = [] } of node.children ?? []) {
      if (key === undefined || value === undefined) continue;
      const name = String(key.value);
      const shown = visible(JSON.stringify(name.slice(0, 100)));
      if (known?.includes(name) === false) this.#fail(key.offset, l10n.t('Unknown property {0}.', shown));
      if (members.has(name)) this.#fail(key.offset, l10n.t('Duplicate property {0}.', shown));
      members.set(name, value);
    }
    return members;
  }

  #required(node: Node, members: ReadonlyMap<string, Node>, name: string): Node {
    return members.get(name) ?? this.#fail(node.offset, l10n.t('Missing property "{0}".', name));
  }

  #string(node: Node): string {
    return node.type === 'string' ? String(node.value) : this.#fail(node.offset, l10n.t('Expected a string.'));
  }

  #hash(node: Node): string {
    const text = this.#string(node);
    if (!/^[\da-f]{64}$/.test(text)) this.#fail(node.offset, l10n.t('Expected a SHA-256 hash: 64 hexadecimal digits.'));
    return text;
  }
}
