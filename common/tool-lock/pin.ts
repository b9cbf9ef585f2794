/** Creates pins from the result of a connection test. */
import * as l10n from '@vscode/l10n';
import type { TestResult } from '../connection-test/result.ts';
import { visible } from '../escape.ts';
import { maskAddress, maskCommandLine } from '../mask-secrets.ts';
import type { ServerDefinition } from '../server-definition.ts';
import { sha256 } from '../sha256.ts';
import { canonicalJson, TooDeepError } from './canonical.ts';
import {
  type ItemKind,
  type ItemPin,
  type ItemPins,
  itemKinds,
  longestValue,
  type Pinned,
  type ServerPin,
} from './lock.ts';

/** Thrown if what a server offers can't be pinned. The message says why. */
export class PinError extends Error {
  override readonly name = 'PinError';
}

/** The pinned parts of a tool, prompt, or resource template. */
export interface PinnedItem {
  readonly kind: ItemKind;
  /** The URI template of a resource template. */
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Returns everything that is pinned for a server, except for its instructions. */
export function pinnedItems(result: TestResult): readonly PinnedItem[] {
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
 * @throws PinError if two items have the same name, or if a schema is nested too deeply
 */
export async function pinServer(result: TestResult, written: ServerDefinition): Promise<ServerPin> {
  const items = pinnedItems(result);
  const ofKind = async (kind: ItemKind): Promise<ItemPins> => {
    const pins = new Map<string, ItemPin>();
    for (const item of items) {
      if (item.kind !== kind) continue;
      if (pins.has(item.name))
        throw new PinError(l10n.t('The server lists "{0}" twice, so it can\'t be pinned.', visible(item.name)));
      pins.set(item.name, await pinItem(item));
    }
    return Object.fromEntries(pins);
  };
  const { instructions, server, revisions } = result;
  return {
    launch: await launchFingerprint(written),
    server,
    protocolVersion: revisions[0] ?? '',
    ...(instructions !== undefined && { instructions: await pinned(instructions) }),
    tools: await ofKind('tools'),
    prompts: await ofKind('prompts'),
    resourceTemplates: await ofKind('resourceTemplates'),
  };
}

async function pinItem({ name, fields }: PinnedItem): Promise<ItemPin> {
  try {
    const pins = Object.entries(fields).map(async ([field, value]) => [field, await pinned(value)] as const);
    return Object.fromEntries(await Promise.all(pins));
  } catch (error) {
    if (!(error instanceof TooDeepError)) throw error;
    throw new PinError(l10n.t('The schema of "{0}" has too many levels to be pinned.', visible(name)));
  }
}

async function pinned(value: unknown): Promise<Pinned> {
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
