/** Versions of Oh My Pi, and the behavior that they introduced. */

import { remembered } from '../../common/remembered.ts';

/** The newest version whose behavior is known. */
export const newestVersion = '18.8.6';

/** The version that introduced each behavior. */
const since = {
  /** `enabled` has an effect, and the user's folder is `~/.omp/agent` instead of `~/.omp`. */
  enabledAndAgentFolder: '11.9.0',
  denylist: '12.9.0',
  builtInBrowser: '12.17.1',
  /** `OMP_MCP_TIMEOUT_MS` replaces all timeouts. */
  timeoutVariable: '15.5.0',
  allowlist: '16.2.7',
  /** A disabled entry claims its name, and a second server with the same connection is skipped. */
  claims: '17.1.6',
  /** Servers with different `requestIdFormat` have different connections. */
  requestIdFormat: '17.2.4',
  /** Codex: `enabled: false` has an effect, and project files come before user files. */
  codexProjectFirst: '17.2.7',
  /** The same for the other imported tools. */
  importedProjectFirst: '17.2.9',
  openCodeComments: '17.3.0',
  claudeConfigDir: '17.3.1',
  /** Exa servers with more tools than the built-in search are kept. */
  exaTools: '17.3.5',
  openCodeVariables: '17.3.8',
  openCodeOauth: '18.0.9',
  /** A default also replaces an empty variable. */
  defaultForEmpty: '18.1.3',
  /** User-level files of other tools load only if `enabledProviders` names the tool. */
  importOptIn: '18.1.5',
  /** A user-level file that isn't valid JSON no longer stops all loading. */
  brokenUserFile: '18.3.1',
} as const;

export type AgentBehavior = keyof typeof since;

/** Behaviors by version. Computed once for each version, because every server asks. */
const behaviors = new Map<string, ReadonlySet<string>>();

/** True if a version has a behavior. */
export function hasBehavior(version: string, behavior: AgentBehavior): boolean {
  return remembered(behaviors, version, behaviorsOf).has(behavior);
}

function behaviorsOf(version: string): ReadonlySet<string> {
  const introduced = Object.entries(since).filter(([, first]) => compareVersions(version, first) >= 0);
  return new Set(introduced.map(([name]) => name));
}

/** Returns the version without a suffix: `18.3.1` for `18.3.1-beta.2`. Undefined if the text isn't a version. */
export function versionIn(text: string): string | undefined {
  return /^\d{1,5}(?:\.\d{1,5}){0,2}(?=$|[-+])/.exec(text.trim())?.[0];
}

function compareVersions(one: string, other: string): number {
  const [first, second] = [one, other].map((version) => version.split('.').map(Number));
  for (let index = 0; index < 3; index++) {
    const difference = (first?.[index] ?? 0) - (second?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
