/** Panel that shows why tool servers of a folder reach agents or don't. Loaded when it's opened. */
import { l10n, Uri, window } from 'vscode';
import type { Location } from 'vscode-languageclient';
import type { Diagnosis, ServerStep } from '../../../../common/messages/diagnosis.ts';
import type { AgentInfo } from '../../../../common/messages/tool-servers.ts';
import { runAction } from '../../../shared/commands.ts';
import { copyText } from '../../../shared/notifications.ts';
import type { ContentMessage } from '../../../shared/panels/messages.ts';
import type { OpenPanels } from '../../../shared/panels/open-panels.ts';
import { platform } from '../../../shared/platform.ts';
import { inert, oneLine } from '../../../shared/text/format.ts';
import type { ConfigLanguage } from '../../client/index.ts';
import { type DiagnosisMessage, type DiagnosisPage, parseDiagnosisMessage } from './diagnosis-messages.ts';

type Message = ContentMessage<DiagnosisMessage>;

export interface DiagnosedFolder {
  /** Its URI; null without a folder. */
  readonly folder: string | null;
  readonly name: string;
  /** Only this server. Default: all. */
  readonly server: string | undefined;
  readonly config: ConfigLanguage;
  /** Shows a file. */
  show(location: Location | null): Promise<void>;
  /** Called after an edit. */
  onEdit(): unknown;
}

/** Opens the diagnosis of a folder or a server. @throws if it can't be loaded */
export function openDiagnosisPanel(panels: OpenPanels, given: DiagnosedFolder): Promise<void> {
  const { folder, name, server, config, show } = given;
  const id = `diagnosis ${JSON.stringify([folder, server])}`;
  const subject = oneLine(server ?? name, 40);
  const title = subject === '' ? l10n.t('Diagnosis') : l10n.t('{0}: Diagnosis', subject);
  return panels.open<Diagnosis, DiagnosisPage, Message>(
    { id, title, icon: 'pulse', bundle: 'agents', parse: parseDiagnosisMessage },
    (panel) => {
      const subscription = config.onDidChangeServers(() => panel.isVisible && void panel.refresh());
      return {
        load: () =>
          config.sendRequest('switchyard/diagnose', { folder, ...(server !== undefined && { name: server }) }),
        view: (diagnosis) => ({ kind: 'diagnosis', title, diagnosis, hasTerminal: platform().programs !== undefined }),
        handle(message, { servers }) {
          const chain = servers[message.server]?.chains[message.chain];
          if (chain === undefined) return undefined;
          switch (message.kind) {
            case 'openLink':
              return show(chain.links[message.link]?.location ?? null);
            case 'step':
              return runAction(chain.headline, async () => {
                await doStep(chain.nextStep, message.by, chain.agent, given);
                await panel.refresh();
              });
            default:
              return message satisfies never;
          }
        },
        dispose: () => subscription.dispose(),
      };
    },
  );
}

async function doStep(
  step: ServerStep | null,
  by: 'run' | 'enable',
  agent: AgentInfo,
  { folder, config, onEdit }: DiagnosedFolder,
): Promise<void> {
  const { run = null, enable = null } = step ?? {};
  if (by === 'run' && run !== null) return runInTerminal(run, agent.name, folder);
  if (by !== 'enable' || enable === null) return;
  const { editServers } = await import('../changing/edit.ts');
  const edited = await editServers(config, [{ kind: 'enable', server: enable }]);
  await onEdit();
  if (edited === undefined) return;
  const { offerUndoOf } = await import('../../../shared/editing/workspace-edit.ts');
  const done = inert(l10n.t('Enabled {0} in {1}.', oneLine(enable.name, 60), agent.name));
  void offerUndoOf([done, agent.reload].filter(Boolean).join(' '), edited, onEdit);
}

/** Puts a command line into a terminal, where the user runs it. */
async function runInTerminal(line: string, name: string, folder: string | null): Promise<void> {
  if (platform().programs === undefined) return copyText(line, l10n.t('Command copied.'));
  const terminal = window.createTerminal({ name, ...(folder !== null && { cwd: Uri.parse(folder) }) });
  terminal.show();
  terminal.sendText(line, false);
}
