/** What is known of the active version of a workflow. */
import { l10n } from 'vscode';
import { type Knowledge, known, none, notKnown } from '../../../shared/knowledge.ts';
import { describeFailure } from '../../../shared/text/failure-text.ts';
import type { WorkflowDetails } from '../../api/index.ts';

/** Returns the ID of the active version. An empty ID names no version, and isn't the spec's null for none. */
export function activeVersionOf({ active_version_id: id }: WorkflowDetails): Knowledge<string> {
  if (id === null) return none;
  return id.trim() === '' ? notKnown(l10n.t('The service sent an empty version ID.')) : known(id);
}

/** Like `activeVersionOf`, for details that may not be loaded. @param problem why they couldn't be loaded */
export function activeVersionIn(details: WorkflowDetails | undefined, problem: unknown): Knowledge<string> {
  if (details) return activeVersionOf(details);
  return notKnown(problem === undefined ? undefined : describeFailure(problem));
}
