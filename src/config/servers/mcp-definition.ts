/** Converts a server definition to the form that VS Code's chat expects. */
import { McpHttpServerDefinition, type McpServerDefinition, McpStdioServerDefinition, Uri } from 'vscode';
import type { ServerDefinition } from '../../../common/messages/server-definition.ts';
import { sha256 } from '../../../common/text/sha256.ts';
import { platform } from '../../shared/platform.ts';
import { startFolder } from './testing/plan-server.ts';

/**
 * Returns undefined if the URL isn't http or https, or if the server is a program and programs can't be started.
 * @param folder URI of the workspace folder, in which programs start
 */
export async function toMcpDefinition(
  definition: ServerDefinition,
  folder: string | null,
  written = definition,
): Promise<McpServerDefinition | undefined> {
  const { name } = definition;
  // A new version makes VS Code read the tools again. It's a hash of the unexpanded definition, so no variable's value is in it.
  const version = (await sha256(JSON.stringify(written))).slice(0, 12);
  if (definition.transport === 'stdio') {
    const programs = await platform().programs?.();
    if (programs === undefined) return undefined;
    const { command, args, env, cwd = '' } = definition;
    const offered = new McpStdioServerDefinition(name, command, [...args], { ...env }, version);
    offered.cwd = Uri.file(programs.resolve(startFolder(folder), cwd));
    return offered;
  }
  if (!/^https?:\/\//i.test(definition.url)) return undefined;
  return new McpHttpServerDefinition(name, uriOf(definition.url), { ...definition.headers }, version);
}

/** Returns a URI that VS Code requests exactly as written. `Uri.parse` decodes `%2F`, which VS Code doesn't encode again. */
function uriOf(url: string): Uri {
  if (!URL.canParse(url)) return Uri.parse(url);
  const [, scheme = '', authority = '', path = '', query = ''] =
    /^([^:]+):\/\/([^/?#]*)([^?#]*)\??([^#]*)/.exec(new URL(url).href) ?? [];
  return Uri.from({ scheme, authority, path, query });
}
