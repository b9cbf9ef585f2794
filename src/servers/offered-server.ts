/** A server of a config file in the form in which VS Code's own chat takes it. */
import { McpHttpServerDefinition, type McpServerDefinition, McpStdioServerDefinition, Uri } from 'vscode';
import type { ServerDefinition } from '../../common/server-definition.ts';
import { sha256 } from '../../common/sha256.ts';
import { platform } from '../shared/platform.ts';

/** Undefined for an address that VS Code cannot be given, and for a program where none can be started. */
export async function offer(
  definition: ServerDefinition,
  written = definition,
): Promise<McpServerDefinition | undefined> {
  const { name } = definition;
  // VS Code asks again before it starts one that has become another. Made of what is written: no value is kept in it.
  const version = (await sha256(JSON.stringify(written))).slice(0, 12);
  if (definition.transport === 'stdio') {
    if (!platform().programs) return undefined;
    const { command, args, env, cwd } = definition;
    const offered = new McpStdioServerDefinition(name, command, [...args], { ...env }, version);
    if (cwd !== undefined) offered.cwd = Uri.file(cwd);
    return offered;
  }
  if (!/^https?:\/\//i.test(definition.url)) return undefined;
  return new McpHttpServerDefinition(name, Uri.parse(definition.url), { ...definition.headers }, version);
}
