/** Lists what a connected server offers. Nothing is called or read. */

import {
  type Client,
  ProtocolError,
  ProtocolErrorCode,
  type RequestOptions,
  type StandardSchemaV1,
  specTypeSchemas,
} from '@modelcontextprotocol/client';
import * as l10n from '@vscode/l10n';
import { isRecord, isText } from '../guards.ts';
import { lockedFields } from '../tool-lock/lock.ts';
import { type CapabilityItem, type CapabilityKind, capabilityKinds } from './capabilities.ts';
import { ConnectionTestError, type TestFailure } from './failure.ts';
import { type Flaw, type InvalidItem, invalidFields, type Schema } from './flaw.ts';
import type { TestResult } from './result.ts';

interface List {
  readonly capability: 'tools' | 'prompts' | 'resources';
  readonly method: string;
  readonly schema: Schema;
  /** Field that identifies an item. */
  readonly key: string;
  /** Description of the step, for the user. */
  readonly step: () => string;
}

const lists: Readonly<Record<CapabilityKind, List>> = {
  tools: {
    capability: 'tools',
    method: 'tools/list',
    schema: specTypeSchemas.Tool,
    key: 'name',
    step: () => l10n.t('Listing tools'),
  },
  prompts: {
    capability: 'prompts',
    method: 'prompts/list',
    schema: specTypeSchemas.Prompt,
    key: 'name',
    step: () => l10n.t('Listing prompts'),
  },
  resources: {
    capability: 'resources',
    method: 'resources/list',
    schema: specTypeSchemas.Resource,
    key: 'uri',
    step: () => l10n.t('Listing resources'),
  },
  resourceTemplates: {
    capability: 'resources',
    method: 'resources/templates/list',
    schema: specTypeSchemas.ResourceTemplate,
    key: 'uriTemplate',
    step: () => l10n.t('Listing resource templates'),
  },
};

/** Maximum number of pages of a list. Oh My Pi has no limit, so it would wait forever for a list without end. */
const maxPages = 1000;

export interface Listed {
  readonly capabilities: Pick<TestResult, CapabilityKind>;
  readonly flaws: readonly Flaw[];
}

/**
 * Reads as tolerantly as Oh My Pi, and reports what stricter agents reject. Oh My Pi drops a server whose tools can't
 * be listed, but uses one without its other lists.
 * @param doing receives a description of what is being listed
 * @param reasonOf explains an error
 * @throws what the client throws if the tools can't be listed, or the connection is lost
 */
export async function listCapabilities(
  client: Client,
  request: RequestOptions,
  doing: (step: string) => void,
  reasonOf: (error: unknown) => TestFailure,
): Promise<Listed> {
  const supported = client.getServerCapabilities() ?? {};
  const found = new Map<CapabilityKind, readonly CapabilityItem[]>();
  const flaws: Flaw[] = [];
  for (const kind of capabilityKinds) {
    const list = lists[kind];
    if (supported[list.capability] === undefined) continue;
    doing(list.step());
    try {
      const { items, invalid } = await readItems(kind, await allPages(client, kind, list.method, request));
      found.set(kind, items);
      if (invalid.length > 0) flaws.push({ kind: 'items', list: kind, items: invalid });
    } catch (error) {
      const failure = reasonOf(error);
      if (kind === 'tools' || endsAll.has(failure.kind)) throw error;
      if (hasNone(error)) found.set(kind, []);
      // A server can have resources without supporting templates.
      if (hasNone(error) && kind === 'resourceTemplates') continue;
      flaws.push({ kind: 'list', list: kind, failure });
    }
  }
  const { tools, prompts, resources, resourceTemplates } = Object.fromEntries(found) as Partial<
    Record<CapabilityKind, readonly CapabilityItem[]>
  >;
  return { capabilities: { tools, prompts, resources, resourceTemplates }, flaws };
}

/** Failures after which nothing else can be listed. */
const endsAll: ReadonlySet<TestFailure['kind']> = new Set(['canceled', 'exited', 'noProtocol', 'tooLarge']);

/** True if the server says that it has no such list. After other errors, it isn't known what it has. */
const hasNone = (error: unknown): boolean =>
  error instanceof ProtocolError && error.code === ProtocolErrorCode.MethodNotFound;

/** Accepts every result: the client's own validation rejects a list for one item. */
const anyResult: StandardSchemaV1<unknown, Record<string, unknown>> = {
  '~standard': { version: 1, vendor: 'switchyard', validate: (value) => ({ value: isRecord(value) ? value : {} }) },
};

async function allPages(
  client: Client,
  kind: CapabilityKind,
  method: string,
  request: RequestOptions,
): Promise<readonly unknown[]> {
  const items: unknown[] = [];
  const cursors = new Set<string>();
  let cursor = '';
  do {
    const params = cursor === '' ? {} : { cursor };
    const result: Record<string, unknown> = await client.request({ method, params }, anyResult, request);
    const page = result[kind];
    if (!Array.isArray(page)) throw new ConnectionTestError({ kind: 'noList', method, field: kind });
    for (const item of page) items.push(item);
    cursor = isText(result.nextCursor) ? result.nextCursor : '';
    if (cursors.has(cursor) || cursors.size === maxPages)
      throw new ConnectionTestError({ kind: 'endlessList', method });
    cursors.add(cursor);
  } while (cursor !== '');
  return items;
}

/** Returns the items that have a name, and what is wrong with items. */
async function readItems(
  kind: CapabilityKind,
  values: readonly unknown[],
): Promise<{ readonly items: readonly CapabilityItem[]; readonly invalid: readonly InvalidItem[] }> {
  const items: CapabilityItem[] = [];
  const invalid: InvalidItem[] = [];
  for (const [index, value] of values.entries()) {
    const item = capabilityItem(kind, value);
    if (item !== undefined) items.push(item);
    const [field] = await invalidFields(value, lists[kind].schema);
    if (field !== undefined) invalid.push({ name: item?.name ?? `[${index}]`, isNamed: item !== undefined, field });
  }
  return { items, invalid };
}

/** Returns undefined if the value can't be identified. */
function capabilityItem(kind: CapabilityKind, value: unknown): CapabilityItem | undefined {
  if (!isRecord(value)) return undefined;
  const key = value[lists[kind].key];
  if (!isText(key)) return undefined;
  const text = (field: string) => (isText(value[field]) ? { [field]: value[field] } : {});
  return {
    name: isText(value.name) ? value.name : key,
    ...text('title'),
    ...text('description'),
    ...(lists[kind].key !== 'name' && { uri: key }),
    ...(kind !== 'resources' && { fields: fieldsOf(lockedFields[kind], value) }),
  };
}

/** Returns the locked fields. `null` means the same as no value. */
function fieldsOf(
  locked: readonly string[],
  item: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(item).filter(([field, value]) => locked.includes(field) && value !== undefined && value !== null),
  );
}
