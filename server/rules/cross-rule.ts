/** Rules that need more than the document: the other files that the agent reads, or the machine. */
import type { EffectiveServers } from '../config/effective.ts';
import type { Span } from '../config/json.ts';
import type { Lookups } from '../config/platform.ts';
import type { LocalPath, ProcessLaunch } from '../config/process-launch.ts';
import type { ServerEntry } from '../config/server.ts';
import type { SourceFile } from '../config/source-file.ts';
import type { Place } from '../config/sources.ts';
import type { Problem, RuleDocs } from './rule.ts';
import type { Severity } from './severity.ts';

/** The input of a cross-file rule. */
export interface CrossFileContext {
  readonly file: SourceFile;
  readonly effective: EffectiveServers;
  readonly place: Place;
  /** Absent in untrusted workspaces, where nothing may be looked up. */
  readonly machine: Lookups | undefined;
  /** The effective servers of the other workspace folders. */
  readonly elsewhere: readonly EffectiveServers[];
}

/** Reports a problem at a position in the file. */
export type CrossReport = (at: Span, message: string, more?: Pick<Problem, 'related' | 'tag'>) => void;

interface About {
  readonly code: string;
  readonly severity: Severity;
  /** `wrong` and `right` show the user-level file, or the file with lower precedence if the text names several. */
  readonly docs: RuleDocs;
}

/** Checks a file together with the other files. */
export interface CrossRule extends About {
  readonly kind: 'cross';
  check(context: CrossFileContext, report: CrossReport): void;
}

/** What a server would start, and where to look it up. */
export interface LaunchContext {
  readonly entry: ServerEntry;
  readonly start: ProcessLaunch;
  /** Local paths that the launch uses. */
  readonly paths: readonly LocalPath[];
  readonly machine: Lookups;
}

/** Checks what one server would start, independent of the rest of the file. */
export interface MachineRule extends About {
  readonly kind: 'machine';
  check(context: LaunchContext, report: CrossReport): void;
}
