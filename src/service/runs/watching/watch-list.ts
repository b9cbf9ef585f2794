/** Watched workflows and the pinned one, stored per workspace. */
import { isRecord, isText } from '../../../../common/guards.ts';
import { ViewPreferences } from '../../../shared/list/view-preferences.ts';

const storageKeys = { watched: 'switchyard.runs.watched', pinned: 'switchyard.runs.pinned' };

/** When to notify: only if a run failed, or whenever a run ended. */
const watchModes = ['failures', 'every'] as const;
export type WatchMode = (typeof watchModes)[number];

export class WatchList extends ViewPreferences {
  get #watched(): Readonly<Record<string, unknown>> {
    const value = this.read(storageKeys.watched);
    return isRecord(value) ? value : {};
  }

  modeOf(workflow: string): WatchMode | undefined {
    const { [workflow]: mode } = this.#watched;
    return watchModes.find((known) => known === mode);
  }

  /** IDs of the workflows with notifications. */
  get workflows(): readonly string[] {
    return Object.keys(this.#watched).filter((id) => this.modeOf(id) !== undefined);
  }

  get pinned(): string | undefined {
    const value = this.read(storageKeys.pinned);
    return isText(value) ? value : undefined;
  }

  /** False if runs must be refreshed even if no view is visible. */
  get isEmpty(): boolean {
    return this.pinned === undefined && Object.keys(this.#watched).length === 0;
  }

  watch(workflow: string, mode: WatchMode | undefined): Promise<void> {
    const { [workflow]: _, ...others } = this.#watched;
    return this.write(storageKeys.watched, mode === undefined ? others : { ...others, [workflow]: mode });
  }

  pin(workflow: string | undefined): Promise<void> {
    return this.write(storageKeys.pinned, workflow);
  }
}
