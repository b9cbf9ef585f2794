/** How to reach a defined server, with its values as written, for the files of all tools. */
import { absolute, pathOf } from '../../../common/messages/config-place.ts';
import type { ServerDefinition, StdioDefinition } from '../../../common/messages/server-definition.ts';
import { expandVariables, type VariableSyntax } from '../../../common/variables.ts';
import { parentUri } from '../../files/uris.ts';
import { codexFromEnvironment, valuesOf } from '../oh-my-pi/imported-properties.ts';
import type { FileLayout } from '../oh-my-pi/providers.ts';
import { hasBehavior } from '../oh-my-pi/version.ts';
import { itemsOf, type JsonNode, liveMembers, memberValue, stringValue } from '../text/json.ts';
import { type DefinedServer, serversIn, sourceTree } from './source-file.ts';
import type { Source } from './sources.ts';

/**
 * Returns the fields that Oh My Pi would use.
 * @param text the whole file
 * @param version of Oh My Pi
 * @returns undefined if Oh My Pi can't connect the server, or if its values aren't in the file
 */
export function serverDefinition(
  { name, source, connection, node }: DefinedServer,
  text: string,
  version: string,
): ServerDefinition | undefined {
  const { transport, flaw } = connection;
  if (transport === undefined || flaw !== undefined) return undefined;
  const entry = node ?? memberValue(serversIn(sourceTree(text, source).root, source), name);
  if (entry?.type !== 'object') return undefined;
  if (source.layout === 'codex' && codexFromEnvironment.some((property) => memberValue(entry, property)))
    return undefined;
  const variables = syntaxIn(source.layout, version);
  // OpenCode's `{file:path}`: the value is in another file.
  if (variables === 'env' && text.slice(entry.offset, entry.offset + entry.length).includes('{file:')) return undefined;
  const field = valuesOf(entry, source.layout);
  const timeout = field('timeout');
  const limit = timeout?.type === 'number' && timeout.value >= 0 ? { timeout: timeout.value } : undefined;
  const hasTextIds = source.kind === 'oh-my-pi' && stringValue(field('requestIdFormat')) === 'string';
  const common = { name, variables, ...limit, ...(hasTextIds && { requestIdFormat: 'string' as const }) };
  if (transport !== 'stdio') {
    const signsIn = field('auth') !== undefined || field('oauth') !== undefined;
    return { ...common, transport, url: stringValue(field('url')) ?? '', headers: mapOf(field('headers')), signsIn };
  }
  const command = stringValue(field('command')) ?? '';
  // If the type is unknown, Oh My Pi starts the command without arguments and environment.
  const type = stringValue(field('type'));
  const known = source.kind === 'oh-my-pi' && type !== undefined ? expandVariables(type, () => undefined) : type;
  if (known !== undefined && known !== 'stdio') return { ...common, transport, command, args: [], env: {} };
  const cwd = stringValue(field('cwd'));
  return {
    ...common,
    transport,
    command,
    args: itemsOf(field('args')).flatMap((item) => stringValue(item) ?? []),
    env: mapOf(field('env')),
    ...(cwd !== undefined && { cwd }),
    ...(source.layout === 'codex' && codexPaths(command, cwd, source)),
  };
}

/**
 * Returns the paths that start at the folder of Codex's file, relative to the project, so that they're the same on every
 * computer. Those of user-level files are absolute. A command starts at `cwd`, if there is one.
 */
export function codexPaths(
  command: string,
  cwd: string | undefined,
  { level, uri, label }: Pick<Source, 'level' | 'uri' | 'label'>,
): Pick<StdioDefinition, 'command' | 'cwd'> {
  const folder = level === 'project' ? parentUri(label) : pathOf(parentUri(uri))?.replace(/^\/(?=[a-z]:)/, '');
  if (cwd !== undefined) return { command, cwd: absolute(cwd, undefined) === undefined ? `${folder}/${cwd}` : cwd };
  const isRelative = /[\\/]/.test(command) && absolute(command, undefined) === undefined;
  return { command: isRelative ? `${folder}/${command.replace(/^\.[\\/]/, '')}` : command };
}

/** Returns how Oh My Pi expands variables in a file: not in Codex's, and in its own syntax in OpenCode's. */
function syntaxIn(layout: FileLayout, version: string): VariableSyntax {
  if (layout === 'codex') return 'none';
  if (layout === 'opencode') return 'env';
  return hasBehavior(version, 'defaultForEmpty') ? 'dollar' : 'dollar-if-unset';
}

function mapOf(node: JsonNode | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...liveMembers(node)].flatMap(([key, { value }]) => (value?.type === 'string' ? [[key, value.value]] : [])),
  );
}
