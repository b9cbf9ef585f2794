/** How a definition's server is reached, as it is written, whatever tool's file it stands in (facts: Expansion). */
import type { ServerDefinition } from '../../common/server-definition.ts';
import { valuesOf } from './connection.ts';
import { type JsonNode, liveMembers, type Member } from './json.ts';
import { type Definition, serversIn, sourceTree } from './source-file.ts';

/**
 * The fields that the agent would use. `text` is that of the whole file.
 * @returns undefined if the agent can't connect the server, or if its values aren't in the file
 */
export function serverDefinition({ name, source, connection }: Definition, text: string): ServerDefinition | undefined {
  const { transport, flaw } = connection;
  if (transport === undefined || flaw !== undefined) return undefined;
  const servers = serversIn(sourceTree(text, source).root, source);
  const entry = servers?.type === 'object' ? liveMembers(servers).get(name)?.value : undefined;
  if (entry?.type !== 'object' || (source.layout === 'codex' && connection.bucket === undefined)) return undefined;
  const field = valuesOf(entry, source.layout);
  const timeout = numberOf(field('timeout'));
  const common = { name, ...(timeout !== undefined && { timeout }) };
  if (transport !== 'stdio') {
    const signsIn = field('auth') !== undefined || field('oauth') !== undefined;
    return { ...common, transport, url: textOf(field('url')) ?? '', headers: mapOf(field('headers')), signsIn };
  }
  const command = textOf(field('command')) ?? '';
  // With a type that it doesn't know, the agent starts the command alone.
  const type = textOf(field('type'));
  if (type !== undefined && type !== 'stdio') return { ...common, transport, command, args: [], env: {} };
  const cwd = textOf(field('cwd'));
  return {
    ...common,
    transport,
    command,
    args: listOf(field('args')),
    env: mapOf(field('env')),
    ...(cwd !== undefined && { cwd }),
  };
}

function textOf(node: JsonNode | undefined): string | undefined {
  return node?.type === 'string' ? node.value : undefined;
}

function numberOf(node: JsonNode | undefined): number | undefined {
  return node?.type === 'number' && node.value >= 0 ? node.value : undefined;
}

function listOf(node: JsonNode | undefined): readonly string[] {
  return node?.type === 'array' ? node.items.flatMap((item) => textOf(item) ?? []) : [];
}

function mapOf(node: JsonNode | undefined): Readonly<Record<string, string>> {
  const members: readonly (readonly [string, Member])[] = node?.type === 'object' ? [...liveMembers(node)] : [];
  return Object.fromEntries(
    members.flatMap(([key, { value }]) => (value?.type === 'string' ? [[key, value.value]] : [])),
  );
}
