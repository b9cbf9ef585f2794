/** The agent's files as they would be after some changes. Nothing is written; `changes()` returns the result. */
import * as l10n from '@vscode/l10n';
import { remembered } from '../../common/remembered.ts';
import { ConfigDocument } from '../config/document.ts';
import { type EffectiveServers, effectiveServers } from '../config/effective.ts';
import type { ObjectNode } from '../config/json.ts';
import { quote } from '../config/language.ts';
import { type DefinedServer, readImportedFile, readOwnFile, type SourceFile } from '../config/source-file.ts';
import { type Place, type Source, sourcesOf } from '../config/sources.ts';
import { uriKey } from '../config/uris.ts';
import { composeChanges } from '../fixes/compose-changes.ts';
import { applyChanges, type Change, replace } from '../fixes/fix.ts';

/** Why a change is refused, as a sentence for users. Thrown before anything has been changed. */
export class Refusal extends Error {
  readonly isBySetting: boolean;

  /** @param isBySetting a setting of Oh My Pi is the cause */
  constructor(message: string, isBySetting = false) {
    super(message);
    this.isBySetting = isBySetting;
  }
}

/** A file with its changes so far. */
interface Drafted {
  readonly uri: string;
  /** The original text; undefined if the file didn't exist. */
  readonly first: string | undefined;
  readonly rounds: readonly (readonly Change[])[];
  readonly text: string;
}

export interface DraftedFile {
  readonly uri: string;
  readonly isNew: boolean;
  /** Relative to the original text, which is empty for a new file. */
  readonly changes: readonly Change[];
}

type ReadFiles = Map<string, { readonly text: string; readonly file: SourceFile }>;

/** A definition that a change applies to. */
export interface LocatedDefinition {
  readonly name: string;
  readonly file: SourceFile;
  /** As the agent sees it: merged with the layers below, if the file has layers. */
  readonly definition: DefinedServer;
}

/** An own file, and the draft in which it exists. */
interface WritableFile {
  readonly draft: Draft;
  readonly source: Source;
  readonly document: ConfigDocument;
  readonly root: ObjectNode;
}

/** An empty object on two lines. */
const skeleton = '{\n}\n';

/** Immutable: a change returns a new draft. */
export class Draft {
  readonly #read: (uri: string) => string | undefined;
  readonly #drafted: ReadonlyMap<string, Drafted>;
  /** Files read by this draft and its predecessors, by URI and label. */
  readonly #known: ReadFiles;
  /** Remembered, because every change is checked against the expected states of all earlier ones. */
  readonly #effective = new Map<Place, EffectiveServers>();

  /** @param read returns the text of a file, in the editor or on disk; undefined if it doesn't exist */
  constructor(
    read: (uri: string) => string | undefined,
    drafted = new Map<string, Drafted>(),
    known: ReadFiles = new Map(),
  ) {
    this.#read = read;
    this.#drafted = drafted;
    this.#known = known;
  }

  text(uri: string): string | undefined {
    return this.#drafted.get(uriKey(uri))?.text ?? this.#read(uri);
  }

  /** Returns the files of a place that exist, by descending precedence. */
  files(place: Place): readonly SourceFile[] {
    return sourcesOf(place).flatMap((source) => this.#file(source) ?? []);
  }

  effective(place: Place): EffectiveServers {
    return remembered(this.#effective, place, () => effectiveServers(this.files(place), place));
  }

  /** Returns a file of the place; undefined if it doesn't exist or isn't one of its files. */
  file(place: Place, uri: string): SourceFile | undefined {
    const source = sourceAt(place, uri);
    return source && this.#file(source);
  }

  #file(source: Source): SourceFile | undefined {
    const text = this.text(source.uri);
    if (text === undefined) return undefined;
    const key = `${source.key}\n${source.label}`;
    const known = this.#known.get(key);
    if (known?.text === text) return known.file;
    const own = source.layout === 'own';
    const file = own
      ? readOwnFile(source, new ConfigDocument(text, known?.file.document))
      : readImportedFile(source, text);
    this.#known.set(key, { text, file });
    return file;
  }

  /** @throws Refusal if the file doesn't define the server or isn't strict JSON */
  locate(place: Place, uri: string, name: string): LocatedDefinition {
    const file = this.file(place, uri);
    const definition = file && this.effective(place).find(file.source.uri, name)?.definition;
    if (file === undefined || definition === undefined) throw new Refusal(l10n.t('{0} no longer exists.', quote(name)));
    if (file.broken)
      throw new Refusal(l10n.t("{0} isn't strict JSON. Fix it first. Nothing was changed.", file.source.label));
    return { name, file, definition };
  }

  /** Returns the draft with changes to a file. */
  with(uri: string, changes: readonly Change[]): Draft {
    if (changes.length === 0) return this;
    const key = uriKey(uri);
    const first = this.#read(uri);
    const before = this.#drafted.get(key) ?? { uri, first, rounds: [], text: first ?? '' };
    const after = { ...before, rounds: [...before.rounds, changes], text: applyChanges(before.text, changes) };
    return new Draft(this.#read, new Map(this.#drafted).set(key, after), this.#known);
  }

  /**
   * Returns the draft with a writable file, which is created if it doesn't exist.
   * @throws Refusal if the file belongs to another tool, or isn't strict JSON with an object: the agent wouldn't read
   * what is written
   */
  writable(place: Place, uri: string): WritableFile {
    const source = sourceAt(place, uri);
    if (source === undefined) throw new Refusal(l10n.t("Oh My Pi doesn't read this file."));
    if (source.layout !== 'own')
      throw new Refusal(l10n.t("{0} belongs to {1} and can't be changed here.", source.label, source.tool));
    const text = this.text(uri) ?? '';
    const draft = text.trim() === '' ? this.with(uri, [replace({ offset: 0, length: text.length }, skeleton)]) : this;
    const { document, broken } = draft.#file(source) ?? {};
    if (document === undefined || broken === true)
      throw new Refusal(l10n.t("{0} isn't strict JSON. Fix it first. Nothing was changed.", source.label));
    const { root } = document;
    if (root?.type !== 'object')
      throw new Refusal(l10n.t("{0} doesn't contain a JSON object. Nothing was changed.", source.label));
    return { draft, source, document, root };
  }

  /** Returns all changes, by file. */
  changes(): readonly DraftedFile[] {
    return [...this.#drafted.values()].map(({ uri, first, rounds }) => ({
      uri,
      isNew: first === undefined,
      changes: composeChanges(first ?? '', rounds),
    }));
  }
}

/** Returns the source at a URI, regardless of how the URI is spelled. */
export function sourceAt(place: Place, uri: string): Source | undefined {
  const key = uriKey(uri);
  return sourcesOf(place).find((source) => source.key === key);
}
