/** Rules that need more than the document: the other files that the agent reads, or the machine. */
import type { Effective } from '../config/effective.ts';
import type { Span } from '../config/json.ts';
import type { LocalPath } from '../config/local-paths.ts';
import type { Lookups } from '../config/platform.ts';
import type { ProcessLaunch } from '../config/process-launch.ts';
import type { ServerEntry } from '../config/server.ts';
import type { SourceFile } from '../config/source-file.ts';
import type { Place } from '../config/sources.ts';
import type { Problem, RuleDocs } from './rule.ts';
import type { Severity } from './severity.ts';

/** What such a rule looks at. */
export interface Scene {
  readonly file: SourceFile;
  readonly effective: Effective;
  readonly place: Place;
  /** Absent where nothing may be looked up: a workspace that nobody vouches for. */
  readonly machine: Lookups | undefined;
  /** What else is in effect or not, seen from the other folders of the workspace. */
  readonly elsewhere: readonly Effective[];
}

/** Says that something is wrong at this place of the file. */
export type CrossReport = (at: Span, message: string, more?: Pick<Problem, 'related' | 'tag'>) => void;

interface About {
  readonly code: string;
  readonly severity: Severity;
  /** `wrong` and `right` are the user-level file, or the weaker of the files that the text names. */
  readonly docs: RuleDocs;
}

/** Looks at a whole file among the others. */
export interface CrossRule extends About {
  readonly kind: 'cross';
  check(scene: Scene, report: CrossReport): void;
}

/** What a server would start, and where to look for it. */
export interface ProcessLaunchScene {
  readonly entry: ServerEntry;
  readonly start: ProcessLaunch;
  /** What it names on the disk. */
  readonly paths: readonly LocalPath[];
  readonly machine: Lookups;
}

/** Looks at what one server would start. Nothing else of the file counts. */
export interface MachineRule extends About {
  readonly kind: 'machine';
  check(scene: ProcessLaunchScene, report: CrossReport): void;
}
