/** Servers as text to use elsewhere: a config file that most tools accept, or command lines that add them. */
import * as l10n from '@vscode/l10n';
import type { CopiedServers, ServerRef } from '../../common/tool-servers.ts';
import { quote } from '../config/language.ts';
import type { Place } from '../config/sources.ts';
import { Remarks } from '../convert/remarks.ts';
import { plain } from '../convert/value.ts';
import { writeCommand } from '../convert/write-server.ts';
import { type Draft, Refusal } from './draft.ts';
import { type LocatedDefinition, locateDefinition } from './locate-definition.ts';
import { portable, type ReadFiles, remarksInSentences } from './portable.ts';

/** One server, including secrets from the file, because the user requested the copy. */
interface Copy<T> {
  readonly copied: T;
  /** Remarks on what the copy omits. */
  readonly omitted: readonly string[];
}

/**
 * @param files the files of the servers, read for conversion
 * @param placeOf returns the place of a workspace folder; `null`: no folder is open
 */
export function copy(
  draft: Draft,
  files: ReadFiles,
  servers: readonly ServerRef[],
  as: 'json' | 'command',
  placeOf: (folder: string | null) => Place,
): CopiedServers {
  const omitted: string[] = [];
  const each = <T>(copyOne: (found: LocatedDefinition) => Copy<T>): readonly T[] =>
    servers.flatMap(({ folder, uri, name }) => {
      try {
        const one = copyOne(locateDefinition(draft, placeOf(folder), uri, name));
        omitted.push(...one.omitted);
        return [one.copied];
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        omitted.push(error.message);
        return [];
      }
    });
  if (as === 'command') {
    const lines = each((found) => commandOf(files, found));
    return { text: lines.length === 0 ? null : lines.join('\n'), omitted };
  }
  const entries = each((found) => entryOf(draft, files, found));
  const mcpServers = Object.fromEntries(entries);
  return { text: entries.length === 0 ? null : JSON.stringify({ mcpServers }, null, 2), omitted };
}

/** Returns an entry of the agent's own files unchanged, and another tool's in the agent's format. @throws Refusal */
function entryOf(
  draft: Draft,
  files: ReadFiles,
  found: LocatedDefinition,
): Copy<readonly [name: string, server: unknown]> {
  const { name, file, definition } = found;
  const { source } = file;
  if (source.layout !== 'own') {
    const { server, remarks } = portable(files, found);
    return { copied: [name, plain(server.fields)], omitted: remarksInSentences(remarks) };
  }
  const { offset = 0, length = 0 } = definition.value ?? {};
  const server: unknown = JSON.parse(draft.text(source.uri)?.slice(offset, offset + length) || 'null');
  if (typeof server !== 'object' || server === null || Array.isArray(server))
    throw new Refusal(l10n.t("Couldn't copy {0}: not an object.", quote(name)));
  return { copied: [name, server], omitted: [] };
}

/** Returns a `claude mcp add …` command, which other tools accept as well. @throws Refusal */
function commandOf(files: ReadFiles, found: LocatedDefinition): Copy<string> {
  const { server, remarks } = portable(files, found);
  const ofWriting = new Remarks('');
  const line = writeCommand(server, ofWriting, found.file.source.level);
  const omitted = remarksInSentences([...remarks, ...ofWriting.all]);
  if (line === undefined) throw new Refusal(omitted.join(' '));
  return { copied: line, omitted };
}
