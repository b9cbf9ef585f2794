/** Locates the definition that a change applies to. */
import * as l10n from '@vscode/l10n';
import type { ConfigDocument } from '../config/document.ts';
import type { ObjectNode } from '../config/json.ts';
import { quote } from '../config/language.ts';
import type { DefinedServer, SourceFile } from '../config/source-file.ts';
import type { Place, Source } from '../config/sources.ts';
import { type Draft, Refusal } from './draft.ts';

export interface LocatedDefinition {
  readonly name: string;
  readonly file: SourceFile;
  /** As the agent sees it: merged with the layers below, if the file has layers. */
  readonly definition: DefinedServer;
}

/** @throws Refusal if the file doesn't define the server or isn't strict JSON */
export function locateDefinition(draft: Draft, place: Place, uri: string, name: string): LocatedDefinition {
  const file = draft.file(place, uri);
  const definition = file && draft.effective(place).find(file.source.uri, name)?.definition;
  if (file === undefined || definition === undefined) throw new Refusal(l10n.t('{0} no longer exists.', quote(name)));
  if (file.broken)
    throw new Refusal(l10n.t("{0} isn't strict JSON. Fix it first. Nothing was changed.", file.source.label));
  return { name, file, definition };
}

/** Returns the entry of a server in a writable file. @throws Refusal */
export function objectOf(
  draft: Draft,
  place: Place,
  { uri, label }: Source,
  name: string,
): { readonly document: ConfigDocument; readonly object: ObjectNode } {
  const { document } = draft.writable(place, uri);
  const value = document.liveServers.find((server) => server.name === name)?.value;
  if (value?.type !== 'object')
    throw new Refusal(l10n.t("{0} in {1} isn't an object. Fix it first.", quote(name), label));
  return { document, object: value };
}
