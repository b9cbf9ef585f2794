/** Rules that need more than the document: the other files that Oh My Pi reads, or the machine. */
import type { EffectiveServers } from '../../config/oh-my-pi/effective.ts';
import type { Lookups } from '../../config/platform.ts';
import type { LocalPath, ProcessLaunch } from '../../config/servers/process-launch.ts';
import type { ServerEntry } from '../../config/servers/server-entry.ts';
import type { SourceFile } from '../../config/servers/source-file.ts';
import type { Place } from '../../config/servers/sources.ts';
import type { NodeRule } from '../rule.ts';

/** The input of a cross-file rule. */
export interface CrossFileContext {
  readonly file: SourceFile;
  readonly effective: EffectiveServers;
  readonly place: Place;
  /** Absent in untrusted workspaces, where nothing may be looked up. */
  readonly machine: Lookups | undefined;
  /** True if Oh My Pi matters to the users of the file. */
  readonly concernsOhMyPi: boolean;
  /** True if another agent that matters uses a server of the file, or may use it. */
  readonly isUsedElsewhere: (name: string) => boolean;
  /** The effective servers of the other workspace folders. */
  readonly elsewhere: readonly EffectiveServers[];
}

/**
 * Checks a file together with the other files. The examples of its documentation show the user-level file, or the file
 * with lower precedence if the text names several.
 */
export type CrossRule = NodeRule<CrossFileContext>;

/** What a server would start, and where to look it up. */
export interface LaunchContext {
  readonly entry: ServerEntry;
  readonly start: ProcessLaunch;
  /** Local paths that the launch uses. */
  readonly paths: readonly LocalPath[];
  readonly machine: Lookups;
}

/** Checks what one server would start, independent of the rest of the file. */
export type MachineRule = NodeRule<LaunchContext>;
