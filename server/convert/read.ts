/** Reads a text of any tool as servers in Oh My Pi's format. */

import * as l10n from '@vscode/l10n';
import type { TargetFormat } from '../../common/generated/targets.ts';
import type { ToolId } from '../../common/generated/tools.ts';
import { toolOfPath } from '../../common/messages/tool-files.ts';
import { toolOfSchema } from '../config/format/dialects.ts';
import { listNames } from '../config/format/format.ts';
import { endOf, type JsonNode, liveMembers, memberValue, type Span } from '../config/text/json.ts';
import { variablesOfTool } from '../tools/find-tool.ts';
import { commandServers } from './commands/add-command.ts';
import { linksIn } from './commands/install-links.ts';
import { ConversionError } from './failure.ts';
import { promptNamesIn } from './fields/prompt-names.ts';
import { type PortableServer, readServer } from './fields/read-server.ts';
import type { ConversionContext } from './fields/server-builder.ts';
import { type Hints, hasEndpoint, languageOf, rootOf } from './finding/detect-format.ts';
import { addsDefaultTimeout, promptsIn, reportShared, withServerFilter } from './finding/file-settings.ts';
import {
  aloneIn,
  entriesOf,
  type LabeledEntry,
  labeled,
  projectEntries,
  sourceMembersIn,
} from './finding/find-entries.ts';
import { otherKeys, otherRoots } from './finding/other-roots.ts';
import { describedServers, descriptionIn } from './finding/package-manifests.ts';
import { blocksIn } from './finding/text-blocks.ts';
import { Remarks } from './remarks.ts';
import { commentsIn, readJson, readToml, readYaml } from './tree.ts';
import { isList, mapOf, type Value, type ValueMap, valueIn } from './value.ts';

export interface ReadOptions extends Hints {
  /** Path of the project whose servers are included, for a file that stores servers by project. */
  readonly project?: string | undefined;
  /** Format to convert to; absent if it isn't known yet. */
  readonly to?: TargetFormat | undefined;
}

export interface ConversionSource {
  readonly dialect: ToolId;
  readonly servers: readonly PortableServer[];
  readonly remarks: Remarks;
  /** The two lists of names, if the text is in Oh My Pi's own format. */
  readonly lists: ValueMap;
  /** The `$schema` of Oh My Pi's own file, unless it's another tool's. */
  readonly schema?: string | undefined;
  /** Lists with one item per line. */
  readonly onLines?: ReadonlySet<Value> | undefined;
}

/** @throws ConversionError if the text isn't valid, is too long, or has no servers in a known format */
export async function readSource(text: string, options: ReadOptions = {}): Promise<ConversionSource> {
  if (options.from === 'command' || (options.from === undefined && !/^\s*(?:[{"]|\[(?!.*\]\())/.test(text))) {
    const source = readCommands(text);
    if (source !== undefined) return source;
    if (options.from === 'command')
      throw new ConversionError('unrecognized', l10n.t("This isn't a command line that adds or starts a tool server."));
  }
  const language = languageOf(text, options);
  // A config or a command inside other text, such as a section of a README.
  if (!startsAsJson.test(text) && (language === 'json' || (options.path === undefined && fence.test(text))))
    return await readBlocks(text, options);
  if (language === 'json') return readJsonSource(text, options);
  if (language === 'toml') return readTomlSource(text, options);
  return readRoot(text, await readYaml(text), options);
}

/** Reads the first part of a text that has servers. @throws ConversionError */
async function readBlocks(text: string, options: ReadOptions): Promise<ConversionSource> {
  for (const block of blocksIn(text)) {
    try {
      const source = await readSource(block, options);
      if (source.servers.length > 0) return source;
    } catch (error) {
      if (!(error instanceof ConversionError)) throw error;
    }
  }
  for (const link of linksIn(text)) {
    const source = readCommands(link);
    if (source !== undefined && source.servers.length > 0) return source;
  }
  if (/^\s*$/.test(text)) throw new ConversionError('no-servers', l10n.t('The text is empty.'));
  throw unrecognized();
}

const fence = /^[ \t>]*```/m;
// A byte order mark counts as a blank.
const startsAsJson = /^\s*(?:[{["]|\/[/*])/;

/** Synchronous version of `readSource`, for TOML only. @throws ConversionError */
export function readTomlSource(text: string, options: ReadOptions): ConversionSource {
  return readRoot(text, readToml(text), options);
}

/** Synchronous version of `readSource`, for JSON only. @throws ConversionError */
export function readJsonSource(text: string, options: ReadOptions = {}): ConversionSource {
  // A fragment that was copied from a file: `"docs": {…}`, possibly with a trailing comma.
  const piece = /^\s*"/.test(text);
  if (/^\s*$/.test(text)) throw new ConversionError('no-servers', l10n.t('The text is empty.'));
  if (!piece && !startsAsJson.test(text)) throw unrecognized();
  const tree = readJson(piece ? `{${text}}` : text);
  // The fragment has fields of a server, so it isn't a server itself.
  if (piece && hasEndpoint(tree)) throw unrecognized();
  const source = readRoot(text, tree, options);
  if (isOwnFile(options)) reportLostComments(text, source.remarks);
  return source;
}

const unrecognized = (): ConversionError =>
  new ConversionError('unrecognized', l10n.t('Unknown format: neither a supported config file nor a command line.'));

/** Reports comments as lost in a file of Oh My Pi, which is converted in place. Other tools' files aren't changed. */
function reportLostComments(text: string, remarks: Remarks): void {
  const comments = commentsIn(text);
  if (comments.length === 0) return;
  const field = comments.length === 1 ? l10n.t('a comment') : l10n.t('{0} comments', comments.length);
  remarks.add(
    'lost',
    { server: null, field, fieldIsText: true, at: comments[0] },
    l10n.t('Oh My Pi skips files with comments.'),
  );
}

/** True if the caller or the path says so. The shape alone isn't enough, because other tools use the same. */
export function isOwnFile({ from, path = '' }: ReadOptions): boolean {
  if (from !== undefined) return from === 'oh-my-pi';
  return /(?:^|[\\/])\.?mcp\.json$/.test(path) && toolOfPath(path) === undefined;
}

function readRoot(text: string, tree: JsonNode, options: ReadOptions): ConversionSource {
  const described = descriptionIn(tree);
  if (described !== undefined) return readDescription(text, tree, described);
  const ownFile = isOwnFile(options);
  const found = rootOf(tree, options);
  // Next to servers under a known key, a command or URL at the top level is another setting.
  const alone = found?.key === undefined && hasEndpoint(tree) ? aloneIn(tree, nameOfFile(options)) : undefined;
  const roots = alone || !found ? [] : [found, ...otherRoots(tree, found, ownFile)];
  const projects = memberValue(tree, 'projects');
  const told = options.from ?? toolOfPath(options.path ?? '')?.dialect;
  if (alone === undefined && roots.length === 0 && projects === undefined)
    throw told !== undefined || isEmptyConfig(tree)
      ? new ConversionError('no-servers', l10n.t("The file doesn't define any tool servers."))
      : unrecognized();
  const dialect = roots[0]?.dialect ?? told ?? (projects === undefined ? 'oh-my-pi' : 'claude-code');
  const remarks = new Remarks(text);
  const onLines = new Set<Value>();
  const onList = (list: readonly Value[], span: Span): void => {
    if (text.slice(span.offset, endOf(span)).includes('\n')) onLines.add(list);
  };
  const written = alone === undefined ? roots.flatMap(entriesOf) : [alone];
  const entries = written.map(addsDefaultTimeout(tree, dialect));
  const source = readEntries(labeled([...entries, ...projectEntries(projects, options.project, remarks)]), {
    dialect,
    isGuess: roots[0]?.isGuess,
    ownFile,
    to: options.to,
    keepsSwitches: ownFile && options.to === 'oh-my-pi',
    prompts: promptsIn(tree),
    remarks,
    onList,
  });
  otherKeys(tree, roots, ownFile, remarks);
  reportShared(tree, dialect, remarks);
  const schema = memberValue(tree, '$schema');
  const own = schema?.type === 'string' && toolOfSchema(schema.value) === undefined;
  return {
    ...source,
    servers: withServerFilter(source.servers, tree, dialect),
    lists: dialect === 'oh-my-pi' || ownFile ? listsIn(tree, onList) : source.lists,
    schema: own && ownFile ? schema.value : undefined,
    onLines,
  };
}

/** Reads a description, which isn't in the format of any tool. Only the ways to run the server are converted. */
function readDescription(text: string, tree: JsonNode, dialect: ToolId): ConversionSource {
  const remarks = new Remarks(text);
  return readEntries(describedServers(tree, remarks), { dialect, prompts: promptsIn(tree), remarks });
}

/** Reads an entry that isn't in any file as a whole, such as merged layers. */
export function readSourceEntry(name: string, node: JsonNode | undefined, dialect: ToolId): ConversionSource {
  const entry = { name, label: name, at: { offset: 0, length: 0 }, sourceMembers: sourceMembersIn(node) };
  return readEntries([entry], { dialect, remarks: new Remarks() });
}

function readCommands(text: string): ConversionSource | undefined {
  const remarks = new Remarks();
  const found = commandServers(text, remarks);
  if (found === undefined) return undefined;
  const servers = labeled(found).flatMap((entry) => {
    const { dialect, prompts } = entry;
    const promptNames = promptNamesIn([entry]);
    return readServer(entry, { dialect, fromShell: true, prompts, promptNames, remarks }) ?? [];
  });
  return { dialect: 'command', servers, remarks, lists: mapOf([]) };
}

function readEntries(entries: readonly LabeledEntry[], context: ConversionContext): ConversionSource {
  const { dialect, remarks } = context;
  const promptNames = promptNamesIn(entries, emptiedBy(context.to));
  const servers = entries.flatMap((entry) => readServer(entry, { ...context, promptNames }) ?? []);
  return { dialect, servers, remarks, lists: mapOf([]) };
}

/** Returns whether a target reads a variable as empty in addresses and headers. */
export const emptiedBy = (to: TargetFormat | undefined) => variablesOfTool(to ?? 'oh-my-pi').emptyRemote;

/** True for a config file without servers. */
function isEmptyConfig(tree: JsonNode): boolean {
  return tree.type === 'object' && (tree.members.length === 0 || liveMembers(tree).has('mcpServers'));
}

/** Returns the name of the file, which Continue uses as the name of a single server in it. */
function nameOfFile({ path = '' }: ReadOptions): string | undefined {
  const { folders } = toolOfPath(path) ?? {};
  return folders && /^(.+)\.\w+$/.exec(path.split(/[/\\]/).at(-1) ?? '')?.[1];
}

function listsIn(tree: JsonNode, onList: NonNullable<ConversionContext['onList']>): ValueMap {
  return mapOf(
    listNames.map((name) => {
      const node = memberValue(tree, name);
      const value = valueIn(node);
      if (node !== undefined && isList(value)) onList(value, node);
      return [name, value] as const;
    }),
  );
}
