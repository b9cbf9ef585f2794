/** Loads what the page of changes shows. Only the run itself is required; what else is missing is said. */
import { l10n } from 'vscode';
import { withCancellableProgress } from '../../shared/cancellable.ts';
import { Pool } from '../../shared/pool.ts';
import type { VersionDetails, WorkflowRunMetadata } from '../api/index.ts';
import type { RunDetail } from '../session/run-detail.ts';
import type { ServiceSession } from '../session/session.ts';
import { type EarlierRuns, type LastSuccess, lastSuccess } from './earlier-runs.ts';
import type { RunPayload } from './run-payload.ts';
import type { LoadedVersions } from './what-changed.ts';

/** Maximum number of versions whose commit messages are loaded, with one request each. */
const maxVersions = 10;
/** Maximum number of pages of versions that are searched. */
const maxVersionPages = 5;
const maxRequests = 4;

export interface LoadedChanges {
  readonly run: RunDetail;
  /** The run to compare with: the last success, or the run that the user sent again. */
  readonly before: RunDetail | undefined;
  /** Why its steps couldn't be loaded. */
  readonly beforeProblem?: unknown;
  /** Undefined if the run to compare with was given. */
  readonly search: LastSuccess | undefined;
  readonly versions: LoadedVersions;
  /** The kept payload that started the run. */
  readonly payload?: RunPayload;
  /** Loaded after the page is first shown. */
  readonly earlier?: EarlierRuns;
}

/**
 * @param given the run to compare with, instead of the last success
 * @param known what was loaded before; the search isn't repeated if it was complete @throws ApiFailure
 */
export async function loadChanges(
  session: ServiceSession,
  id: string,
  given: string | undefined,
  known: LoadedChanges | undefined,
  closed: AbortSignal,
): Promise<LoadedChanges> {
  const { feed } = session;
  const run = await feed.run(id);
  const isFound = known?.search?.isComplete === true && known.search.run !== undefined;
  const search = isFound ? known.search : given === undefined ? await searchSuccess(session, run, closed) : undefined;
  const other = given ?? search?.run?.id;
  if (other === undefined) return { run, before: undefined, search, versions: noVersions };
  const [before] = await Promise.allSettled([feed.run(other)]);
  const loaded = before.status === 'fulfilled' ? before.value : undefined;
  const listed = loaded ?? search?.run;
  return {
    run,
    // A run that has disappeared is still compared by what the list said.
    before: loaded ?? (listed && { ...listed, steps: [], step_count: 0 }),
    ...(before.status === 'rejected' && { beforeProblem: before.reason }),
    search,
    versions: listed === undefined ? noVersions : await loadVersions(session, listed, run),
  };
}

const noVersions: LoadedVersions = { before: undefined, after: undefined, between: [], isWhole: true };

function searchSuccess({ feed, workflows }: ServiceSession, run: WorkflowRunMetadata, closed: AbortSignal) {
  const title = l10n.t('Searching for the last success of {0}', workflows.nameOf(run.workflow_id, 40));
  return withCancellableProgress(title, (signal, report) =>
    lastSuccess(feed, run, AbortSignal.any([signal, closed]), (searched, total) =>
      report(l10n.t('{0} of {1}', searched, total), searched, total),
    ),
  );
}

async function loadVersions(
  { versions }: ServiceSession,
  one: WorkflowRunMetadata,
  other: WorkflowRunMetadata,
): Promise<LoadedVersions> {
  if (one.version_id === other.version_id || one.version_id === '' || other.version_id === '') return noVersions;
  const load = (version: string) => versions.knownDetail(version);
  const [before, after] = await Promise.allSettled([load(one.version_id), load(other.version_id)]);
  const problem = [before, after].find((result) => result.status === 'rejected')?.reason;
  const pair = {
    before: before.status === 'fulfilled' ? before.value : undefined,
    after: after.status === 'fulfilled' ? after.value : undefined,
  };
  if (pair.before === undefined || pair.after === undefined) return { ...pair, between: [], isWhole: false, problem };
  const [low, high] = [pair.before, pair.after].sort((a, b) => a.revision - b.revision) as [
    VersionDetails,
    VersionDetails,
  ];
  if (high.revision - low.revision <= 1) return { ...pair, between: [high], isWhole: true };
  try {
    await versions.ensure(other.workflow_id);
    const known = () => versions.versions(other.workflow_id);
    const reaches = () => known().some(({ revision }) => revision <= low.revision);
    for (let page = 1; page < maxVersionPages && !reaches() && versions.hasMore(other.workflow_id); page++)
      await versions.loadMore(other.workflow_id);
    const all = known().filter(({ revision }) => revision > low.revision && revision <= high.revision);
    const pool = new Pool(maxRequests);
    const between = await Promise.all(
      all.slice(0, maxVersions).map((version) => pool.run(() => load(version.id)).catch(() => version)),
    );
    return {
      ...pair,
      between,
      isWhole: all.length <= maxVersions && (reaches() || !versions.hasMore(other.workflow_id)),
    };
  } catch (error) {
    return { ...pair, between: [high], isWhole: false, problem: error };
  }
}
