/** Servers in the agent's format, regardless of the tool whose file they're in. */
import * as l10n from '@vscode/l10n';
import type { Remark } from '../../common/conversion.ts';
import type { ServerRef } from '../../common/tool-servers.ts';
import { quote } from '../config/language.ts';
import type { Place } from '../config/sources.ts';
import { uriKey } from '../config/uris.ts';
import { ConversionError } from '../convert/failure.ts';
import { type ConversionSource, readEntry, readSource } from '../convert/read.ts';
import type { PortableServer } from '../convert/server.ts';
import { type Draft, Refusal } from './draft.ts';
import type { LocatedDefinition } from './locate-definition.ts';

/** Results of reading whole files for conversion, by normalized URI. */
export type ReadFiles = ReadonlyMap<string, ConversionSource | ConversionError>;

/** Reads the files of these servers. Conversion errors are stored and reported when one of the servers is requested. */
export async function readFiles(
  draft: Draft,
  servers: readonly ServerRef[],
  placeOf: (folder: string | null) => Place,
): Promise<ReadFiles> {
  const read = new Map<string, ConversionSource | ConversionError>();
  for (const { folder, uri } of servers) {
    const source = draft.file(placeOf(folder), uri)?.source;
    const text = draft.text(uri);
    if (source === undefined || text === undefined || read.has(uriKey(uri))) continue;
    try {
      read.set(uriKey(uri), await readSource(text, { from: source.dialect }));
    } catch (error) {
      if (!(error instanceof ConversionError)) throw error;
      read.set(uriKey(uri), error);
    }
  }
  return read;
}

/** A server that can be written in any format, with the remarks from reading it. */
export interface Portable {
  readonly server: PortableServer;
  readonly remarks: readonly Remark[];
}

/** @throws Refusal if the server can't be expressed in the agent's format */
export function portable(files: ReadFiles, { name, file, definition }: LocatedDefinition): Portable {
  const { source, definitions } = file;
  // Layers of OpenCode are merged, so the definition isn't in any file.
  const read = definitions.includes(definition)
    ? files.get(uriKey(source.uri))
    : readEntry(name, definition.node, source.dialect);
  const refusal = (why: string): Refusal => new Refusal(l10n.t("Couldn't convert {0}. {1}", quote(name), why));
  if (read === undefined) throw refusal(l10n.t('The file no longer exists.'));
  if (read instanceof ConversionError) throw refusal(read.message);
  const remarks = read.remarks.all.filter((remark) => remark.server === name);
  const server = read.servers.find((one) => one.name === name);
  if (server === undefined)
    throw refusal(remarks.find(({ kind }) => kind === 'skipped')?.reason ?? l10n.t('Missing "command" or "url".'));
  return { server, remarks };
}

/** Formats each remark as one sentence. */
export function remarksInSentences(remarks: readonly Remark[]): readonly string[] {
  return remarks.map(({ server, field, reason }) => {
    const subject = [server === null ? undefined : quote(server), field ?? undefined].filter(Boolean).join(' › ');
    return `${subject}: ${reason}`;
  });
}
