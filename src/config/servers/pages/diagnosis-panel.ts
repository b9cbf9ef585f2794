/** Panel that shows why tool servers of a folder reach agents or don't. Loaded when it's opened. */
import { l10n, Uri, window } from 'vscode';
import type { Location } from 'vscode-languageclient';
import type { Diagnosis, StepAction } from '../../../../common/messages/diagnosis.ts';
import { runAction } from '../../../shared/commands.ts';
import { copyText } from '../../../shared/notifications.ts';
import type { ContentMessage } from '../../../shared/panels/messages.ts';
import type { OpenPanels } from '../../../shared/panels/open-panels.ts';
import type { PanelReload } from '../../../shared/panels/panel.ts';
import { platform } from '../../../shared/platform.ts';
import { oneLine } from '../../../shared/text/format.ts';
import type { ConfigLanguage } from '../../client/index.ts';
import type { ChangeServers } from '../changing/edit.ts';
import { renamedText, renamePrompt } from '../changing/rename-text.ts';
import { type DiagnosisMessage, type DiagnosisPage, parseDiagnosisMessage } from './diagnosis-messages.ts';

type Message = ContentMessage<DiagnosisMessage>;

export interface DiagnosedFolder {
  readonly reload: PanelReload;
  /** Its URI; null without a folder. */
  readonly folder: string | null;
  readonly name: string;
  /** Only this server. Default: all. */
  readonly server: string | undefined;
  readonly config: ConfigLanguage;
  /** Shows a file. */
  show(location: Location | null): Promise<void>;
  readonly change: ChangeServers;
}

/** Opens the diagnosis of a folder or a server. @throws if it can't be loaded */
export function openDiagnosisPanel(panels: OpenPanels, given: DiagnosedFolder): Promise<void> {
  const { folder, name, server, config, show } = given;
  const id = `diagnosis ${JSON.stringify([folder, server])}`;
  const subject = oneLine(server ?? name, 40);
  const title = subject === '' ? l10n.t('Diagnosis') : l10n.t('{0}: Diagnosis', subject);
  return panels.open<Diagnosis, DiagnosisPage, Message>(
    { id, title, icon: 'pulse', bundle: 'agents', parse: parseDiagnosisMessage, reload: given.reload },
    (panel) => {
      const perform = (action: StepAction | undefined, about: string, agent: string, reload?: string) =>
        action &&
        runAction(about, async () => {
          await act(action, { name: agent, reload }, given);
          await panel.refresh();
        });
      const subscription = config.onDidChangeServers(() => panel.isVisible && void panel.refresh());
      return {
        load: () =>
          config.sendRequest('switchyard/diagnose', { folder, ...(server !== undefined && { name: server }) }),
        view: (diagnosis) => ({ kind: 'diagnosis', title, diagnosis, hasTerminal: platform().programs !== undefined }),
        handle(message, { servers, unused }) {
          if (message.kind === 'openUnused') return show(unused[message.index]?.location ?? null);
          if (message.kind === 'actOnFile') {
            const file = unused[message.index];
            return file && perform(file.actions[message.action], file.text, file.agentName);
          }
          const chain = servers[message.server]?.chains[message.chain];
          if (chain === undefined) return undefined;
          switch (message.kind) {
            case 'openLink':
              return show(chain.links[message.link]?.location ?? null);
            case 'run': {
              const line = chain.nextStep?.run ?? null;
              return line === null ? undefined : runInTerminal(line, chain.agent.name, folder);
            }
            case 'act': {
              return perform(
                chain.nextStep?.actions[message.action],
                chain.headline,
                chain.agent.name,
                chain.agent.reload,
              );
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

/** The agent of a step. `reload`: what it needs to use a change. */
interface StepAgent {
  readonly name: string;
  readonly reload: string | undefined;
}

async function act(action: StepAction, agent: StepAgent, { show, change }: DiagnosedFolder): Promise<void> {
  const options = agent.reload === undefined ? {} : { reload: agent.reload };
  switch (action.kind) {
    case 'open':
      return show(action.location);
    case 'copy':
      return copyText(
        action.names.join('\n'),
        action.names.length === 1 ? l10n.t('Name copied.') : l10n.t('Names copied.'),
      );
    case 'enable':
    case 'disable': {
      const { kind, server } = action;
      const name = oneLine(server.name, 60);
      const done = () =>
        kind === 'enable'
          ? l10n.t('Enabled {0} in {1}.', name, agent.name)
          : l10n.t('Disabled {0} in {1}.', name, agent.name);
      await change([{ kind, server }], done, options);
      return;
    }
    case 'define': {
      const { kind: _, label, ...copy } = action;
      const done = () => l10n.t('Copied to {0}.', oneLine(label));
      await change([{ kind: 'copy', ...copy }], done, { ...options, isPreviewed: true });
      return;
    }
    case 'relocate': {
      const { label, ...move } = action;
      const isPreviewed = move.from.uri !== move.to.uri;
      await change([move], () => l10n.t('Moved to {0}.', oneLine(label)), { ...options, isPreviewed });
      return;
    }
    case 'respell': {
      const { server, property, spelling } = action;
      const done = () =>
        l10n.t('Moved "{0}" of {1} to "{2}".', oneLine(property), oneLine(server.name, 60), oneLine(spelling));
      await change([action], done, options);
      return;
    }
    case 'rename': {
      const { server } = action;
      const name = await window.showInputBox({ ...renamePrompt(server.name), value: action.name });
      if (name === undefined || name === server.name) return;
      await change([{ kind: 'rename', server, name }], () => renamedText(server.name, name), options);
      return;
    }
  }
}

/** Puts a command line into a terminal, where the user runs it. */
async function runInTerminal(line: string, name: string, folder: string | null): Promise<void> {
  if (platform().programs === undefined) return copyText(line, l10n.t('Command copied.'));
  const terminal = window.createTerminal({ name, ...(folder !== null && { cwd: Uri.parse(folder) }) });
  terminal.show();
  terminal.sendText(line, false);
}
