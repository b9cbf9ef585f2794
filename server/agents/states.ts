/** The states of the servers at a place, for the workspace, changes that are tried, and the command line. */
import { type EffectiveServers, effectiveServers } from '../config/oh-my-pi/effective.ts';
import type { SourceFile } from '../config/servers/source-file.ts';
import type { Place, Source } from '../config/servers/sources.ts';
import type { Policy } from '../policy/policy.ts';
import type { Agent, ReadSetting } from './agent.ts';

/** The files of a place, and the states of their servers. */
export interface PlaceState {
  /** The files that the agent reads, whether or not they exist, highest precedence first. */
  readonly sources: readonly Source[];
  /** Those that exist. */
  readonly files: readonly SourceFile[];
  readonly effective: EffectiveServers;
}

/** How the files of an agent are read. */
export interface StateReader {
  /** Returns undefined if the file doesn't exist or can't be read. */
  readonly file: (source: Source) => SourceFile | undefined;
  readonly setting: ReadSetting;
}

/** @param policy of the organization, which some agents enforce */
export function statesAt(place: Place, agent: Agent, read: StateReader, policy: Policy): PlaceState {
  const sources = agent.sources(place);
  const files = sources.flatMap((source) => read.file(source) ?? []);
  const decisions = agent.decide(files, place, read.setting, policy);
  return { sources, files, effective: effectiveServers(files, agent.name, decisions) };
}
