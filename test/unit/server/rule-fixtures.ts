/**
 * Cases of the rules, one file per rule: `test/fixtures/rules/<code>.txt`. Each case is a line, with its fixes below it:
 *
 *     (project) "command": "x", "cwd": «"/home/ada"»  ~ a part of the message
 *       * Title of the preferred fix  → "command": "x", "cwd": "the text after the fix"
 *       - Title of another fix
 *
 * The rule reports exactly the «marked» places; the message and the fixes, if there are any in the file, are those of the
 * last one. In a text without marks, it reports nothing. `= ` is in front of a whole message, and `- none` means that no
 * fix is offered. A text that starts with `{` is a whole file, any other text the members of a server.
 * Options in front of a text: `file` for a whole file that starts with another character, `more` if it has errors of
 * other rules too, `unchecked` if its fixes change data on purpose, a level of the file, `environment`, `packages`, and `readers` with names,
 * `roots` with the properties in which the tool looks, `unread` for a file in the folder of Codex that it doesn't read, `unread-by-all` for one that no agent reads, `shared` for `.mcp.json`, `chosen` with the agents that settings name, and `visual-studio` if they name it.
 * Comments start with `#`; for the rest of the notation, see `fixture-notation.ts`.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { namedReaders } from '../../../common/generated/readers.ts';
import { sharedFileReaders } from '../../../common/generated/tools.ts';
import { root } from '../../../scripts/lib/repository.ts';
import { agents } from '../../../server/agents/all-agents.ts';
import { readersOf } from '../../../server/agents/differences.ts';
import type { Span } from '../../../server/config/text/json.ts';
import type { DocumentLevel, RuleContext } from '../../../server/rules/context.ts';
import { alternativesOf, expanded, fileOf } from './fixture-notation.ts';

export interface FixtureFix {
  readonly title: string;
  readonly preferred: boolean;
  /** The text after the fix. */
  readonly result?: string;
}

export interface RuleCase {
  readonly code: string;
  /** File and line, for failed tests. */
  readonly place: string;
  readonly text: string;
  readonly marks: readonly Span[];
  readonly context: RuleContext;
  /** The file has errors of other rules too. */
  readonly hasMore: boolean;
  /** The fixes change data on purpose. */
  readonly isUnchecked: boolean;
  readonly message?: string;
  readonly parts: readonly string[];
  /** All fixes in order; absent if they aren't compared. */
  readonly fixes?: readonly FixtureFix[];
}

/** Returns the text without its marks, and the marks. */
function withoutMarks(marked: string): { readonly text: string; readonly marks: readonly Span[] } {
  const marks = Array.from(marked.matchAll(/«([^»]*)»/gs), ({ index, 1: inside = '' }, count) => ({
    offset: index - 2 * count,
    length: inside.length,
  }));
  return { text: marked.replace(/[«»]/g, ''), marks };
}

function contextOf(options: readonly string[]): RuleContext {
  const names = (kind: string): Partial<Record<string, ReadonlySet<string>>> => {
    const [, ...found] = options.find((option) => option.split(' ')[0] === kind)?.split(' ') ?? [];
    return options.some((option) => option.startsWith(kind)) ? { [kind]: new Set(found) } : {};
  };
  const level = options.find(
    (option) =>
      !/^(?:file|more|unchecked|environment|packages|readers|shared|chosen|meant|visual-studio|tool|roots|of-project|unread)\b/.test(
        option,
      ),
  ) as DocumentLevel;
  const tool = options.find((option) => option.startsWith('tool '))?.slice(5);
  const roots = options
    .find((option) => option.startsWith('roots '))
    ?.split(' ')
    .slice(1);
  const { readers } = names('readers');
  const { chosen } = names('chosen');
  const { meant } = names('meant');
  const facts = agents.flatMap((agent) => (readers?.has(agent.id) === true ? [agent.facts] : []));
  return {
    ...(level && { level }),
    ...(tool !== undefined && { tool }),
    ...(roots !== undefined && { roots }),
    ...(options.includes('unread') && { unread: { tool: 'Codex', target: '.codex/config.toml' } }),
    ...(options.includes('unread-by-all') && { unread: { target: '.mcp.json' } }),
    ...(options.includes('of-project') && { isOfProject: true }),
    ...names('environment'),
    ...names('packages'),
    ...(readers && { readers: readersOf(facts) }),
    ...(options.includes('shared') && { agents: sharedFileReaders }),
    ...(chosen && { agents: namedReaders.filter((id) => chosen.has(id)), agentsAreChosen: true }),
    ...(meant && { meant: namedReaders.filter((id) => meant.has(id)) }),
    ...(options.includes('visual-studio') && { visualStudio: true }),
  };
}

function fixOf(line: string): FixtureFix {
  const [, sign, title = '', result] = /^ {2}([*-]) (.*?)(?: {2}→ (.*))?$/.exec(line) ?? [];
  if (sign === undefined) throw new Error(`Not a fix: ${line}`);
  return { title: expanded(title), preferred: sign === '*', ...(result !== undefined && { result: fileOf(result) }) };
}

function caseOf(code: string, place: string, [line = '', ...fixes]: readonly string[]): RuleCase {
  const [first = '', ...said] = line.split(/ {2}(?=[=~] )/);
  const [, written, text = ''] = /^(?:\((.*?)\) )?(.*)$/.exec(first) ?? [];
  const options = written?.split(', ') ?? [];
  const part = (sign: string) => said.filter((each) => each[0] === sign).map((each) => expanded(each.slice(2)));
  const [message] = part('=');
  return {
    code,
    place,
    ...withoutMarks(fileOf(text, options.includes('file'))),
    context: contextOf(options),
    hasMore: options.includes('more'),
    isUnchecked: options.includes('unchecked'),
    ...(message !== undefined && { message }),
    parts: part('~'),
    ...(fixes.length > 0 && { fixes: fixes[0] === '  - none' ? [] : fixes.map(fixOf) }),
  };
}

/** All cases by the code of their rule. */
export const ruleCases: ReadonlyMap<string, readonly RuleCase[]> = new Map(
  globSync('test/fixtures/rules/*.txt', { cwd: root })
    .toSorted()
    .map((file) => {
      const code = path.basename(file, '.txt');
      const lines = readFileSync(path.join(root, file), 'utf8').trimEnd().split('\n');
      const cases: string[][] = [];
      const places: number[] = [];
      for (const [index, line] of lines.entries()) {
        if (line.startsWith(' ')) cases.at(-1)?.push(line);
        else if (line !== '' && !line.startsWith('#')) {
          cases.push([line]);
          places.push(index + 1);
        }
      }
      return [
        code,
        cases.flatMap(([line = '', ...fixes], index) =>
          alternativesOf(line).map((each) => caseOf(code, `${file}:${places[index]}`, [each, ...fixes])),
        ),
      ] as const;
    }),
);
