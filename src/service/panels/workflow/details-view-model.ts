/** View model of the workflow details. A part that couldn't be loaded shows the error; the other parts stay usable. */
import { l10n } from 'vscode';
import { knowledgeText, knownValue } from '../../../shared/knowledge.ts';
import { type Unreadable, unreadableText } from '../../../shared/list/unreadable.ts';
import type { Fact } from '../../../shared/panels/messages.ts';
import { describeFailure } from '../../../shared/text/failure-text.ts';
import { exactTime, oneLine, plainText, relativeTime } from '../../../shared/text/format.ts';
import { prettyJson, prettyJsonText } from '../../../shared/text/pretty-json.ts';
import type { VersionDetails, WorkflowDetails, WorkflowRunMetadata } from '../../api/index.ts';
import { apiLimits } from '../../api/records.ts';
import { missingNewestText } from '../../session/runs/run-appearance.ts';
import type { ServiceSession } from '../../session/session.ts';
import { activeVersionOf } from '../../session/workflows/active-version.ts';
import { loadSchedules, workflowStatusText } from '../../workflows/index.ts';
import type { DetailsViewModel } from '../messages.ts';
import { listedRun } from '../run-row.ts';
import { versionRunsText } from '../version-runs.ts';

/** Number of runs in the list. More are loaded to tell how those of the active version went. */
const latestRuns = 10;
const maxTextLength = 20_000;

/** Loaded data. A part that couldn't be loaded is undefined or empty, and its `…Problem` is set. */
export interface LoadedDetails {
  readonly details: WorkflowDetails;
  /** What the schedule probably means; undefined if unknown. */
  readonly schedule: string | undefined;
  /** The active version. */
  readonly version?: VersionDetails | undefined;
  readonly versionProblem?: unknown;
  /** Newest first. */
  readonly runs: readonly WorkflowRunMetadata[];
  readonly runsProblem?: unknown;
  readonly unreadable?: Unreadable | undefined;
  /** False if the workflow may have newer runs. */
  readonly isNewestKnown: boolean;
}

/** Loads the details. Only the record of the workflow is required; other parts may fail. @throws ApiFailure */
export async function readDetails({ workflows, versions, feed }: ServiceSession, id: string): Promise<LoadedDetails> {
  const page = feed.page({ workflow_id: id, page: 1, limit: apiLimits.pageSizeMaximum });
  const [record, runs] = await Promise.allSettled([workflows.reloadDetail(id), page]);
  if (record.status === 'rejected') throw record.reason;
  const details = record.value;
  const { schedule_options: schedule } = details;
  const active = knownValue(activeVersionOf(details));
  const [version] = await Promise.allSettled([active === undefined ? undefined : versions.knownDetail(active)]);
  return {
    details,
    schedule: schedule ? (await loadSchedules()).interpretSchedule(schedule) : undefined,
    ...(version.status === 'fulfilled' ? { version: version.value } : { versionProblem: version.reason }),
    ...(runs.status === 'fulfilled'
      ? { runs: runs.value.items, isNewestKnown: runs.value.isNewestKnown, unreadable: runs.value.unreadable }
      : { runs: [], isNewestKnown: true, runsProblem: runs.reason }),
  };
}

export function detailsViewModel(loaded: LoadedDetails, now: number): DetailsViewModel {
  const { details, version, runs } = loaded;
  return {
    kind: 'details',
    title: oneLine(details.name),
    description: plainText(details.description ?? ''),
    facts: factsOf(loaded, now),
    version: version
      ? {
          name: l10n.t('Revision {0}: {1}', version.revision, oneLine(version.display_name)),
          message: plainText(version.commit_message ?? ''),
          runs: loaded.isNewestKnown && !loaded.unreadable ? versionRunsText(runs, version.id, now) : '',
        }
      : null,
    webhook: oneLine(details.webhook_url, 2000),
    changes: changesOf(details.status),
    runs: runs.slice(0, latestRuns).map(listedRun),
    runsNote: runsNote(loaded),
    metadata: details.metadata ? plainText(prettyJsonText(details.metadata) ?? details.metadata, maxTextLength) : '',
    raw: plainText(prettyJson(details), maxTextLength),
  };
}

/** Both changes are offered if the service sends a status that isn't in its spec. */
function changesOf(status: string): DetailsViewModel['changes'] {
  return status === 'enabled' ? ['disable'] : status === 'disabled' ? ['enable'] : ['enable', 'disable'];
}

function runsNote({ runs, runsProblem, unreadable, isNewestKnown }: LoadedDetails): string {
  if (runsProblem !== undefined) return l10n.t("Couldn't load the latest runs. {0}", describeFailure(runsProblem));
  if (unreadable) return unreadableText(unreadable);
  if (!isNewestKnown) return missingNewestText();
  return runs.length === 0 ? l10n.t('No runs yet.') : '';
}

function factsOf({ details, schedule, version, versionProblem }: LoadedDetails, now: number): readonly Fact[] {
  const none = l10n.t('none');
  const { status, next_run_at: next } = details;
  const problem = versionProblem === undefined ? '' : `. ${describeFailure(versionProblem)}`;
  const activeVersion = knowledgeText(activeVersionOf(details), (id) => `${oneLine(id)}${problem}`);
  return [
    { name: l10n.t('Status'), value: workflowStatusText(status), tone: status === 'enabled' ? 'good' : 'neutral' },
    ...(schedule === undefined ? [] : [{ name: l10n.t('Schedule'), value: schedule }]),
    {
      name: schedule === undefined ? l10n.t('Schedule') : l10n.t('Schedule, as sent'),
      value: oneLine(details.schedule_options || none, 300),
    },
    { name: l10n.t('Next run'), value: next ? `${exactTime(next)} (${relativeTime(next, now)})` : none },
    // A loaded version has a separate section with its message.
    ...(version ? [] : [{ name: l10n.t('Active version'), value: activeVersion }]),
    { name: l10n.t('Created'), value: exactTime(details.created_at) },
    { name: l10n.t('Updated'), value: exactTime(details.updated_at) },
    { name: l10n.t('ID'), value: oneLine(details.id) },
  ];
}
