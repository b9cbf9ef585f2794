/** Servers as text to use elsewhere: a config file that most tools accept, or command lines that add them. */
import * as l10n from '@vscode/l10n';
import type { CopiedServers, ServerRef } from '../../common/messages/tool-servers.ts';
import { quote } from '../config/language.ts';
import type { Place } from '../config/servers/sources.ts';
import { writeCommand } from '../convert/fields/write-server.ts';
import { addPlacementRemark, placeCommands } from '../convert/index.ts';
import { Remarks } from '../convert/remarks.ts';
import { plainValue } from '../convert/value.ts';
import { FreeNames } from '../fixes/rename-server.ts';
import { type EditedFiles, type LocatedDefinition, Refusal } from './edited-files.ts';
import { portable, remarksInSentences } from './portable/portable.ts';

/**
 * Copies servers, including secrets from the files, because the user requested it.
 * @param placeOf returns the place of a workspace folder; `null`: no folder is open
 */
export function copy(
  edited: EditedFiles,
  servers: readonly ServerRef[],
  as: 'json' | 'command',
  placeOf: (folder: string | null) => Place,
): CopiedServers {
  const omitted: string[] = [];
  const each = <T>(copyOne: (found: LocatedDefinition) => T): readonly T[] =>
    servers.flatMap(({ folder, uri, name }) => {
      try {
        return [copyOne(edited.locate(placeOf(folder), uri, name))];
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        omitted.push(error.message);
        return [];
      }
    });
  if (as === 'command') {
    const lines = each((found) => commandOf(edited, found, omitted));
    return { text: lines.length === 0 ? null : lines.join('\n'), omitted };
  }
  const entries = each((found) => entryOf(edited, found, omitted));
  const mcpServers = Object.fromEntries(uniquelyNamed(entries, omitted));
  return { text: entries.length === 0 ? null : JSON.stringify({ mcpServers }, null, 2), omitted };
}

type NamedServer = readonly [name: string, server: unknown];

/** Renames servers of the same name, such as an overridden one and its winner. @param remarks gets one for each */
function uniquelyNamed(entries: readonly NamedServer[], remarks: string[]): ReadonlyMap<string, unknown> {
  const names = new FreeNames(entries.map(([name]) => name));
  const servers = new Map<string, unknown>();
  for (const [name, server] of entries) {
    if (JSON.stringify(servers.get(name)) === JSON.stringify(server)) continue;
    const unique = servers.has(name) ? names.take(name) : name;
    servers.set(unique, server);
    if (unique === name) continue;
    const why = l10n.t('the original name is invalid or already used');
    remarks.push(`${quote(name)}: ${l10n.t('Renamed to {0}: {1}.', quote(unique), why)}`);
  }
  return servers;
}

/**
 * Returns an entry of Oh My Pi's own files unchanged, and another tool's in Oh My Pi's format.
 * @param omitted gets remarks on what the copy omits
 * @throws Refusal
 */
function entryOf(edited: EditedFiles, found: LocatedDefinition, omitted: string[]): NamedServer {
  const { name, file, definition } = found;
  const { source } = file;
  if (source.layout !== 'own') {
    const { server, remarks } = portable(edited, found);
    omitted.push(...remarksInSentences(remarks));
    return [name, plainValue(server.fields)];
  }
  const { offset = 0, length = 0 } = definition.value ?? {};
  const server: unknown = JSON.parse(edited.text(source.uri)?.slice(offset, offset + length) || 'null');
  if (typeof server !== 'object' || server === null || Array.isArray(server))
    throw new Refusal(l10n.t("Couldn't copy {0}: not an object.", quote(name)));
  return [name, server];
}

/** Returns a `claude mcp add …` command, which other tools accept as well. @throws Refusal */
function commandOf(edited: EditedFiles, found: LocatedDefinition, omitted: string[]): string {
  const { server, remarks } = portable(edited, found);
  const ofWriting = new Remarks('');
  const [placed] = placeCommands([{ server, value: server.fields }]);
  if (placed !== undefined) addPlacementRemark(placed, 'command', ofWriting);
  const line = writeCommand(server, placed?.name ?? server.name, ofWriting, found.file.source.level);
  const sentences = remarksInSentences([...remarks, ...ofWriting.all]);
  if (line === undefined) throw new Refusal(sentences.join(' '));
  omitted.push(...sentences);
  return line;
}
