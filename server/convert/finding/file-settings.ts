/** Settings of a file that apply to all of its servers. */
import * as l10n from '@vscode/l10n';
import type { ToolId } from '../../../common/generated/tools.ts';
import { isCommandValue } from '../../../common/variables.ts';
import { matchesGlob } from '../../config/glob.ts';
import { type JsonNode, memberValue, type Span } from '../../config/text/json.ts';
import { formatOf } from '../../tools/find-tool.ts';
import type { PortableServer } from '../fields/read-server.ts';
import type { Prompt, Prompts, ServerBuilder } from '../fields/server-builder.ts';
import type { Remarks } from '../remarks.ts';
import { isList, isMap, scalarText, textOf, type Value, type ValueMap, valueIn } from '../value.ts';

/** Returns the values that VS Code, or the host of an MCP bundle, prompts for, by ID. */
export function promptsIn(tree: JsonNode): Prompts {
  const prompts = new Map(promptsOf(valueIn(memberValue(tree, 'inputs'))));
  const settings = valueIn(memberValue(tree, 'user_config'));
  for (const [id, setting] of isMap(settings) ? settings : [])
    if (isMap(setting)) {
      const description = textOf(setting.get('description') ?? setting.get('title')) ?? '';
      const isOptional = setting.get('required') !== true;
      prompts.set(id, { description, fallback: fallbackOf(setting, isOptional ? '' : undefined) });
    }
  return prompts;
}

/**
 * Returns the default of a value that is prompted for; `null` if a default in Oh My Pi's syntax can't contain it.
 * @param usual the default if the prompt has none
 */
function fallbackOf(prompt: ValueMap, usual?: string): string | null | undefined {
  const value = prompt.get('default');
  if (value === undefined || value === null) return usual;
  const [single, ...more] = isList(value) ? value : [value];
  const text = more.length > 0 ? undefined : scalarText(single ?? '');
  return text === undefined || text.includes('}') || isCommandValue(text) ? null : text;
}

/** Returns the same from the value of `inputs`. */
export function promptsOf(inputs: Value | undefined): Prompts {
  const prompts = new Map<string, Prompt>();
  for (const input of isList(inputs) ? inputs : []) {
    const id = isMap(input) ? textOf(input.get('id')) : undefined;
    if (id !== undefined && isMap(input))
      prompts.set(id, { description: textOf(input.get('description')) ?? '', fallback: fallbackOf(input) });
  }
  return prompts;
}

type TimedEntry = Pick<ServerBuilder, 'sourceMembers'> & { readonly at: Span };

/** Returns a function that adds the file's default timeout, which some tools have, to a server without a timeout. */
export function addsDefaultTimeout(tree: JsonNode, dialect: ToolId): <E extends TimedEntry>(entry: E) => E {
  const { path, key = '' } = formatOf(dialect).timeout ?? {};
  // Searched once, because a file can have thousands of servers.
  const value = path === undefined ? undefined : valueIn(path.reduce<JsonNode | undefined>(memberValue, tree));
  if (value === undefined || value === null) return (entry) => entry;
  return (entry) =>
    entry.sourceMembers.has(key)
      ? entry
      : { ...entry, sourceMembers: new Map([...entry.sourceMembers, [key, { value, at: entry.at }]]) };
}

/** Reports settings of all servers, which the target format has only for each server. */
export function reportShared(tree: JsonNode, dialect: ToolId, remarks: Remarks): void {
  for (const [field, instead] of Object.entries(formatOf(dialect).shared ?? {})) {
    const at = memberValue(tree, field);
    const subject = { server: null, field, at };
    if (at !== undefined) remarks.add('lost', subject, l10n.t('Set "{0}" in each server that needs it.', instead));
  }
}

/** Disables servers that the lists `mcp.allowed` and `mcp.excluded` turn off. */
export function withServerFilter(
  servers: readonly PortableServer[],
  tree: JsonNode,
  dialect: ToolId,
): readonly PortableServer[] {
  const { serverFilter } = formatOf(dialect);
  if (serverFilter === undefined) return servers;
  const matcher = (key: string): ((name: string) => boolean) | undefined => {
    const value = valueIn(memberValue(memberValue(tree, 'mcp'), key));
    if (!isList(value)) return undefined;
    const patterns = value.flatMap((item) => textOf(item) ?? []);
    return (name) =>
      patterns.some((pattern) => (serverFilter === 'globs' ? matchesGlob(name, pattern) : name === pattern));
  };
  const [allowed, excluded] = [matcher('allowed'), matcher('excluded')];
  return servers.map((server) =>
    excluded?.(server.name) === true || allowed?.(server.name) === false
      ? { ...server, fields: new Map([...server.fields, ['enabled', false]]) }
      : server,
  );
}
