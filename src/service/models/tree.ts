/** Models view: favorites, then the providers with their models. */

import { contextKeys, views } from '../../shared/generated/names.ts';
import type { Accounts } from '../session/accounts/accounts.ts';
import { SessionTree } from '../session/session-tree.ts';
import { priceUnit } from './describe.ts';
import { ArrangedModels, type GroupRow, type ModelPreferences, type ModelRow } from './rows.ts';

export class ModelTree extends SessionTree<GroupRow | ModelRow> {
  readonly #preferences: ModelPreferences;
  #models: ArrangedModels | undefined;

  constructor(accounts: Accounts, preferences: ModelPreferences) {
    super(accounts, {
      view: views.models,
      keys: { state: contextKeys.modelsState, busy: contextKeys.modelsBusy },
    });
    this.#preferences = preferences;
    const redraw = () => {
      this.redrawList((roots) => this.outdated(roots));
      this.updateHeader();
    };
    this.register(preferences.viewPreferences.onDidChange(redraw));
    this.register(preferences.userModels.onDidChange(redraw));
    this.showEach((session) => {
      this.#models = new ArrangedModels(session, preferences);
      return this.showList(session.models);
    });
  }

  protected override load(): Promise<void> {
    return this.session.models.ensure();
  }

  protected override roots(): GroupRow[] {
    return this.#models?.rows() ?? [];
  }

  protected override contextKeys(): Readonly<Record<string, unknown>> {
    const { isFiltered } = this.#preferences.viewPreferences;
    const hasModels = (this.active?.models.models.length ?? 0) > 0;
    const noneShown = isFiltered && hasModels && this.rows.length === 0;
    return { [contextKeys.modelsFiltered]: isFiltered, [contextKeys.modelsNoneShown]: noneShown };
  }

  protected override description(): string {
    const { models } = this.session.models;
    const shown = this.describeFiltered(this.#models?.count ?? 0, models.length, this.#preferences.viewPreferences);
    const unit = priceUnit(models);
    return unit === undefined ? shown : `${shown} · ${unit}`;
  }
}
