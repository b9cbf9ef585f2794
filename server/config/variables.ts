/** Variables in strings: the agent expands `${NAME}` and `${NAME:-default}`, and nothing else. */
import { variablePattern } from '../../common/variables.ts';
import type { Launch } from './launch.ts';
import type { ServerText } from './texts.ts';

/** A variable in the agent's own form. */
export interface Variable {
  readonly name: string;
  readonly hasDefault: boolean;
}

const own = variablePattern();

const none: readonly Variable[] = [];
/** Several rules ask for the same string one after the other. */
let last = { text: '', variables: none };

/** The variables that the agent expands. */
export function variablesIn(text: string): readonly Variable[] {
  if (!text.includes('${')) return none;
  if (last.text !== text) last = { text, variables: readVariables(text) };
  return last.variables;
}

function readVariables(text: string): readonly Variable[] {
  const found: Variable[] = [];
  own.lastIndex = 0;
  for (let match = own.exec(text); match !== null; match = own.exec(text))
    found.push({ name: match[1] ?? '', hasDefault: match[2] !== undefined });
  return found;
}

/** True for a word that a shell reads before the server does: there `$NAME` and `~` are expanded. */
export function isReadByShell(launch: Launch | undefined, { field, node, index }: ServerText): boolean {
  const shell = field === 'args' ? launch?.shell : undefined;
  if (shell !== undefined && index !== undefined) return index >= shell.script;
  // A value that begins with an exclamation mark is a command.
  return (field === 'env' || field === 'headers') && node.value.startsWith('!');
}

/** The name of an environment variable made from any words. */
export function variableName(...words: readonly string[]): string {
  const name = words
    .join('_')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toUpperCase();
  return /^[A-Z_]/.test(name) ? name : `_${name}`;
}

/** Tools that set a variable that isn't in the environment. */
export const hostVariables: ReadonlyMap<string, string> = new Map(
  Object.entries({
    CLAUDE_PLUGIN_ROOT: 'Claude Code',
    CLAUDE_PLUGIN_DATA: 'Claude Code',
    CLAUDE_PROJECT_DIR: 'Claude Code',
    OMP_PLUGIN_ROOT: 'Oh My Pi',
    PLUGIN_ROOT: 'Agent Plugins',
    PLUGIN_DATA: 'Agent Plugins',
    workspaceFolder: 'VS Code',
    workspaceFolderBasename: 'VS Code',
    workspaceRoot: 'VS Code',
    userHome: 'VS Code',
    pathSeparator: 'VS Code',
    extensionPath: 'Gemini CLI',
    __dirname: 'MCP bundle',
  }),
);
