/** Files written for another tool: one message about the file instead of many about its properties. */
import * as l10n from '@vscode/l10n';
import { formatNames, looseJson, type ToolId } from '../../common/generated/tools.ts';
import { agentName } from '../../common/messages/agents.ts';
import { toolOfSchema } from '../config/format/dialects.ts';
import { hasField } from '../config/format/group.ts';
import type { ConfigDocument } from '../config/servers/document.ts';
import { hasServerInside, listsTools } from '../config/servers/recognize-servers.ts';
import type { ServerEntry } from '../config/servers/server-entry.ts';
import type { Span } from '../config/text/json.ts';
import { preferred } from '../fixes/fix.ts';
import { insertBefore, member } from '../fixes/members.ts';
import type { RuleContext } from './context.ts';
import { originName } from './message-text.ts';
import { concernsOhMyPi } from './readers-meant.ts';
import type { DocumentRule, Finding } from './rule.ts';
import { literalSecret } from './secrets.ts';
import { flatMap, flatServers, foreignRootKey, looksLikeConfig } from './top-level.ts';
import { unreadFile } from './unread-file.ts';

const code = 'other-dialect';

const pluginFile = (server: string): string =>
  `{"$schema": "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json", "mcpServers": {"docs": ${server}}}`;

interface FileFormat {
  readonly tool: string;
  readonly at: Span;
  /** What proves that the file belongs to the tool; undefined if that isn't certain. */
  readonly owner: 'path' | 'plugin' | 'schema' | undefined;
}

/**
 * Detects the format by the file's path, its `$schema`, or a tool's own keys in every server. A foreign root key has a
 * separate rule.
 */
function formatOf(document: ConfigDocument, { level, tool, agents = [] }: RuleContext): FileFormat | undefined {
  const { top } = document;
  const first = top?.node.members[0]?.key;
  if (tool !== undefined) return first && { tool, at: top?.fields.get('mcpServers')?.key ?? first, owner: 'path' };
  const named = schemaFormat(document);
  const inPlugin = level === 'plugin';
  if (named !== undefined) {
    // Oh My Pi reads such files too, as those of plugins.
    const isPlugins = named.dialect === 'agent-plugins' && (inPlugin || level === 'standalone' || level === 'foreign');
    return { ...named, owner: isPlugins ? 'schema' : undefined };
  }
  const flat = inPlugin ? flatServers(document) : [];
  const liveServers = flat.length > 0 ? flat : document.liveServers;
  const key = top?.fields.get('mcpServers')?.key ?? flat[0]?.key;
  const [server] = liveServers;
  if (server === undefined || key === undefined || (liveServers.length < 2 && !inPlugin)) return undefined;
  // An agent that reads the file shares its format.
  const isReader = (name: string): boolean => agents.some((id) => agentName(id) === name);
  const candidates = toolsOf(server).filter((each) => !notTools.has(each) && !isReader(each));
  const shared = candidates.find((each) => liveServers.every((entry) => toolsOf(entry).includes(each)));
  return shared === undefined ? undefined : { tool: shared, at: key, owner: inPlugin ? 'plugin' : undefined };
}

/** Returns the format of another tool that a file names as its `$schema`. */
export function schemaFormat({
  top,
}: ConfigDocument): (Pick<FileFormat, 'tool' | 'at'> & { readonly dialect: ToolId }) | undefined {
  const at = top?.fields.get('$schema')?.value;
  const dialect = at?.type === 'string' ? toolOfSchema(at.value) : undefined;
  return at && dialect && { tool: formatNames[dialect], dialect, at };
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
    why: 'Many tools share the file name but use different formats. In such a file, what the format causes is reported only if it is an error. In the folder of another tool, what only Oh My Pi requires is not reported at all.',
    wrong: '{"$schema": "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json", "mcpServers": {}}',
    right: '{"mcpServers": {}}',
  },
  check(document, report, context) {
    const format = formatOf(document, context);
    if (format === undefined) return;
    const { at, tool, owner } = format;
    // Oh My Pi reads both formats in plugins.
    if (owner === 'schema' && context.level === 'plugin') return;
    const isImported = context.level === 'imported' && document.top?.fields.has('mcpServers') === true;
    if (isImported && !concernsOhMyPi(context)) return;
    const remedy = isImported
      ? l10n.t('Oh My Pi reads only the properties that it supports')
      : l10n.t('Import its servers instead');
    if (owner === 'path') report(at, l10n.t('This file belongs to {0} and uses its format. {1}.', tool, remedy));
    else report(at, l10n.t('This file uses the {0} format. Convert it, or leave it to that tool.', originName(tool)));
  },
};

export const notAConfig: DocumentRule = {
  code: 'not-a-config',
  severity: 'hint',
  docs: {
    title: 'Not a tool-server config',
    why: 'A file named mcp.json in a folder where no agent looks for it can be something else, such as a translation, and everywhere the list of the tools of a server. If nothing in it looks like a server, nothing else is reported.',
    wrong: '{"title": "Connect a server", "buttons": {"save": "Save"}}',
    right: '{"mcpServers": {}}',
    context: { level: 'standalone', mayBeOther: true },
  },
  check(document, report, { level, mayBeOther, agents }) {
    const { root } = document;
    // Servers publish their tools in a file of this name; .mcp.json is never that.
    const isToolList = level === 'standalone' && agents === undefined && root !== undefined && listsTools(root);
    if (mayBeOther !== true && !isToolList) return;
    if (root === undefined || looksLikeConfig(document) || hasServerInside(root)) return;
    const first = root.type === 'object' ? root.members[0]?.key : undefined;
    report(
      first ?? { offset: root.offset, length: 1 },
      l10n.t('This file doesn\'t look like a tool-server config, which has servers in "mcpServers".'),
    );
  },
};

export const agentPluginsType: DocumentRule = {
  code: 'agent-plugins-type',
  severity: 'warning',
  docs: {
    title: 'Agent Plugins server without type',
    why: 'Agent Plugins 1.0 requires "type" in each server: "stdio", "streamable-http", or "sse".',
    wrong: pluginFile('{"command": "docs-server"}'),
    right: pluginFile('{"type": "stdio", "command": "docs-server"}'),
    context: { level: 'plugin' },
  },
  check(document, report, context) {
    if (formatOf(document, context)?.owner !== 'schema') return;
    for (const { key, parsed } of document.liveServers) {
      const first = parsed?.group.node.members[0];
      if (parsed === undefined || first === undefined || hasField(parsed.group, 'type')) continue;
      const type = parsed.transport === 'http' ? 'streamable-http' : parsed.transport;
      report(key, l10n.t('Agent Plugins 1.0 requires "type" in each server. Add "type": "{0}".', type), ({ text }) => [
        preferred(l10n.t('Add {0}', `"type": "${type}"`), insertBefore(text, first.key, member('type', `"${type}"`))),
      ]);
    }
  },
};

/** The rules that report a whole file as being in another format. */
const ofFormat: readonly DocumentRule[] = [otherDialect, foreignRootKey, flatMap];
export const formatCodes: ReadonlySet<string> = new Set(ofFormat.map((rule) => rule.code));

/** Returns the location that shows that the file isn't in Oh My Pi's format; undefined if it is. */
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
  'missing-auth-type',
  'newer-key',
  'not-allowed-value',
  'server-name',
  'tilde-path',
]);

/** Tools that accept comments and trailing commas in their own files. */
const lenientTools: ReadonlySet<string> = new Set(looseJson.map((dialect) => formatNames[dialect]));
const strictJsonCodes: ReadonlySet<string> = new Set(['json-comment', 'json-trailing-comma']);

const isUnread = (problems: readonly Finding[]): boolean => problems.some(({ code }) => code === unreadFile.code);

const headersInEnv = /^"env"\s{0,20}:\s{0,20}\{\s{0,20}"(?:authorization|\w{1,30}-[\w-]{1,30})"/i;

/** True for a blank around the name of a property, and for headers among the variables of a server that isn't started. */
function isMistakeAnywhere({ code, offset, length }: Finding, { text }: ConfigDocument): boolean {
  const name = text.slice(offset + 1, offset + length - 1);
  if (code === 'misplaced-field') return headersInEnv.test(text.slice(offset, offset + 100));
  return code === 'unknown-key' && name !== name.trim();
}

/** Omits what isn't a mistake in a file that isn't a config, or that certainly belongs to another tool. */
export function omitToolProblems<F extends Finding>(
  problems: readonly F[],
  document: ConfigDocument,
  context: RuleContext,
): readonly F[] {
  const notConfig = problems.find((problem) => problem.code === notAConfig.code);
  if (notConfig !== undefined) return [notConfig];
  // What else is in the file has no effect, but anyone can read its secrets.
  if (isUnread(problems))
    return problems.filter((problem) => problem.code === unreadFile.code || problem.code === literalSecret.code);
  const { owner } = formatOf(document, context) ?? {};
  if (owner === undefined) return problems;
  const isLenient = owner === 'path' && lenientTools.has(context.tool ?? '');
  return problems.filter(
    (problem) =>
      (!ownFormatCodes.has(problem.code) || isMistakeAnywhere(problem, document)) &&
      !(isLenient && strictJsonCodes.has(problem.code)),
  );
}

/**
 * Omits problems that follow from the kind of file. If it isn't a config, only that is reported. In another format,
 * what the format causes is reported only if it's an error. In a file that
 * certainly belongs to another tool, problems that the format causes aren't reported at all.
 */
export function omitFormatProblems<F extends Finding>(
  problems: readonly F[],
  document: ConfigDocument,
  context: RuleContext,
): readonly F[] {
  const rest = omitToolProblems(problems, document, context);
  if (rest[0]?.code === notAConfig.code || isUnread(rest)) return rest;
  const { owner } = formatOf(document, context) ?? {};
  if (owner !== undefined) {
    const sameFormat = owner === 'path' && rest.length === problems.length;
    return sameFormat ? rest.filter((problem) => problem.code !== code) : rest;
  }
  if (!problems.some((problem) => problem.code === code)) return problems;
  return problems.filter(({ code, severity }) => !formatCausedCodes.has(code) || severity === 'error');
}
