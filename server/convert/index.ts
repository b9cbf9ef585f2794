/**
 * Converts tool servers from one tool's format to another's. Pure: texts in, text and report out. This is the public
 * API for the language server, the command line, and tests.
 */
import * as l10n from '@vscode/l10n';
import type { TargetFormat } from '../../common/generated/targets.ts';
import type { Conversion, ConvertedServer, ConvertParams } from '../../common/messages/conversion.ts';
import { ellipsize } from '../../common/text/cut.ts';
import { maskTokens } from '../../common/text/mask-secrets.ts';
import { targetOf } from '../tools/find-tool.ts';
import { withDisabledNames, withExcluded } from './disabled-servers.ts';
import type { PortableServer } from './fields/read-server.ts';
import { reservedReason } from './fields/tools.ts';
import { writeCommand } from './fields/write-server.ts';
import { type Merged, merge, type NewEntry, type Placed, place } from './merging/merge.ts';
import { mergeToml } from './merging/merge-toml.ts';
import { type ConversionSource, isOwnFile, readJsonSource, readSource } from './read.ts';
import { type Remarks, remarksInWords, renamedTo } from './remarks.ts';
import { reportComments, respelled } from './respell.ts';
import { reportSecrets } from './secrets.ts';
import { commandWords, isList, layoutOf, type TextLayout, textOf, type Value } from './value.ts';

export { ConversionError } from './failure.ts';

export type ConvertOptions = Partial<Omit<ConvertParams, 'text'>>;

/**
 * Reads the servers of a text and writes them in another format, into an existing file if `options.into` has one.
 * @throws ConversionError if nothing can be read or written
 */
export async function convert(text: string, options: ConvertOptions = {}): Promise<Conversion> {
  return written(text, await readSource(text, { to: 'oh-my-pi', ...options }), options);
}

/** Synchronous version of `convert`, for JSON only. @throws ConversionError */
export function convertJson(text: string, options: ConvertOptions = {}): Conversion {
  return written(text, readJsonSource(text, { to: 'oh-my-pi', ...options }), options);
}

function written(text: string, source: ConversionSource, options: ConvertOptions): Conversion {
  const { to = 'oh-my-pi' } = options;
  const only = options.only === undefined ? undefined : new Set(options.only);
  const { dialect, remarks } = source;
  const servers = source.servers.filter(({ label }) => only?.has(label) ?? true);
  const { placed, ...merged } = write(text, { ...source, servers }, to, options);
  const byLabel = new Map(placed.map((each) => [each.server.label, each]));
  const converted = servers.map((server): ConvertedServer => {
    const { label: name, transport } = server;
    const { name: newName = name, collides = 'no', done = 'skipped' } = byLabel.get(name) ?? {};
    return { name, newName, transport, summary: summaryOf(server), collides, done };
  });
  const report = only === undefined ? remarks.all : remarks.of(only);
  return { ...merged, dialect, servers: converted, report, reportText: remarksInWords(report) };
}

const summaryLimit = 80;

/** Returns the command line or URL of a server, for a list. Tokens, user info, queries, and fragments are removed. */
function summaryOf({ transport, fields }: PortableServer): string {
  const words = commandWords(fields.get('command'), fields.get('args'));
  const url = textOf(fields.get('url'))
    ?.replace(/\/\/[^/@]*@/, '//')
    .replace(/[?#].*/s, '');
  return ellipsize(transport === 'stdio' ? words.map(maskTokens).join(' ') : maskTokens(url ?? ''), summaryLimit);
}

function write(text: string, source: ConversionSource, to: TargetFormat, options: ConvertOptions): Merged {
  const { remarks, lists } = source;
  const hasContent = options.into !== undefined && options.into.trim() !== '';
  reportLists(source, to, hasContent);
  const copiesLists = to === 'oh-my-pi' && !hasContent;
  const all = copiesLists ? source.servers : withDisabledNames(source.servers, lists);
  const entries = all.flatMap((server) => respelled(server, to, remarks) ?? []);
  if (to !== 'oh-my-pi' || options.into !== undefined) reportSecrets(entries, remarks);
  if (to === 'command') return commandLines(entries, options.into ?? '', remarks);
  const target = targetOf(to);
  const mergeInto = target?.syntax === 'toml' ? mergeToml : merge;
  const merged = mergeInto(entries, {
    text: options.into,
    root: target?.root ?? 'mcpServers',
    strictNames: target === undefined,
    collision: options.collision ?? 'rename',
    isReserved: (name) => reservedReason(to, name) !== undefined,
    layout: layoutFor(text, source, options),
    others: target === undefined ? { $schema: source.schema, lists } : undefined,
  });
  for (const placed of merged.placed) addPlacementRemark(placed, to, remarks);
  return withExcluded(merged, options.into ?? '', to);
}

/** Returns a command line for each server, which replaces a text as a whole. */
function commandLines(entries: readonly NewEntry[], before: string, remarks: Remarks): Merged {
  // Several servers with the same name have different labels.
  const placed = placeCommands(
    entries.map(({ server, value }) => ({ server: { ...server, name: server.label }, value })),
  );
  const lines = placed.flatMap((each) => {
    addPlacementRemark(each, 'command', remarks);
    return writeCommand(each.server, each.name, remarks) ?? [];
  });
  const text = lines.map((line) => `${line}\n`).join('');
  return { text, changes: [{ offset: 0, length: before.length, text }], placed };
}

/** Gives the servers of command lines names that Claude Code doesn't reserve. */
export const placeCommands = (entries: readonly NewEntry[]): readonly Placed[] =>
  place(entries, new Map(), {
    strictNames: false,
    collision: 'rename',
    isReserved: (name) => reservedReason('command', name) !== undefined,
  });

/** Reports lists of names, which are only copied to a new file of Oh My Pi. */
export function reportLists(
  { lists, remarks, servers }: ConversionSource,
  to: TargetFormat,
  hasContent: boolean,
): void {
  const why =
    to === 'oh-my-pi'
      ? l10n.t('Add these names to the target yourself: they apply to all of its servers.')
      : l10n.t('The target format has no such list.');
  if (to === 'oh-my-pi' && !hasContent) return;
  const names = new Set<Value>(servers.map(({ name }) => name));
  for (const [list, value] of lists) {
    // The servers themselves are written as disabled.
    const isApplied = list === 'disabledServers' && isList(value) && value.every((name) => names.has(name));
    if (!isApplied) remarks.add('lost', { server: null, field: list }, why);
  }
}

/** Returns the layout of a new text. A file that is converted in place keeps its layout, including its end. */
function layoutFor(text: string, { onLines }: ConversionSource, options: ConvertOptions): TextLayout {
  if (!/^\s*\{/.test(text)) return { step: '  ', eol: '\n' };
  const layout = { ...layoutOf(text), onLines };
  const inPlace = (options.to ?? 'oh-my-pi') === 'oh-my-pi' && options.into === undefined && isOwnFile(options);
  return inPlace ? { ...layout, end: text.slice(text.trimEnd().length) } : layout;
}

/** Adds a remark if a server was skipped or renamed. */
export function addPlacementRemark(placed: Placed, to: TargetFormat, remarks: Remarks): void {
  const { server, name, collides, done } = placed;
  const subject = { server: server.label, at: server.at };
  reportComments(placed, remarks);
  if (collides === 'same') remarks.add('skipped', subject, l10n.t('The target already contains this server.'));
  else if (done === 'skipped')
    remarks.add('skipped', subject, l10n.t('The target already contains a different server with this name.'));
  else if (name !== server.name) {
    const why =
      collides === 'other'
        ? l10n.t('the target already contains a server with this name')
        : (reservedReason(to, server.name) ?? l10n.t('the original name is invalid or already used'));
    remarks.add('renamed', subject, renamedTo(name, why));
  }
}
