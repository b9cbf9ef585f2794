/** Creates locks from the result of a connection test. */
import * as l10n from '@vscode/l10n';
import type { TestResult } from '../connection-test/result.ts';
import type { ServerDefinition } from '../messages/server-definition.ts';
import { visible } from '../text/escape.ts';
import { maskAddress, maskCommandLine } from '../text/mask-secrets.ts';
import { sha256 } from '../text/sha256.ts';
import { canonicalJson, TooDeepError } from './canonical.ts';
import {
  type ItemKind,
  type ItemLock,
  type ItemLocks,
  itemKinds,
  type LockedItems,
  type LockedValue,
  longestValue,
  type ServerLock,
} from './lock.ts';

/** Thrown if what a server offers can't be locked. The message says why. */
export class CannotLockError extends Error {
  override readonly name = 'CannotLockError';
}

/** The locked parts of a tool, prompt, or resource template. */
export interface LockableItem {
  readonly kind: ItemKind;
  /** The URI template of a resource template. */
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Returns everything that is locked for a server, except for its instructions. */
export function lockableItems(result: TestResult): readonly LockableItem[] {
  return itemKinds.flatMap((kind) =>
    (result[kind] ?? []).map(({ name, uri, fields }) => ({
      kind,
      name: kind === 'resourceTemplates' ? (uri ?? name) : name,
      fields: fields ?? {},
    })),
  );
}

/**
 * @param written the definition as written in its file
 * @throws CannotLockError if two items have the same name, or if a schema is nested too deeply
 */
export async function lockServer(result: TestResult, written: ServerDefinition): Promise<ServerLock> {
  const items = lockableItems(result);
  const ofKind = async (kind: ItemKind): Promise<ItemLocks> => {
    const locks = new Map<string, ItemLock>();
    for (const item of items) {
      if (item.kind !== kind) continue;
      if (locks.has(item.name))
        throw new CannotLockError(l10n.t('The server lists "{0}" twice, so it can\'t be locked.', visible(item.name)));
      locks.set(item.name, await lockItem(item));
    }
    return Object.fromEntries(locks);
  };
  const unlisted = new Set(result.flaws.map((flaw) => (flaw.kind === 'list' ? flaw.list : undefined)));
  const ifListed = async (kind: ItemKind): Promise<LockedItems> =>
    result[kind] === undefined && unlisted.has(kind) ? {} : { [kind]: await ofKind(kind) };
  const { instructions, server, revisions } = result;
  return {
    launch: await launchFingerprint(written),
    server,
    protocolVersion: revisions[0] ?? '',
    ...(instructions !== undefined && { instructions: await locked(instructions) }),
    tools: await ofKind('tools'),
    ...(await ifListed('prompts')),
    ...(await ifListed('resourceTemplates')),
  };
}

async function lockItem({ name, fields }: LockableItem): Promise<ItemLock> {
  try {
    const locks = Object.entries(fields).map(async ([field, value]) => [field, await locked(value)] as const);
    return Object.fromEntries(await Promise.all(locks));
  } catch (error) {
    if (!(error instanceof TooDeepError)) throw error;
    throw new CannotLockError(l10n.t('The schema of "{0}" has too many levels to be locked.', visible(name)));
  }
}

async function locked(value: unknown): Promise<LockedValue> {
  const text = canonicalJson(value);
  const hash = await sha256(text);
  return text.length > longestValue ? { sha256: hash } : { sha256: hash, value: JSON.parse(text) };
}

/**
 * Returns a hash of how a server is started or reached. Variables aren't expanded, so that it's the same on every
 * machine. Excludes the values of `env` and `headers`, and secrets in arguments and in the URL, because a short secret
 * could be guessed from the hash.
 */
export function launchFingerprint(definition: ServerDefinition): Promise<string> {
  return sha256(canonicalJson(withoutSecrets(definition)));
}

/** Returns the data that is hashed. */
export function withoutSecrets(definition: ServerDefinition): object {
  if (definition.transport !== 'stdio') {
    const { transport, url, headers } = definition;
    return { transport, url: maskAddress(url), headers: Object.keys(headers).toSorted() };
  }
  const { transport, command, env, cwd } = definition;
  const [program, ...args] = maskCommandLine([command, ...definition.args]);
  return { transport, command: program, args, env: Object.keys(env).toSorted(), cwd };
}
