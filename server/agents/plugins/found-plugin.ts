/** A plugin that an agent has installed, and what finds those of one kind of record. Types only. */
import type { Place } from '../../config/servers/sources.ts';
import type { JsonNode } from '../../config/text/json.ts';
import type { PluginFacts } from '../../tools/agent-facts.ts';

export interface InstalledPlugin {
  readonly name: string;
  /** URI of its folder. */
  readonly folder: string;
  /** URI of the folder in which it must be. Default: the agent's folder of plugins. */
  readonly within?: string;
  /** Servers in its entry of the catalog. */
  readonly catalog?: StatedServers;
  /** The names of its servers that settings turn off. */
  readonly off?: ReadonlySet<string>;
}

/** What a manifest or the entry in a catalog says about servers, and where. */
export interface StatedServers {
  readonly uri: string;
  readonly root: readonly string[];
  readonly value: JsonNode | undefined;
}

export interface ReadPluginSettings {
  /** The values of a setting in the files that count, highest precedence first. */
  all(path: readonly string[]): readonly JsonNode[];
  /** What the setting that turns plugins on says about one, in the same order. */
  about(id: string): readonly JsonNode[];
  /** The IDs of those that it names. */
  readonly ids: readonly string[];
}

/** Returns the plugins that one kind of record names. @param store URI of the record */
export type FindPlugins = (
  facts: PluginFacts,
  store: string,
  place: Place,
  settings: ReadPluginSettings,
) => readonly InstalledPlugin[];
