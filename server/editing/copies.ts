/** Servers as text for another place: a config file that most tools take, or a command line that adds them. */
import * as l10n from '@vscode/l10n';
import type { CopiedServers, ServerRef } from '../../common/tool-servers.ts';
import type { Place } from '../config/sources.ts';
import { Remarks } from '../convert/remarks.ts';
import { plain } from '../convert/value.ts';
import { writeCommand } from '../convert/write-server.ts';
import type { Draft } from './draft.ts';
import { type LocatedDefinition, locateDefinition } from './locate-definition.ts';
import { portable, type ReadFiles, remarksInSentences } from './portable.ts';
import { quoted, Refusal } from './refusal.ts';

/** One server as text; what is in the file, secrets too: somebody asked for it. */
interface Copy<T> {
  readonly copied: T;
  /** What the text leaves out. */
  readonly left: readonly string[];
}

/**
 * @param files what conversion makes of the files of the servers
 * @param placeOf the place that a folder of the workspace is; `null`: no folder is open
 */
export function copy(
  draft: Draft,
  files: ReadFiles,
  servers: readonly ServerRef[],
  as: 'json' | 'command',
  placeOf: (folder: string | null) => Place,
): CopiedServers {
  const left: string[] = [];
  const each = <T>(copyOne: (found: LocatedDefinition) => Copy<T>): readonly T[] =>
    servers.flatMap(({ folder, uri, name }) => {
      try {
        const one = copyOne(locateDefinition(draft, placeOf(folder), uri, name));
        left.push(...one.left);
        return [one.copied];
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        left.push(error.message);
        return [];
      }
    });
  if (as === 'command') {
    const lines = each((found) => commandOf(files, found));
    return { text: lines.length === 0 ? null : lines.join('\n'), left };
  }
  const entries = each((found) => entryOf(draft, files, found));
  const mcpServers = Object.fromEntries(entries);
  return { text: entries.length === 0 ? null : JSON.stringify({ mcpServers }, null, 2), left };
}

/** In files of ours the entry as it is; another tool's in the agent's format. @throws Refusal */
function entryOf(
  draft: Draft,
  files: ReadFiles,
  found: LocatedDefinition,
): Copy<readonly [name: string, server: unknown]> {
  const { name, file, definition } = found;
  const { source } = file;
  if (source.layout !== 'own') {
    const { server, remarks } = portable(files, found);
    return { copied: [name, plain(server.fields)], left: remarksInSentences(remarks) };
  }
  const { offset = 0, length = 0 } = definition.value ?? {};
  const server: unknown = JSON.parse(draft.text(source.uri)?.slice(offset, offset + length) || 'null');
  if (typeof server !== 'object' || server === null || Array.isArray(server))
    throw new Refusal(l10n.t("Couldn't copy {0}: not an object.", quoted(name)));
  return { copied: [name, server], left: [] };
}

/** `claude mcp add …`, which other tools read as well. @throws Refusal */
function commandOf(files: ReadFiles, found: LocatedDefinition): Copy<string> {
  const { server, remarks } = portable(files, found);
  const ofWriting = new Remarks('');
  const line = writeCommand(server, ofWriting, found.file.source.level);
  const left = remarksInSentences([...remarks, ...ofWriting.all]);
  if (line === undefined) throw new Refusal(left.join(' '));
  return { copied: line, left };
}
