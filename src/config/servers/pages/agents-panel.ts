/** Panel that compares what all agents make of the tool servers of a folder. Loaded when it's opened. */
import { type Event, l10n } from 'vscode';
import type { Location } from 'vscode-languageclient';
import type { AgentComparison, CellDifference } from '../../../../common/messages/tool-servers.ts';
import { runAction } from '../../../shared/commands.ts';
import type { ContentMessage } from '../../../shared/panels/messages.ts';
import type { OpenPanels } from '../../../shared/panels/open-panels.ts';
import type { PanelReload } from '../../../shared/panels/panel.ts';
import { oneLine } from '../../../shared/text/format.ts';
import { type AgentsMessage, type AgentsPage, parseAgentsMessage } from './agents-messages.ts';

type Message = ContentMessage<AgentsMessage>;

export interface ComparedFolder {
  readonly reload: PanelReload;
  /** Its URI; empty without a folder. */
  readonly id: string;
  readonly name: string;
  /** True if the installed agents can be asked. */
  canVerify(): boolean;
  load(): Promise<AgentComparison>;
  /** Asks the installed agents, after consent. Resolves to false if nothing was run. */
  verify(): Promise<boolean>;
  /** Reports a difference. */
  report(difference: CellDifference): Promise<void>;
  /** Shows a file. */
  show(location: Location | null): Promise<void>;
  /** Fires when the comparison may have changed. */
  readonly onDidChange: Event<void>;
}

/** Opens the comparison of a folder. @throws if it can't be loaded */
export function openAgentsPanel(panels: OpenPanels, folder: ComparedFolder): Promise<void> {
  const id = `agents ${folder.id}`;
  const title = folder.name === '' ? l10n.t('Agents') : l10n.t('{0}: Agents', oneLine(folder.name, 40));
  return panels.open<AgentComparison, AgentsPage, Message>(
    { id, title, icon: 'compare-changes', bundle: 'agents', parse: parseAgentsMessage, reload: folder.reload },
    (panel) => {
      const subscription = folder.onDidChange(() => panel.isVisible && void panel.refresh());
      return {
        load: () => folder.load(),
        view: (comparison) => ({ kind: 'agents', title, comparison, canVerify: folder.canVerify() }),
        handle(message, { rows, unused }) {
          switch (message.kind) {
            case 'openCell':
              return folder.show(rows[message.row]?.cells[message.column]?.location ?? null);
            case 'openUnused':
              return folder.show(unused[message.index]?.location ?? null);
            case 'verify':
              return runAction(title, async () => {
                if (await folder.verify()) await panel.refresh();
              });
            case 'report': {
              const difference = rows[message.row]?.cells[message.column]?.differs;
              return difference && folder.report(difference);
            }
            default:
              return message satisfies never;
          }
        },
        dispose: () => subscription.dispose(),
      };
    },
  );
}
