/** Files written for another tool: one message about the file instead of many about its properties. */
import * as l10n from '@vscode/l10n';
import { dialectNames } from '../../common/tool-files.ts';
import { foreignKey, toolOfSchema } from '../config/dialects.ts';
import type { ConfigDocument } from '../config/document.ts';
import type { Group } from '../config/group.ts';
import { liveObjects, type Span } from '../config/json.ts';
import type { ServerEntry } from '../config/server.ts';
import type { RuleContext } from './context.ts';
import type { DocumentRule, Finding } from './rule.ts';
import { endpointKeys, flatMap, foreignRootKey } from './top.ts';

const code = 'other-dialect';

interface Dialect {
  readonly tool: string;
  readonly at: Span;
  /** What proves that the file belongs to the tool; undefined if that isn't certain. */
  readonly owner: 'path' | 'plugin' | undefined;
}

/**
 * Detects the format by the file's path, its `$schema`, or a tool's own keys in every server. A foreign root key has a
 * separate rule.
 */
function dialectOf(document: ConfigDocument, { level, tool }: RuleContext): Dialect | undefined {
  const { top, liveServers } = document;
  const first = top?.node.members[0]?.key;
  if (tool !== undefined) return first && { tool, at: top?.fields.get('mcpServers')?.key ?? first, owner: 'path' };
  const named = schemaFormat(document);
  if (named !== undefined) return { ...named, owner: undefined };
  const key = top?.fields.get('mcpServers')?.key;
  const [server] = liveServers;
  const inPlugin = level === 'plugin';
  if (server === undefined || key === undefined || (liveServers.length < 2 && !inPlugin)) return undefined;
  const candidates = toolsOf(server).filter((each) => !notTools.has(each));
  const shared = candidates.find((each) => liveServers.every((entry) => toolsOf(entry).includes(each)));
  return shared === undefined ? undefined : { tool: shared, at: key, owner: inPlugin ? 'plugin' : undefined };
}

/** Returns the format of another tool that a file names as its `$schema`. */
export function schemaFormat({ top }: ConfigDocument): Pick<Dialect, 'tool' | 'at'> | undefined {
  const at = top?.fields.get('$schema')?.value;
  const dialect = at?.type === 'string' ? toolOfSchema(at.value) : undefined;
  return at && dialect && { tool: dialectNames[dialect], at };
}

/** Returns the tools whose keys an entry has. */
function toolsOf({ parsed }: ServerEntry): readonly string[] {
  const unknownKeys = parsed?.group.unknownKeys ?? [];
  return unknownKeys.flatMap(({ meaning }) => (meaning.kind === 'foreign' ? [meaning.from.tool] : []));
}

/** Origins of keys that aren't tools with a format. */
const notTools: ReadonlySet<string> = new Set(['plugin catalog', 'third-party', 'comment']);

export const otherDialect: DocumentRule = {
  code,
  severity: 'information',
  docs: {
    title: "Another tool's format",
    why: 'Many tools share the file name but use different formats. In such a file, only the first problem of each kind is reported, because the file needs to be converted rather than fixed. In the folder of another tool, what only Oh My Pi requires is not reported at all.',
    wrong: '{"$schema": "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json", "mcpServers": {}}',
    right: '{"mcpServers": {}}',
  },
  check(document, report, context) {
    const dialect = dialectOf(document, context);
    if (dialect === undefined) return;
    const { at, tool, owner } = dialect;
    const isImported = context.level === 'imported' && document.top?.fields.has('mcpServers') === true;
    const remedy = isImported
      ? l10n.t('Oh My Pi reads only the properties that it supports')
      : l10n.t('Import its servers instead');
    if (owner === 'path') report(at, l10n.t('This file belongs to {0} and uses its format. {1}.', tool, remedy));
    else report(at, l10n.t('This file uses the {0} format. Convert it, or leave it to that tool.', tool));
  },
};

export const notAConfig: DocumentRule = {
  code: 'not-a-config',
  severity: 'hint',
  docs: {
    title: 'Not a tool-server config',
    why: 'A file named mcp.json can be something else, such as a translation. If nothing in it looks like a server, nothing else is reported.',
    wrong: '{"title": "Connect a server", "buttons": {"save": "Save"}}',
    right: '{"mcpServers": {}}',
    context: { level: 'standalone' },
  },
  check({ top }, report, { level }) {
    const [first] = top?.node.members ?? [];
    if (level !== 'standalone' && level !== 'foreign') return;
    if (top === undefined || first === undefined || !holdsNoServer(top)) return;
    report(
      first.key,
      l10n.t('This file doesn\'t look like a tool-server config. Oh My Pi reads servers from "mcpServers".'),
    );
  },
};

/** True for an object without config properties, even misspelled ones, and without anything like a server. */
function holdsNoServer({ node, fields, unknownKeys }: Group): boolean {
  if (fields.size > 0 || node.members.some(({ key }) => foreignKey('top', key.value)?.standsFor)) return false;
  if (unknownKeys.some(({ meaning, value }) => meaning.kind === 'typo' && value?.type !== 'string')) return false;
  for (const { members } of liveObjects(node))
    for (const { key, value } of members)
      if (endpointKeys.has(key.value) && (value?.type === 'string' || value?.type === 'array')) return false;
  return true;
}

/** The rules that report a whole file as being in another format. */
const ofFormat: readonly DocumentRule[] = [otherDialect, foreignRootKey, flatMap];
export const formatCodes: ReadonlySet<string> = new Set(ofFormat.map((rule) => rule.code));

/** Returns the location that shows that the file isn't in the agent's format; undefined if it is. */
export function foreignFormatSpan(document: ConfigDocument): Span | undefined {
  let found: Span | undefined;
  const note = (at: Span): void => {
    found ??= at;
  };
  for (const rule of ofFormat) rule.check(document, note, {});
  return found;
}

/** Problems that a different format causes. Secrets and plain http aren't included: they matter in every format. */
const formatCausedCodes: ReadonlySet<string> = new Set([
  'foreign-key',
  'foreign-variable',
  'host-variable',
  'missing-type',
  'transport-mismatch',
  'unknown-key',
  'unknown-top-level-key',
  'unknown-transport',
  'misplaced-field',
]);

/** Adds what only Oh My Pi requires, which isn't a mistake in a file that certainly belongs to another tool. */
const ownFormatCodes: ReadonlySet<string> = new Set([
  ...formatCausedCodes,
  'disabled-stub',
  'dollar-variable',
  'flat-map',
  'foreign-root-key',
  'newer-key',
  'server-name',
  'tilde-path',
]);

/** Tools that accept comments and trailing commas in their own files. */
const lenientTools: ReadonlySet<string> = new Set(
  (['amp', 'kilo', 'opencode', 'vscode', 'zed'] as const).map((dialect) => dialectNames[dialect]),
);
const strictJsonCodes: ReadonlySet<string> = new Set(['json-comment', 'json-trailing-comma']);

/** Omits what isn't a mistake in a file that isn't a config, or that certainly belongs to another tool. */
export function omitToolProblems<F extends Finding>(
  problems: readonly F[],
  document: ConfigDocument,
  context: RuleContext,
): readonly F[] {
  const notConfig = problems.find((problem) => problem.code === notAConfig.code);
  if (notConfig !== undefined) return [notConfig];
  const { owner } = dialectOf(document, context) ?? {};
  if (owner === undefined) return problems;
  const isLenient = owner === 'path' && lenientTools.has(context.tool ?? '');
  return problems.filter(
    (problem) => !ownFormatCodes.has(problem.code) && !(isLenient && strictJsonCodes.has(problem.code)),
  );
}

/**
 * Omits problems that follow from the kind of file. If it isn't a config, only that is reported. In another format,
 * only the first error of each kind that the format causes is reported, and none of lower severity. In a file that
 * certainly belongs to another tool, problems that the format causes aren't reported at all.
 */
export function omitFormatProblems<F extends Finding>(
  problems: readonly F[],
  document: ConfigDocument,
  context: RuleContext,
): readonly F[] {
  const rest = omitToolProblems(problems, document, context);
  if (rest[0]?.code === notAConfig.code) return rest;
  const { owner } = dialectOf(document, context) ?? {};
  if (owner !== undefined) {
    const sameFormat = owner === 'path' && rest.length === problems.length;
    return sameFormat ? rest.filter((problem) => problem.code !== code) : rest;
  }
  if (!problems.some((problem) => problem.code === code)) return problems;
  const seen = new Set<string>();
  return problems.filter((problem) => {
    if (!formatCausedCodes.has(problem.code)) return true;
    if (problem.severity !== 'error' || seen.has(problem.code)) return false;
    seen.add(problem.code);
    return true;
  });
}
