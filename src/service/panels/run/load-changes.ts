/** Loads what the page of a run shows, part by part. What is missing is said. */
import { Pool } from '../../../shared/pool.ts';
import type { VersionDetails, WorkflowRunMetadata } from '../../api/index.ts';
import type { RunDetail } from '../../session/runs/run-detail.ts';
import { isActive } from '../../session/runs/run-state.ts';
import type { ServiceSession } from '../../session/session.ts';
import type { Workflows } from '../../workflows/index.ts';
import { type EarlierRuns, earlierRuns, type LastSuccess, lastSuccess } from './earlier-runs.ts';
import { payloadOfRun, type RunPayload } from './run-payload.ts';
import type { LoadedVersions } from './what-changed.ts';

/** Maximum number of versions whose commit messages are loaded, with one request each. */
const maxVersions = 10;
/** Maximum number of pages of versions that are searched. */
const maxVersionPages = 5;
const maxRequests = 4;

export interface LoadedChanges {
  /** The run to compare with: the last success, or the run that the user chose or sent again. */
  readonly before: RunDetail | undefined;
  /** Why its steps couldn't be loaded. */
  readonly beforeProblem?: unknown;
  /** Undefined if the run to compare with was given. */
  readonly search: LastSuccess | undefined;
  readonly versions: LoadedVersions;
  /** The kept payload that started the run before. */
  readonly payload?: RunPayload | undefined;
  /** Loaded after the comparison is first shown. */
  readonly earlier?: EarlierRuns;
}

/** A run as its page shows it. The rest is loaded after the run is first shown. */
export interface LoadedRun {
  readonly run: RunDetail;
  /** The kept payload that started it. */
  readonly payload?: RunPayload | undefined;
  /** Undefined until it's loaded, and if there is nothing to compare with. */
  readonly changes?: LoadedChanges | undefined;
}

/** Where a page gets its data. */
export interface RunSource {
  readonly session: ServiceSession;
  readonly workflows: Pick<Workflows, 'payloads'>;
}

interface Search {
  readonly signal: AbortSignal;
  /** Called before each further page. */
  readonly report?: (searched: number) => void;
}

/**
 * Completes a run part by part: what it's compared with, then the runs before. Yields nothing if there is nothing to add.
 * @param given the run to compare with, instead of the last success of a failed run
 * @param signal ends everything @param search the search for the last success, which the user can stop
 */
export async function* completeRun(
  source: RunSource,
  loaded: LoadedRun,
  given: string | undefined,
  signal: AbortSignal,
  search: Search = { signal },
): AsyncGenerator<LoadedRun> {
  const { run } = loaded;
  const isCompared = run.status === 'FAILED' || given !== undefined;
  if (!isCompared || (loaded.changes && isSettled(loaded.changes))) return;
  const found = await loadChanges(source.session, run, given, search);
  const payload = found.before && (await payloadOfRun(source, found.before.id));
  const changes = { ...found, payload };
  yield { ...loaded, changes };
  if (run.status !== 'FAILED' || given !== undefined) return;
  const earlier = await earlierRuns(source.session.feed, run, found.before, signal);
  yield { ...loaded, changes: { ...changes, earlier } };
}

/** Returns the runs that the page lists: the latest ones before, and the compared run. */
export function listedRuns({ before, earlier }: LoadedChanges): readonly WorkflowRunMetadata[] {
  const runs = earlier?.runs ?? [];
  return before === undefined || runs.some(({ id }) => id === before.id) ? runs : [...runs, before];
}

/** Loads a run with all parts of its page. @throws ApiFailure */
export async function loadWholeRun(source: RunSource, id: string, signal: AbortSignal): Promise<LoadedRun> {
  const [run, payload] = await Promise.all([source.session.feed.run(id), payloadOfRun(source, id)]);
  let loaded: LoadedRun = { run, payload };
  for await (const next of completeRun(source, loaded, undefined, signal)) loaded = next;
  return loaded;
}

/** True if loading again would tell nothing new. */
function isSettled({ before, beforeProblem, search, versions }: LoadedChanges): boolean {
  if ([beforeProblem, search?.problem, versions.problem].some((problem) => problem !== undefined)) return false;
  return search?.isComplete !== false && (before === undefined || !isActive(before));
}

/** @param given the run to compare with, instead of the last success. Never rejects. */
async function loadChanges(
  session: ServiceSession,
  run: RunDetail,
  given: string | undefined,
  { signal, report }: Search,
): Promise<LoadedChanges> {
  const { feed } = session;
  const search = given === undefined ? await lastSuccess(feed, run, signal, report) : undefined;
  const other = given ?? search?.run?.id;
  if (other === undefined) return { before: undefined, search, versions: noVersions };
  const [before] = await Promise.allSettled([feed.run(other)]);
  const loaded = before.status === 'fulfilled' ? before.value : undefined;
  const listed = loaded ?? search?.run;
  return {
    // A run that has disappeared is still compared by what the list said.
    before: loaded ?? (listed && { ...listed, steps: [], step_count: 0 }),
    ...(before.status === 'rejected' && { beforeProblem: before.reason }),
    search,
    versions: listed === undefined ? noVersions : await loadVersions(session, listed, run),
  };
}

const noVersions: LoadedVersions = { before: undefined, after: undefined, between: [], isWhole: true };

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
