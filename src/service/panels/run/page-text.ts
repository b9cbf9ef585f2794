/** The page of a run as text, for a model, whether or not the page is open. */
import { oneLine } from '../../../shared/text/format.ts';
import { loadWholeRun, type RunSource } from './load-changes.ts';
import { runPageText } from './run-text.ts';
import { runViewModel } from './run-view-model.ts';

export interface RunPageText {
  readonly title: string;
  /** Without payloads, because they can hold secrets. */
  readonly text: string;
  readonly isFailed: boolean;
}

/** @throws ApiFailure */
export async function loadRunPage(source: RunSource, id: string, signal: AbortSignal): Promise<RunPageText> {
  const loaded = await loadWholeRun(source, id, signal);
  const { client, workflows } = source.session;
  const view = runViewModel(loaded, workflows.nameOf(loaded.run.workflow_id), client.serviceNow() ?? Date.now());
  return { title: oneLine(view.title), text: runPageText(view), isFailed: loaded.run.status === 'FAILED' };
}
