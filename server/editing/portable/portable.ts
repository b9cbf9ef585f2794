/** Servers in Oh My Pi's format, regardless of the tool whose file they're in. */
import * as l10n from '@vscode/l10n';
import type { Remark } from '../../../common/messages/conversion.ts';
import { remembered } from '../../../common/remembered.ts';
import { quote } from '../../config/language.ts';
import { isToml } from '../../config/oh-my-pi/providers.ts';
import { codexPaths } from '../../config/servers/server-definition.ts';
import type { SourceFile } from '../../config/servers/source-file.ts';
import type { Source } from '../../config/servers/sources.ts';
import { ConversionError } from '../../convert/failure.ts';
import type { PortableServer } from '../../convert/fields/read-server.ts';
import { type ConversionSource, readJsonSource, readSourceEntry, readTomlSource } from '../../convert/read.ts';
import { textOf } from '../../convert/value.ts';
import { parentUri } from '../../files/uris.ts';
import { type EditedFiles, type LocatedDefinition, Refusal } from '../edited-files.ts';

/** Results of reading whole files for conversion. */
const conversions = new WeakMap<SourceFile, ConversionSource | ConversionError>();

function conversionOf(edited: EditedFiles, file: SourceFile): ConversionSource | ConversionError {
  return remembered(conversions, file, () => {
    const { uri, dialect, layout } = file.source;
    const read = isToml(layout) ? readTomlSource : readJsonSource;
    try {
      return read(edited.text(uri) ?? '', { from: dialect });
    } catch (error) {
      if (error instanceof ConversionError) return error;
      throw error;
    }
  });
}

/** A server that can be written in any format, with the remarks from reading it. */
export interface Portable {
  readonly server: PortableServer;
  readonly remarks: readonly Remark[];
}

/**
 * @param level where the server is copied to; by default, the level of its file
 * @throws Refusal if the server can't be expressed in Oh My Pi's format
 */
export function portable(edited: EditedFiles, found: LocatedDefinition, level = found.file.source.level): Portable {
  const { name, file, definition } = found;
  const { source, definitions } = file;
  // Layers of OpenCode are merged, so the definition isn't in any file.
  const read = definitions.includes(definition)
    ? conversionOf(edited, file)
    : readSourceEntry(name, definition.node, source.dialect);
  const refusal = (why: string): Refusal => new Refusal(l10n.t("Couldn't convert {0}. {1}", quote(name), why));
  if (read instanceof ConversionError) throw refusal(read.message);
  const remarks = read.remarks.all.filter((remark) => remark.server === name);
  const server = read.servers.find((one) => one.name === name);
  if (server === undefined)
    throw refusal(remarks.find(({ kind }) => kind === 'skipped')?.reason ?? l10n.t('Missing "command" or "url".'));
  return source.layout === 'codex' ? withProjectPaths({ server, remarks }, source, level) : { server, remarks };
}

/**
 * Relative paths start at the project, as in Oh My Pi's own files, although Oh My Pi reads them as starting at the folder
 * of Codex's file. A user-level copy is used in other projects, so its paths are absolute.
 */
function withProjectPaths(
  { server, remarks }: Portable,
  { uri, level: from }: Source,
  level: Source['level'],
): Portable {
  const [command, cwd] = [textOf(server.fields.get('command')), textOf(server.fields.get('cwd'))];
  if (command === undefined) return { server, remarks };
  const project = { uri: parentUri(uri), level: 'user', label: '' } as const;
  const paths = codexPaths(command, cwd, project);
  const relative = Object.entries(paths).filter(([field, path]) => path !== server.fields.get(field));
  const changed = level === 'user' && from === 'project' ? relative : [];
  const reason = (path: string): string =>
    changed.length > 0
      ? l10n.t('Changed to {0}: in Codex, relative paths start at the project.', quote(path))
      : l10n.t(
          'Kept as in Codex, where relative paths start at the project. Oh My Pi starts them at the folder of this file.',
        );
  return {
    server: { ...server, fields: new Map([...server.fields, ...changed]) },
    remarks: [
      ...remarks,
      ...relative.map(
        ([field, path]): Remark => ({ kind: 'changed', server: server.name, field, reason: reason(path), line: null }),
      ),
    ],
  };
}

/** Formats each remark as one sentence. */
export function remarksInSentences(remarks: readonly Remark[]): readonly string[] {
  return remarks.map(({ server, field, reason }) => {
    const subject = [server === null ? undefined : quote(server), field ?? undefined].filter(Boolean).join(' › ');
    return `${subject}: ${reason}`;
  });
}
