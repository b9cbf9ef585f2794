/** Decides whether a command line that isn't an `add` command starts a server: `npx -y docs`, `node server.js`. */
import { wordSet } from '../../../common/guards.ts';
import { programName } from '../../../common/program-name.ts';
import { allTools } from '../../tools/all-tools.ts';
import { packageIn, startedBy, withoutShell } from './guess-name.ts';

/** Environment variables, and the command that gets them. */
export interface PlainCommand {
  /** Items such as `TOKEN=x`. */
  readonly variables: readonly string[];
  readonly words: readonly string[];
}

/** Splits leading variables off, as in `TOKEN=x npx -y docs`. */
export function withVariables(words: readonly string[]): PlainCommand {
  const start = words.findIndex((word) => !isAssignment(word));
  return start < 0 ? { variables: words, words: [] } : { variables: words.slice(0, start), words: words.slice(start) };
}

const isAssignment = (word: string): boolean => /^[A-Za-z_]\w*=/.test(word);

/**
 * Returns the variables that a command only sets, for the commands after it: `export A=b`, `set A=b`, `$env:A = "b"`.
 * @returns undefined for other commands
 */
export function settings(words: readonly string[]): readonly string[] | undefined {
  // `splitCommands` returns PowerShell's `$env:A` as `${A}`.
  const [, name, inline] = /^\$\{([A-Za-z_]\w*)\}(?:=(.*))?$/s.exec(words[0] ?? '') ?? [];
  if (name !== undefined && inline !== undefined && words.length === 1) return [`${name}=${inline}`];
  if (name !== undefined && words[1] === '=' && words.length === 3) return [`${name}=${words[2]}`];
  const items = /^(?:export|set)$/i.test(words[0] ?? '') ? words.slice(1) : words;
  return items.length > 0 && items.every(isAssignment) ? items : undefined;
}

/** Programs with a command that adds servers. */
const agentPrograms: ReadonlySet<string> = new Set(allTools.flatMap(({ adds }) => adds?.program ?? []));

/** True for a command before or after one that adds a server, such as `cd docs` or `npm install`. */
export function isSetup([program = '', first = '', second = '']: readonly string[]): boolean {
  if (/^(?:npm|pnpm|yarn|bun|pip3?|pipx|uv|cargo|go|brew|apt|apt-get|docker|git)$/.test(program))
    return /^(?:i|ci|install|add|sync|tool|pip|venv|pull|build|clone|get|update|run|init|checkout)$/.test(first);
  if (agentPrograms.has(program)) return first === '' || (first === 'mcp' && /^(?:list|get|login)$/.test(second));
  return /^(?:cd|mkdir|echo|sudo|source)$/.test(program);
}

/** Returns the command that starts a server; undefined if it does something else. `npm install` doesn't start one. */
export function serverCommand({ variables, words }: PlainCommand): PlainCommand | undefined {
  const inspected = inspectedBy(words);
  if (inspected !== undefined)
    return serverCommand({ ...inspected, variables: [...variables, ...inspected.variables] });
  const line = withoutShell(words);
  if (line.length < 2 || line.some((word) => onlyPrints.has(word))) return undefined;
  const started = startedBy(line);
  return started === undefined || isDeveloperTool(started, line) ? undefined : { variables, words };
}

const onlyPrints = wordSet('--help --version');

const developerTools = wordSet(
  'pytest unittest ruff mypy black isort flake8 pyright pre-commit pip ensurepip venv setup.py build twine http.server eslint prettier tsc vitest jest mocha biome nodemon husky typedoc degit http-server serve test fmt lint add-mcp install-mcp skills',
);

function isDeveloperTool(started: string, words: readonly string[]): boolean {
  const version = started.indexOf('@', 1);
  const name = (version < 0 ? started : started.slice(0, version)).toLowerCase();
  if (/^(?:@[\w.-]+\/)?create-/.test(name)) return true;
  // Registers servers with clients; `run` starts one.
  if (name === '@smithery/cli') return !words.includes('run');
  // Development servers of the Python SDK, which start the inspector too.
  if (/^(?:fast)?mcp$/.test(name))
    return /^(?:dev|install|inspect|version)$/.test(words[words.indexOf(started) + 1] ?? '');
  return developerTools.has(name);
}

/** Returns the command that MCP Inspector would start; undefined for any other program. */
function inspectedBy(words: readonly string[]): PlainCommand | undefined {
  const at = words.findIndex((word) => /^@(?:modelcontextprotocol|mcpjam)\/inspector(?:@[^/]*)?$/.test(word));
  const isInspector = at >= 0 && packageIn(words) === words[at];
  if (!isInspector && programName(words[0] ?? '') !== 'mcp-inspector') return undefined;
  const rest = words.slice(isInspector ? at + 1 : 1);
  const variables: string[] = [];
  let next = 0;
  for (; rest[next]?.startsWith('-') === true; next++) {
    const word = rest[next] ?? '';
    if (word === '--') return { variables, words: rest.slice(next + 1) };
    if (word === '-e') variables.push(rest[++next] ?? '');
    else if (word !== '--cli') return { variables, words: [] };
  }
  const line = rest.slice(next);
  // With `--cli`, the inspector's own options follow the command.
  const own = rest.slice(0, next).includes('--cli') ? line.indexOf('--method') : -1;
  return { variables, words: own < 0 ? line : line.slice(0, own) };
}
