/** Versions of Oh My Pi, and the behavior that they introduced. */
import * as l10n from '@vscode/l10n';

/** The newest version whose behavior is known. */
export const newestVersion = '18.8.6';

/** The oldest version whose behavior is known. Older ones are treated like it. */
const oldestVersion = '18.0';

/** The version that introduced each behavior. */
const since = {
  openCodeOauth: '18.0.9',
  /** A default also replaces an empty variable. */
  defaultForEmpty: '18.1.3',
  /** User-level files of other tools load only if `enabledProviders` names the tool. */
  importOptIn: '18.1.5',
  /** A user-level file that isn't valid JSON no longer stops all loading. */
  brokenUserFile: '18.3.1',
} as const;

type Behavior = keyof typeof since;

/** True if a version has a behavior. */
export function hasBehavior(version: string, behavior: Behavior): boolean {
  return compareVersions(version, since[behavior]) >= 0;
}

/** Returns a version to show, with the one whose behavior is assumed instead if it's too old. */
export function shownVersion(version: string): string {
  return compareVersions(version, oldestVersion) < 0 ? l10n.t('{0} (checked as {1})', version, oldestVersion) : version;
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
