/** How a definition's server is reached, as it is written, whatever tool's file it stands in (facts: Expansion). */
import type { ServerDefinition } from '../../common/server-definition.ts';
import { type JsonNode, liveMembers, type Member } from './json.ts';
import { parseText } from './parse.ts';
import { type Definition, serversIn } from './source-file.ts';

/**
 * The fields that the agent would use. `text` is that of the whole file.
 * @returns undefined where the agent could not connect it, and for files that are not JSON
 */
export function serverDefinition({ name, source, connection }: Definition, text: string): ServerDefinition | undefined {
  const { transport, flaw } = connection;
  if (transport === undefined || flaw !== undefined || source.layout === 'codex') return undefined;
  const servers = serversIn(parseText(text).root, source);
  const entry = servers?.type === 'object' ? liveMembers(servers).get(name)?.value : undefined;
  if (entry?.type !== 'object') return undefined;
  const members = liveMembers(entry);
  const field = (key: string): JsonNode | undefined => members.get(key)?.value;
  const timeout = numberOf(field('timeout'));
  const common = { name, ...(timeout !== undefined && { timeout }) };
  if (transport !== 'stdio') {
    const signsIn = members.has('auth') || members.has('oauth');
    return { ...common, transport, url: textOf(field('url')) ?? '', headers: mapOf(field('headers')), signsIn };
  }
  // OpenCode writes the whole command line as one list, and calls the variables otherwise.
  const words = source.layout === 'opencode' ? listOf(field('command')) : [];
  const cwd = textOf(field('cwd'));
  return {
    ...common,
    transport,
    command: words[0] ?? textOf(field('command')) ?? '',
    args: words.length > 0 ? words.slice(1) : listOf(field('args')),
    env: mapOf((source.layout === 'opencode' ? field('environment') : undefined) ?? field('env')),
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
