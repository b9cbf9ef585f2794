/** Lists what a connected server offers. Nothing is called or read. */

import { type Client, ProtocolError, ProtocolErrorCode, type RequestOptions } from '@modelcontextprotocol/client';
import * as l10n from '@vscode/l10n';
import { type ItemKind, pinnedFields } from '../tool-lock/lock.ts';
import type { CapabilityItem, CapabilityKind, TestResult } from './result.ts';

/** Descriptions of the current step, for the user. */
const steps: Readonly<Record<CapabilityKind, () => string>> = {
  tools: () => l10n.t('Listing tools'),
  prompts: () => l10n.t('Listing prompts'),
  resources: () => l10n.t('Listing resources'),
  resourceTemplates: () => l10n.t('Listing resource templates'),
};

interface Listed {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly uri?: string;
  readonly uriTemplate?: string;
}

/** @param doing receives a description of what is being listed */
export async function listCapabilities(
  client: Client,
  request: RequestOptions,
  doing: (step: string) => void,
): Promise<Pick<TestResult, CapabilityKind>> {
  const { tools, prompts, resources } = client.getServerCapabilities() ?? {};
  const list = async (
    kind: CapabilityKind,
    items: () => Promise<readonly Listed[]>,
  ): Promise<readonly CapabilityItem[]> => {
    doing(steps[kind]());
    return (await items()).map((item) => toCapabilityItem(kind, item));
  };
  return {
    tools: tools && (await list('tools', async () => (await client.listTools(undefined, request)).tools)),
    prompts: prompts && (await list('prompts', async () => (await client.listPrompts(undefined, request)).prompts)),
    resources:
      resources && (await list('resources', async () => (await client.listResources(undefined, request)).resources)),
    resourceTemplates: resources && (await list('resourceTemplates', () => templates(client, request))),
  };
}

/** Lists the resource templates. A server can have resources without supporting templates. */
async function templates(client: Client, request: RequestOptions): Promise<readonly Listed[]> {
  try {
    return (await client.listResourceTemplates(undefined, request)).resourceTemplates;
  } catch (error) {
    if (error instanceof ProtocolError && error.code === ProtocolErrorCode.MethodNotFound) return [];
    throw error;
  }
}

function toCapabilityItem(kind: CapabilityKind, item: Listed): CapabilityItem {
  const { name, title, description, uri = item.uriTemplate } = item;
  return {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(uri !== undefined && { uri }),
    ...(kind !== 'resources' && { fields: fieldsOf(kind, item) }),
  };
}

function fieldsOf(kind: ItemKind, item: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(item).filter(([field, value]) => pinnedFields[kind].includes(field) && value !== undefined),
  );
}
