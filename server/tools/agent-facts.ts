/** The facts about which servers an agent uses, as data. `docs/agents.md` is generated from them. */

import type { ToolId } from '../../common/generated/tools.ts';
import type { AgentId } from '../../common/messages/agents.ts';
import type { Transport } from '../config/format/field.ts';
import type { FileLayout } from '../config/oh-my-pi/providers.ts';
import type { FolderVariable, SwitchVariable } from '../config/platform.ts';
import type { Listing } from './listing.ts';
import type { VariableFacts } from './variable-facts.ts';

/** Where a fact was found: in the agent's code, its changelog, its documentation, a discussion; or it's assumed. */
export type Evidence = 'code' | 'changelog' | 'documentation' | 'discussion' | 'assumed';

/** Facts with this evidence are shown as probable. */
export const isProbable = (evidence: Evidence | undefined): boolean =>
  evidence === 'discussion' || evidence === 'assumed';

interface Fact {
  /** Default: that of the table. */
  readonly evidence?: Evidence;
}

/** Where a file is. Paths have forward slashes. */
export interface FilePlace {
  /**
   * `project`: the folder that the agent starts in. `upward`: that folder and its parents, nearest first. `repository`:
   * the same up to the root of the repository; without one, only that folder. `worktree`: the same; without one, as
   * `upward`. `outward`: the same as `worktree`, but farthest first. `checkout`: the root of the repository, for a
   * worktree that of its main checkout, if that isn't the start. `home`: the user's home folder. `system`: `path` is
   * absolute, and may have `*` for the names of several files. `environment`: the value of the variable `path` is the content.
   */
  readonly in:
    | 'project'
    | 'upward'
    | 'repository'
    | 'worktree'
    | 'outward'
    | 'checkout'
    | 'home'
    | 'system'
    | 'environment';
  readonly path: string;
  /** A variable that names the folder instead; only the last part of `path` is in it. */
  readonly variable?: FolderVariable;
  /** True if `~` in the variable is the home folder. */
  readonly expandsTilde?: true;
  /** What the variable names instead of the folder: the home folder, the start of `path` up to this one, or the file itself. */
  readonly names?: 'home' | '.config' | '.claude' | '.codex' | '.grok' | '.qwen' | 'file';
  /** Another one that comes before it, and names the file. */
  readonly fileVariable?: FolderVariable;
  /** Others that name the file, which the agent reads only if it belongs to the administrator. That isn't looked at, so no file is read here. */
  readonly ownedVariables?: readonly FolderVariable[];
  /**
   * Present if the agent ignores the whole settings file unless it's strict JSON, and these properties, if it has them, have
   * such values. A byte order mark is fine.
   */
  readonly ignoredUnless?: PropertyFacts;
  /** True if the file exists only if the variable is set. */
  readonly onlyByVariable?: true;
}

/** A file with servers. */
export interface ServersFile extends FilePlace, Fact {
  readonly layout: FileLayout;
  readonly dialect: ToolId;
  /** Properties that lead to the servers. `*` is the path of the folder under which the agent keeps what belongs to a project. */
  readonly root: readonly string[];
  /** The servers may also be in this property of the map, with another property that turns them off. */
  readonly nested?: { readonly property: string; readonly off: string };
  /** The property with the inputs whose values replace `${input:x}`. The agent refuses one that isn't there. */
  readonly inputs?: string;
  /** True if the top level may also be the map of servers. */
  readonly flat?: true;
  /** `comments`: JSON with comments. `jsonc`: with trailing commas too. Default: strict JSON. */
  readonly syntax?: 'comments' | 'jsonc';
  /** True if its definitions are merged key by key with those of other files with this, although the agent uses others as a whole. */
  readonly merges?: true;
  /** True if the file may begin with a byte order mark. */
  readonly acceptsByteOrderMark?: true;
  /** True if an empty file counts as one without servers. `without-blanks`: one with blanks or line breaks doesn't. */
  readonly acceptsEmpty?: true | 'without-blanks';
  /**
   * Present if `{env:NAME}` and `{file:path}` in the text are replaced before it's parsed: the agent loads no server at all if such a file
   * doesn't exist. `rejectsProject`: it takes nothing from a file of a project with one, with a variable, or with a file
   * outside of the project. `inComments`: comments count, except lines that are one.
   */
  readonly references?: { readonly rejectsProject?: true; readonly inComments?: true };
  /** What something else in place of the file leads to. Default: the file doesn't exist. */
  readonly inPlace?: Readonly<Partial<Record<'folder' | 'circle' | 'device', 'rejected' | 'refused'>>>;
  /** What a file with an object, but without `root`, leads to. Default: it has no servers. */
  readonly withoutRoot?: 'rejected' | 'refused';
  /** A property with which it loads no server at all. */
  readonly refusedProperty?: string;
  /** Its other properties, and what another value of one leads to. Default: the agent loads no server at all. */
  readonly otherProperties?: PropertyFacts;
  readonly otherValue?: 'rejected' | 'refused';
  /** True if the agent doesn't start, or loads no server at all, if the syntax of this file isn't valid. */
  readonly refusesBroken?: true;
  /** The same if the file isn't an object, as in JSON with only `null`. */
  readonly refusesOtherRoot?: true;
  /** The same if the map of servers isn't an object. */
  readonly refusesOtherMap?: true;
  /** Whose servers they are; `local`: those of one user for one project; `user`: for all. Default: that of the folder. */
  readonly scope?: 'managed' | 'local' | 'user';
  /** The user must approve each server, or trust the folder. */
  readonly gate?: 'approval' | 'trust';
  /** Evidence for the gate, if it isn't that of the file. */
  readonly gateEvidence?: Evidence;
  /** If the file exists, only servers of this scope are used. */
  readonly excludesOthers?: true;
  /** This file in the same folder is read instead, if it exists. */
  readonly hiddenBy?: string;
  /** The file is read only if a setting says so. */
  readonly onlyIf?: { readonly in: readonly FilePlace[]; readonly path: readonly string[] };
  /** The file isn't read if a setting has one of these values. */
  readonly unless?: readonly SettingValue[];
  /** The file isn't read if this variable is set. */
  readonly unlessVariable?: SwitchVariable;
  /** How its servers and their variables are read, if it isn't as in the agent's other files. */
  readonly format?: EntryFormat;
  readonly variables?: VariableFacts;
  /** True if a server with `"enabled": false` doesn't hide others of its name. */
  readonly dropsDisabled?: true;
}

/** Returns the properties in which the agent looks for servers in a file, each joined by dots; the first is the usual one. */
export function readRoots({ root, nested, flat }: Pick<ServersFile, 'root' | 'nested' | 'flat'>): readonly string[] {
  const usual = root.join('.');
  return [usual, ...(nested === undefined ? [] : [`${usual}.${nested.property}`]), ...(flat === true ? [''] : [])];
}

export interface SettingValue {
  readonly in: readonly FilePlace[];
  readonly path: readonly string[];
  readonly is: boolean;
}

/** What a list or a map of names in settings does to the servers with these names. */
export interface NameSwitch extends Fact {
  readonly in: readonly FilePlace[];
  /** Properties that lead to the names. `*` as for servers. */
  readonly path: readonly string[];
  /**
   * `off`: they aren't used. `only`: no others are used; if several files have the list, only those in all of them.
   * `approve`: they need no approval. `approve-all`: with the value true, none needs approval. `off-by-map`: those with
   * `{"enabled": false}` aren't used. `answered`: the user approved or rejected those in the map, but another answer may
   * be needed since an edit.
   */
  readonly effect: 'off' | 'only' | 'approve' | 'approve-all' | 'off-by-map' | 'answered';
  /** True if an empty list has an effect, too. */
  readonly countsEmpty?: true;
  /** Only servers of files with this gate are affected. */
  readonly gate?: ServersFile['gate'];
  /** Names are compared as the agent shows them, with `_` for other characters; in lower case; also without blanks around them; followed by a hash; or as patterns. */
  readonly compare?: 'normalized' | 'lower-case' | 'trimmed' | 'hashed' | 'glob';
  /** True if a list with something else than texts is ignored. */
  readonly onlyTexts?: true;
  /** True if one name may be a text instead of a list. */
  readonly mayBeText?: true;
  /** True if it counts only in a trusted folder, because the repository may contain it. */
  readonly needsTrust?: true;
  /** True if each name has `identity` with the only command or URL that is allowed for it. */
  readonly identifies?: true;
  /** True if servers of plugins aren't affected. */
  readonly sparesPlugins?: true;
}

/** How a server is turned off and on again. */
export type OffSwitch =
  /** A list of names in a file, which is created if it doesn't exist. `approve`: a list that the name must be in to be used. */
  | {
      readonly kind: 'list';
      readonly at: FilePlace;
      readonly path: readonly string[];
      readonly approve?: readonly string[];
      readonly gate?: ServersFile['gate'];
    }
  /** A map of names to `{"enabled": false}`. */
  | { readonly kind: 'map'; readonly at: FilePlace }
  /** `"enabled": false` in the entry, or `"disabled": true`. */
  | { readonly kind: 'entry'; readonly property?: 'disabled' }
  /** The user has to do it in the agent. */
  | { readonly kind: 'manual'; readonly how: () => string };

/** The kinds of values that a property accepts. */
export type ValueKind =
  | 'any'
  | 'array'
  | 'boolean'
  | 'booleanOrObject'
  | 'count'
  | 'httpsUrl'
  | 'nameOrStrings'
  | 'never'
  | 'number'
  | 'object'
  | 'objectOrFalse'
  | 'objects'
  | 'port'
  | 'positiveInteger'
  | 'positiveIntegerOrObject'
  | 'positiveLongInteger'
  | 'scalarMap'
  | 'seconds'
  | 'string'
  | 'stringOrObject'
  | 'stringMap'
  | 'stringMapOrNull'
  | 'stringOrArray'
  | 'stringOrNull'
  | 'strings'
  | 'word';

/** A property that has an effect. */
export interface PropertyFact extends Fact {
  /** The transports for which it has an effect. Default: all. */
  readonly on?: 'stdio' | 'remote';
  /** `any`: the agent accepted wrong ones, too. */
  readonly value: ValueKind;
  /** The texts that it accepts. Default: all. */
  readonly oneOf?: readonly string[];
  /** True if it also accepts null. */
  readonly orNull?: true;
  /** True if a value that it accepts has no effect on which servers are used. */
  readonly hasNoEffect?: true;
  /** What another value leads to. Default: the property is ignored. */
  readonly otherwise?: 'skips';
  /** What the property leads to with the other transport. Default: it's ignored. */
  readonly elsewhere?: 'skips';
  /** True if it isn't known whether the agent reads it. */
  readonly isUncertain?: true;
  /** Another property of the entry without which the agent skips the server. */
  readonly requires?: string;
  /** A smaller number is ignored. */
  readonly atLeast?: number;
  /** The properties of an object that have an effect. Default: all. */
  readonly keys?: PropertyFacts;
  /** The items of a list, or the members of a map. Of other properties of an object, nothing is known. */
  readonly each?: PropertyFact;
}

export type PropertyFacts = Readonly<Record<string, PropertyFact>>;

/** Returns facts about properties for which only such values are accepted. @param names separated by blanks */
export const withValue = (value: ValueKind, names: string): PropertyFacts =>
  Object.fromEntries(names.split(' ').map((name) => [name, { value, otherwise: 'skips' }]));

/** The same for one text of several. @param words separated by blanks */
export const oneWord = (words: string): PropertyFact => ({
  value: 'string',
  oneOf: words.split(' '),
  otherwise: 'skips',
});

/** How the entry of a server is read. */
export interface EntryFormat {
  /** The property with the transport, and what its values mean. */
  readonly type: string;
  readonly types: Readonly<Record<string, Transport>>;
  /** What an entry with a URL and without a type is. */
  readonly untypedUrl: Transport | 'skips';
  /** What an unknown type leads to: `ignored`: it counts as none; `uncertain`: it isn't known. `needs-command`: the same if there is a command. Default: the server is skipped. */
  readonly unknownType?: 'ignored' | 'uncertain' | 'needs-command';
  /** Properties with the URL, highest precedence first, and the transport that they mean without a type. */
  readonly urls?: Readonly<Record<string, Transport>>;
  /** True if a server that can't be used is left out without a message. */
  readonly silent?: true;
  /** True if the type counts only for a URL. */
  readonly typeNeedsUrl?: true;
  /** True if an entry without a type is skipped. */
  readonly requiresType?: true;
  /** True if the command must be a list of words. */
  readonly commandIsList?: true;
  /** What a command and a URL in the same entry lead to. Default: the command is used. */
  readonly both?: 'skips' | 'url';
  /** True if an entry with only `enabled` is valid: it belongs to a definition in another file. */
  readonly onlyEnabled?: true;
  /** True if only some properties are known. The others aren't mentioned. */
  readonly isOpen?: true;
  /** The property that turns a server off if it's true, unless there is `enabled`. */
  readonly disabledBy?: 'disabled';
  readonly loadsEmptyCommand?: true;
  readonly loadsEmptyUrl?: true;
  /** True if a URL must be one before its variables are expanded. */
  readonly urlAsWritten?: true;
  /** The properties that have an effect besides the type, the command, and the URL. */
  readonly properties: PropertyFacts;
}

/** `json`: a map at a path in each of these files. `env`: lines `NAME=value` in the first file that exists, the nearest first. */
export type VariableSource =
  | { readonly kind: 'json'; readonly in: readonly FilePlace[]; readonly path: readonly string[] }
  | { readonly kind: 'env'; readonly in: readonly FilePlace[] };

export interface NameFacts {
  /** Names of servers that are skipped. They are compared as the agent normalizes them. */
  readonly reserved?: readonly string[];
  /** Matches names that are skipped. */
  readonly invalid?: RegExp;
  readonly ignoresCase?: true;
}

/** Where its plugins or extensions are, and which are turned on. */
export interface PluginFacts {
  /**
   * `record`: `store` is a file with their folders, by name and catalog. `registry`: the same by folder. `cache`: a folder with one of each
   * version, by catalog and name. `extensions`: a folder with one of each; `extension-enablement.json` beside
   * them says for which folders each is off. `configured`: `store` is a file with a list of copies; of marketplaces that
   * are folders, plugins aren't copied. `folder`: a folder with one of each. `paths`: settings have a list of their folders.
   * `addresses`: `store` is a file with their URIs. `contributions`: a folder with the extensions of an editor, some of which
   * give it servers while they run.
   */
  readonly kind:
    | 'record'
    | 'registry'
    | 'cache'
    | 'extensions'
    | 'configured'
    | 'folder'
    | 'paths'
    | 'addresses'
    | 'contributions';
  /** True if they are only named, because what they bring isn't known from their files. */
  readonly isUnread?: true;
  readonly store: FilePlace;
  /** True if the store counts only in a trusted folder. */
  readonly needsTrust?: true;
  /** They aren't read if a setting has one of these values. */
  readonly unless?: readonly SettingValue[];
  /** Settings that turn them on, highest precedence first. */
  readonly enabled: readonly PluginSettings[];
  readonly path: readonly string[];
  /** A file with the catalogs as properties. Plugins of others aren't used. */
  readonly catalogs?: FilePlace;
  /** Settings with `strictKnownMarketplaces` and `blockedMarketplaces`: the sources of the catalogs that are allowed, and of those that aren't. */
  readonly catalogPolicy?: readonly FilePlace[];
  /** The file of a plugin with its servers. */
  readonly file: string;
  /** True if the servers in it may also be at the top level. */
  readonly flat?: true;
  /** Properties that the file must have. */
  readonly requires?: readonly string[];
  /** The files that describe a plugin, of which the first that exists counts, and the servers that it names in `mcpServers`. */
  readonly manifest?: PluginManifest;
  /** True if one invalid entry costs all servers of its file. */
  readonly rejectsInvalid?: true;
  /** True if its servers win over the same names in other files. */
  readonly winsNames?: true;
  /** True if a server isn't used that has the connection of one in effect. */
  readonly dropsTwins?: true;
  /** Begins the names of its servers; `{plugin}` is the name of the plugin. */
  readonly prefix?: string;
}

/** A file with settings about plugins. */
export interface PluginSettings extends FilePlace {
  /** True if it counts only in a trusted folder, because the repository may contain it. */
  readonly needsTrust?: true;
}

/** What the manifest of a plugin says about its servers: a map, or the path of a file with one. */
export interface PluginManifest {
  readonly paths: readonly string[];
  /** What counts: those of the manifest `before` or `after` those of the file, `instead` of the file, or only if the file is missing. */
  readonly servers: 'before' | 'after' | 'instead' | 'if-no-file';
  /** True if a plugin without one isn't used. */
  readonly isRequired?: true;
  /** True if one that isn't strict JSON, has no name, or has an invalid entry makes the agent skip the plugin. Its name is that of the plugin. */
  readonly mustBeValid?: true;
  /** True if the entry of a plugin in its catalog is the manifest of one without. */
  readonly orCatalog?: true;
  /** True if a list of maps and paths is accepted, too. */
  readonly mayBeList?: true;
}

/** The revisions of MCP that it speaks. */
export interface ProtocolFacts extends Fact {
  /** The revision that it asks for in `initialize`. */
  readonly offers: string;
  /** Others with which a server may answer. Absent: not known. */
  readonly accepts?: readonly string[] | 'any';
  /** One without `initialize`, which it tries first. */
  readonly stateless?: string;
}

/** What is known about every agent. */
export interface AgentFacts {
  readonly id: AgentId;
  /** The version that the facts are from, and where they were read. */
  readonly version: string;
  readonly readIn: string;
  readonly evidence: Evidence;
  /**
   * Whether it reads `.mcp.json` in the root of a project. `if-used`: it does, but rules mention it only if settings name it
   * or it is found.
   */
  readonly readsShared: boolean | 'if-used';
  readonly format: EntryFormat;
  readonly names: NameFacts;
  /** In `.mcp.json`, or in its own files if it doesn't read that. */
  readonly variables: VariableFacts;
  /** Files with variables that it adds to its environment. */
  readonly environment?: readonly VariableSource[];
  /** Absent: not known. */
  readonly protocol?: ProtocolFacts;
  /** How the user sees which servers are loaded. */
  readonly check: readonly string[];
  /** Its own list of servers, for a comparison with the facts. Absent: it has none that can be read. */
  readonly list?: Listing;
  /** The command that approves a server, up to its name. */
  readonly approve?: string;
  /** How it takes up a change of its files while it runs. */
  readonly reload: Reload;
  /** True for an editor or another app, which is usually not started from a terminal. */
  readonly isApp?: true;
  /** Files and folders that show that the agent is used, in the project and in the home folder, and its command. */
  readonly traces: { readonly project: readonly string[]; readonly home: readonly string[]; readonly command?: string };
}

/** `command`: with a command of the agent. `automatic`: without anything that the user does. */
export type Reload = Fact &
  ({ readonly kind: 'restart' | 'automatic' } | { readonly kind: 'command'; readonly command: string });

/** An agent that consists of facts alone. */
export interface AgentTable extends AgentFacts {
  /** Files with servers, highest precedence first. */
  readonly files: readonly ServersFile[];
  /** The folder under whose path it keeps what belongs to a project. Default: the start. `checkout`: as for `FilePlace`. */
  readonly keptBy?: 'checkout';
  /** A setting with the names that mark the root of a project, instead of `.git`. */
  readonly rootMarkers?: { readonly in: FilePlace; readonly path: readonly string[] };
  /** `deep`: definitions of the same name are merged key by key. */
  readonly merging: 'whole' | 'deep';
  readonly switches: readonly NameSwitch[];
  readonly off: readonly OffSwitch[];
  /**
   * What one invalid entry leads to. Default: `skipped`, so that another definition of its name can be used.
   * `holds-name`: skipped, but its name counts. `refused`: the agent loads no server at all; `refused-by-file`: also if
   * another file would complete or replace the entry. `rejects-file`: it takes nothing from its
   * file, and if that is the user's, it loads no server at all.
   */
  readonly invalidEntry?: 'holds-name' | 'refused' | 'refused-by-file' | 'rejects-file';
  /** True if an entry that is null makes it end. */
  readonly refusesNull?: true;
  /** Folders of the managed settings whose policy it enforces. */
  readonly policyFolders?: readonly string[];
  /** What a fault in such a policy leads to: the rest counts, or no server is allowed. Default: the policy is ignored. */
  readonly policyFault?: 'reads-rest' | 'allows-none';
  /** True if queries and slashes at the end of denied URLs count. */
  readonly policyDeniesExactly?: true;
  /** Settings of the user and the project with lists of allowed and denied servers, which restrict like a policy. */
  readonly policySettings?: readonly FilePlace[];
  readonly trust?: FolderTrust;
  readonly plugins?: readonly PluginFacts[];
  /** Files in which people put servers, although it takes none from them: in the project, or with `~/`. */
  readonly unreadFiles?: readonly string[];
}

/** Whether the user trusts a folder. */
export interface FolderTrust extends Fact {
  /** The files that tell it. */
  readonly in: readonly FilePlace[];
  /** `start`: the folder in which the agent starts is trusted or not. `repository`: the root of its repository, if it has one. `file`: the folder of each file. */
  readonly of: 'start' | 'repository' | 'file';
  /** In a worktree, the trust of the main checkout counts: only that, or also. Default: it doesn't. */
  readonly ofMain?: 'only' | 'also';
  /** In a worktree of a repository without a main checkout, the trust of the repository itself counts, too, or that of the folder around it, if that has a link to it. */
  readonly ofBare?: 'itself' | 'parent';
  /** True if it believes a worktree that its main checkout doesn't list, so that any folder can claim the trust of another. */
  readonly believesWorktrees?: true;
  /** True if a relative path is one from the start. Default: it's ignored. */
  readonly isRelativeToStart?: true;
  /** True if the folders that it names may be links. */
  readonly followsLinks?: true;
  readonly answers: TrustAnswers;
  /** With one of these values of the variable, all folders are trusted. Default: "true". */
  readonly variable?: SwitchVariable;
  readonly variableValues?: readonly string[];
  /** With a setting that is false in one of these files, all folders are trusted. */
  readonly offBy?: { readonly in: readonly FilePlace[]; readonly path: readonly string[] };
  /** True if no server is used in a folder that isn't trusted, wherever it's defined. */
  readonly gatesAll?: true;
  /** True if a server of another file isn't used either if a file that isn't trusted has one of its name. */
  readonly gatesNames?: true;
  /** True if the agent ends with an error if one of the files isn't valid: its syntax, but for comments, or a word in it. */
  readonly refusesBroken?: true;
  /** True if the home folder itself needs no trust. */
  readonly trustsHome?: true;
}

/** How a file says which folders are trusted. */
export type TrustAnswers =
  /** Lists of trusted folders, which include those in them. One with something else than texts is ignored. */
  | { readonly kind: 'lists'; readonly names: readonly string[] }
  /**
   * A property by folder, of the folder itself and of its repository only. The file can be large, so nothing else in it is
   * read.
   */
  | {
      readonly kind: 'property';
      readonly path: readonly string[];
      readonly property: string;
      readonly trusted: boolean | string;
      /** True if `/./`, and slashes beside another or at the end of a folder, are ignored. */
      readonly comparesParts?: true;
    }
  /** A map of folders to words: trusted, as the folders beside it, or not. */
  | { readonly kind: 'words'; readonly words: Readonly<Record<string, 'trusted' | 'parent' | 'untrusted'>> };

/** The facts of a tool's file, which has its ID. */
export type AgentData = Omit<AgentTable, 'id' | 'variables'>;
