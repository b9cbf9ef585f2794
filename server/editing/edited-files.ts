/** The agent's files as they would be after some changes. Nothing is written; `changes()` returns the result. */
import * as l10n from '@vscode/l10n';
import { remembered } from '../../common/remembered.ts';
import type { Agent } from '../agents/agent.ts';
import { ohMyPiAgent } from '../agents/oh-my-pi.ts';
import { type PlaceState, statesAt } from '../agents/states.ts';
import { quote } from '../config/language.ts';
import type { EffectiveServers } from '../config/oh-my-pi/effective.ts';
import type { ConfigDocument } from '../config/servers/document.ts';
import { OpenDocument } from '../config/servers/open-document.ts';
import { type DefinedServer, type SourceFile, settingsTree } from '../config/servers/source-file.ts';
import type { Place, Source } from '../config/servers/sources.ts';
import { type JsonNode, memberValue, type ObjectNode } from '../config/text/json.ts';
import { baseName, uriKey } from '../files/uris.ts';
import { composeChanges } from '../fixes/compose-changes.ts';
import { applyChanges, type Change, replace } from '../fixes/fix.ts';
import { noPolicy, type Policy } from '../policy/policy.ts';

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
interface Edited {
  readonly uri: string;
  /** The original text; undefined if the file didn't exist. */
  readonly first: string | undefined;
  readonly rounds: readonly (readonly Change[])[];
  readonly text: string;
}

export interface FileEdits {
  readonly uri: string;
  readonly isNew: boolean;
  /** Relative to the original text, which is empty for a new file. */
  readonly changes: readonly Change[];
}

type ReadFiles = Map<string, { readonly text: string; readonly document: OpenDocument; readonly file: SourceFile }>;

/** A definition that a change applies to. */
export interface LocatedDefinition {
  readonly name: string;
  readonly file: SourceFile;
  /** As the agent sees it: merged with the layers below, if the file has layers. */
  readonly definition: DefinedServer;
}

/** An own file, and the edited files in which it exists. */
interface WritableFile {
  readonly edited: EditedFiles;
  readonly source: Source;
  readonly document: ConfigDocument;
  readonly root: ObjectNode;
}

/** An empty object on two lines. */
const skeleton = '{\n}\n';

/** Immutable: a change returns new edited files. */
export class EditedFiles {
  /** The agent that decides which servers are in effect. */
  readonly agent: Agent;
  readonly #policy: Policy;
  readonly #read: (uri: string) => string | undefined;
  readonly #drafted: ReadonlyMap<string, Edited>;
  /** Files read by these and those before, by URI and label. */
  readonly #known: ReadFiles;
  /** Remembered, because every change is checked against the expected states of all earlier ones. */
  readonly #states = new Map<Place, PlaceState>();

  /**
   * @param read returns the text of a file, in the editor or on disk; undefined if it doesn't exist
   * @param policy of the organization, which some agents enforce
   */
  constructor(
    read: (uri: string) => string | undefined,
    agent: Agent = ohMyPiAgent,
    policy: Policy = noPolicy,
    drafted = new Map<string, Edited>(),
    known: ReadFiles = new Map(),
  ) {
    this.#read = read;
    this.agent = agent;
    this.#policy = policy;
    this.#drafted = drafted;
    this.#known = known;
  }

  /** Returns the same edited files as another agent reads them. */
  as(agent: Agent): EditedFiles {
    return agent === this.agent ? this : new EditedFiles(this.#read, agent, this.#policy, new Map(this.#drafted));
  }

  text(uri: string): string | undefined {
    return this.#drafted.get(uriKey(uri))?.text ?? this.#read(uri);
  }

  /** Returns the files of a place that exist, by descending precedence. */
  files(place: Place): readonly SourceFile[] {
    return this.#stateAt(place).files;
  }

  effective(place: Place): EffectiveServers {
    return this.#stateAt(place).effective;
  }

  #stateAt(place: Place): PlaceState {
    return remembered(this.#states, place, () =>
      statesAt(
        place,
        this.agent,
        {
          file: (source) => this.#file(source, place),
          setting: (uri, path) => path.reduce<JsonNode | undefined>(memberValue, this.tree(uri)),
        },
        this.#policy,
      ),
    );
  }

  /** Returns a file of the place; undefined if it doesn't exist or isn't one of its files. */
  file(place: Place, uri: string): SourceFile | undefined {
    const source = this.sourceAt(place, uri);
    return source && this.#file(source, place);
  }

  /** Returns the source at a URI, regardless of how the URI is spelled. */
  sourceAt(place: Place, uri: string, section?: Source['section']): Source | undefined {
    const key = uriKey(uri);
    return this.agent.sources(place).find((source) => source.key === key && source.section === section);
  }

  /** Returns the value of a JSON file; undefined if it doesn't exist. */
  tree(uri: string): JsonNode | undefined {
    const text = this.text(uri);
    return text === undefined ? undefined : settingsTree(new OpenDocument(uri, 'json', 0, text));
  }

  #file(source: Source, place: Place): SourceFile | undefined {
    const text = this.text(source.uri);
    if (text === undefined) return undefined;
    const key = [source.key, source.label, source.section].join('\n');
    const known = this.#known.get(key);
    if (known?.text === text) return known.file;
    const document = new OpenDocument(source.uri, 'json', 0, text, known?.document);
    const file = this.agent.read(source, document, place);
    this.#known.set(key, { text, document, file });
    return file;
  }

  /** @throws Refusal if the file doesn't define the server or isn't strict JSON */
  locate(place: Place, uri: string, name: string, section?: Source['section']): LocatedDefinition {
    const source = this.sourceAt(place, uri, section);
    const file = this.files(place).find((each) => each.source.key === source?.key && each.source.section === section);
    const definition = source && this.effective(place).find(source.uri, name, section)?.definition;
    if (file === undefined || definition === undefined) throw new Refusal(l10n.t('{0} no longer exists.', quote(name)));
    if (file.broken)
      throw new Refusal(l10n.t("{0} isn't strict JSON. Fix it first. Nothing was changed.", file.source.label));
    return { name, file, definition };
  }

  /** Returns the files with changes to a file. */
  with(uri: string, changes: readonly Change[]): EditedFiles {
    if (changes.length === 0) return this;
    const key = uriKey(uri);
    const first = this.#read(uri);
    const before = this.#drafted.get(key) ?? { uri, first, rounds: [], text: first ?? '' };
    const after = { ...before, rounds: [...before.rounds, changes], text: applyChanges(before.text, changes) };
    return new EditedFiles(this.#read, this.agent, this.#policy, new Map(this.#drafted).set(key, after), this.#known);
  }

  /**
   * Returns the files with a writable file, which is created if it doesn't exist.
   * @throws Refusal if the file belongs to another tool, or isn't strict JSON with an object: the agent wouldn't read
   * what is written
   */
  writable(place: Place, uri: string): WritableFile {
    const source = this.sourceAt(place, uri);
    if (source === undefined) throw new Refusal(l10n.t("{0} doesn't read this file.", this.agent.name));
    if (source.layout !== 'own')
      throw new Refusal(l10n.t("{0} belongs to {1} and can't be changed here.", source.label, source.tool));
    const edited = this.#withObject(uri);
    const broken = edited.#file(source, place)?.broken;
    const document = edited.#known.get([source.key, source.label, source.section].join('\n'))?.document.config;
    if (document === undefined || broken === true)
      throw new Refusal(l10n.t("{0} isn't strict JSON. Fix it first. Nothing was changed.", source.label));
    const { root } = document;
    if (root?.type !== 'object')
      throw new Refusal(l10n.t("{0} doesn't contain a JSON object. Nothing was changed.", source.label));
    return { edited, source, document, root };
  }

  /** Returns the files with an object in a settings file, and that object. @throws Refusal if it has another value */
  settings(uri: string): { readonly edited: EditedFiles; readonly text: string; readonly root: ObjectNode } {
    const edited = this.#withObject(uri);
    const root = edited.tree(uri);
    if (root?.type !== 'object')
      throw new Refusal(l10n.t("{0} doesn't contain a JSON object. Nothing was changed.", baseName(uri)));
    return { edited, text: edited.text(uri) ?? '', root };
  }

  #withObject(uri: string): EditedFiles {
    const text = this.text(uri) ?? '';
    return text.trim() === '' ? this.with(uri, [replace({ offset: 0, length: text.length }, skeleton)]) : this;
  }

  /** Returns all changes, by file. */
  changes(): readonly FileEdits[] {
    return [...this.#drafted.values()].map(({ uri, first, rounds }) => ({
      uri,
      isNew: first === undefined,
      changes: composeChanges(first ?? '', rounds),
    }));
  }
}
