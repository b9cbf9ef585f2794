/** Panel that compares what all agents make of the tool servers of a folder. Loaded when it's opened. */
import { type Event, l10n, type Uri } from 'vscode';
import type { Location } from 'vscode-languageclient';
import type { AgentComparison } from '../../../common/tool-servers.ts';
import { oneLine } from '../../shared/format.ts';
import { type PanelMessage, ViewPanel } from './panel.ts';

export class AgentsPanel extends ViewPanel<AgentComparison> {
  readonly id: string;
  protected override readonly load: () => Promise<AgentComparison>;
  readonly #title: string;
  readonly #open: (location: Location | null) => Promise<void>;

  /** @param open shows a file @param changed fires when the comparison may have changed */
  constructor(
    extension: Uri,
    folder: string,
    load: () => Promise<AgentComparison>,
    open: (location: Location | null) => Promise<void>,
    changed: Event<void>,
  ) {
    const title = folder === '' ? l10n.t('Agents') : l10n.t('{0}: Agents', oneLine(folder, 40));
    super(extension, title, 'compare-changes');
    this.id = folder;
    this.#title = title;
    this.load = load;
    this.#open = open;
    this.own(changed(() => this.place.visible && void this.refresh()));
  }

  protected override view(comparison: AgentComparison) {
    return { kind: 'agents', title: this.#title, comparison } as const;
  }

  protected override async handle(message: PanelMessage, { rows, unused }: AgentComparison): Promise<unknown> {
    if (message.kind === 'openCell') return this.#open(rows[message.row]?.cells[message.column]?.location ?? null);
    return message.kind === 'openUnused' ? this.#open(unused[message.index]?.location ?? null) : undefined;
  }
}
