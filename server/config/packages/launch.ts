/** What the command line of a stdio server actually starts: directly, through a shell, or through a package runner. */

import { wordSet } from '../../../common/guards.ts';
import { programName } from '../../../common/program-name.ts';
import { withoutVariables } from '../../../common/variables.ts';
import type { Transport } from '../format/field.ts';
import type { Group } from '../format/group.ts';
import { itemsOf, type JsonNode, type StringNode } from '../text/json.ts';

/** Kinds of shells, by the option with which they run a command. */
export type Shell = 'posix' | 'cmd' | 'powershell';

export interface Launch {
  /** The words of the command line without a leading shell, program first. */
  readonly words: readonly StringNode[];
  /** The program's name in lower case, without folder or `.exe`. */
  readonly program: string;
  /** The leading shell, and the index in `args` at which its script starts. */
  readonly shell?: { readonly kind: Shell; readonly name: string; readonly script: number };
}

const posixShells = wordSet('sh bash zsh dash ksh fish');

/** Returns the launch of a stdio server; undefined for other transports, and if the command line isn't all strings. */
export function readLaunch(transport: Transport, group: Group): Launch | undefined {
  const command = group.fields.get('command')?.value;
  if (transport !== 'stdio' || command?.type !== 'string') return undefined;
  const args = itemsOf(group.fields.get('args')?.value);
  if (!args.every(isString)) return undefined;
  const name = programName(command.value);
  const kind = shellKind(name);
  const flag = kind === undefined ? -1 : args.findIndex((arg) => scriptFlags[kind].test(arg.value));
  if (kind === undefined || flag < 0) return { words: [command, ...args], program: name };
  const words = args.slice(flag + 1);
  const program = words[0]?.value ?? '';
  // `cmd /c "\"C:\Program Files\nodejs\npx.cmd\""`
  return {
    words,
    program: programName(kind === 'cmd' ? unquoted(program) : program),
    shell: { kind, name, script: flag + 1 },
  };
}

const unquoted = (word: string): string => (/^"[^"]+"$/.test(word) ? word.slice(1, -1) : word);

const isString = (node: JsonNode): node is StringNode => node.type === 'string';

function shellKind(name: string): Shell | undefined {
  if (posixShells.has(name)) return 'posix';
  if (name === 'cmd') return 'cmd';
  return name === 'powershell' || name === 'pwsh' ? 'powershell' : undefined;
}

const scriptFlags: Readonly<Record<Shell, RegExp>> = {
  posix: /^-[a-z]*c$/,
  cmd: /^\/[ck]$/i,
  powershell: /^-c(?:ommand)?$/i,
};

/** Programs whose names never contain a space. */
const launchers = wordSet(
  'npx npm pnpm yarn bunx bun node deno tsx uvx uv pipx python python3 py docker podman go cargo dotnet java sh bash',
);

/** True for a command that is a whole command line. Only a path, such as in `Program Files`, may contain spaces. */
export function isCommandLine(command: string): boolean {
  const [first = '', ...others] = withoutVariables(command).trim().split(/\s+/);
  return others.length > 0 && (!/[\\/]/.test(command) || launchers.has(programName(first)));
}

/** Returns the words of a command line without shell syntax; undefined if it has any. */
export function plainWords(line: string): readonly string[] | undefined {
  const words = line.trim().split(/\s+/);
  if (words[0]?.includes('=') === true) return undefined;
  return words.every((word) => /^[\w@%+=:,./-]+$/.test(word)) ? words : undefined;
}
