/** Steps to add a server: command line or URL → (header) → name → (secrets) → file. Escape changes nothing. */
import { l10n, type QuickPickItem, ThemeIcon } from 'vscode';
import type { ConfigFile, FileRef, ServerInput, ServerProposal } from '../../../../common/messages/tool-servers.ts';
import { askChoice, askText, runSteps, type Step } from '../../../shared/multi-step-input.ts';
import { inert, oneLine } from '../../../shared/text/format.ts';
import type { ConfigLanguage } from '../../client/index.ts';
import { levelName } from '../appearance.ts';
import { folderName } from '../rows.ts';
import { acceptsServers, type ServerStore } from '../store.ts';

export interface NewServer {
  readonly to: FileRef;
  readonly name: string;
  readonly server: object;
}

/** Values entered so far. */
interface Answers {
  line: string;
  header: string;
  proposal: ServerProposal | undefined;
  safer: boolean;
  to: FileRef | undefined;
}

/**
 * Prompts for a new server.
 * @param to the file to add it to; if undefined, the user selects one
 * @returns undefined if the user cancels
 */
export async function addServer(
  config: ConfigLanguage,
  store: ServerStore,
  to: FileRef | undefined,
): Promise<NewServer | undefined> {
  await store.refresh();
  if (store.failure !== undefined) throw store.failure;
  assertWritable(store.places.flatMap(({ files }) => files));
  const answers: Answers = { line: '', header: '', proposal: undefined, safer: true, to };
  const folder = to?.folder ?? store.places[0]?.folder ?? null;
  const propose = async (more: Partial<ServerInput>): Promise<string | undefined> => {
    const { line, header } = answers;
    const proposal = await config.sendRequest('switchyard/proposeServer', { folder, line, header, ...more });
    if ('problem' in proposal) return proposal.problem;
    answers.proposal = proposal;
    return undefined;
  };
  const lineStep: Step = (frame) =>
    askText(frame, {
      prompt: l10n.t('Command line that starts the server, or its URL. Put variables before a command, as NAME=value.'),
      placeholder: 'npx -y @modelcontextprotocol/server-everything@2026.8.31',
      value: answers.line,
      validate: (text) => propose({ line: text, header: '' }),
      accept: (text) => {
        answers.line = text;
      },
    });
  const headerStep: Step = (frame) =>
    askText(frame, {
      prompt: l10n.t('HTTP header to send with each request, as Name: value. Leave empty for none.'),
      // biome-ignore lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look
      placeholder: 'Authorization: Bearer ${NAME}',
      value: answers.header,
      validate: (text) => propose({ header: text }),
      accept: (text) => {
        answers.header = text;
      },
    });
  const nameStep: Step = (frame) =>
    askText(frame, {
      prompt: l10n.t('Server name. Use letters, digits, "_", ".", and "-".'),
      value: answers.proposal?.name ?? '',
      validate: (text) => propose({ name: text }),
      accept: () => undefined,
    });
  const files = filesToAddTo(store);
  const [only, ...others] = files;
  if (others.length === 0) answers.to ??= only?.to;
  const steps = (): readonly Step[] => [
    lineStep,
    ...(answers.proposal !== undefined && 'url' in answers.proposal.server ? [headerStep] : []),
    nameStep,
    ...(answers.proposal?.safer
      ? [secretsStep(answers, answers.proposal.safer.variables, store.agent?.name ?? '')]
      : []),
    ...(to === undefined && others.length > 0 ? [fileStep(answers, files)] : []),
  ];
  if (!(await runSteps(l10n.t('Add Tool Server'), steps))) return undefined;
  const { proposal, safer } = answers;
  if (proposal === undefined || answers.to === undefined) return undefined;
  const server = safer ? (proposal.safer?.server ?? proposal.server) : proposal.server;
  return { to: answers.to, name: proposal.name, server };
}

/** @throws Error if there is no file to add a server to, before the user enters it */
function assertWritable(files: readonly ConfigFile[]): void {
  const [first] = files;
  // A browser without a folder has no file, not even at user level.
  if (first === undefined) throw new Error(l10n.t('Open a folder first. Project config requires a folder.'));
  if (files.some(acceptsServers)) return;
  throw new Error(
    first.state === 'unreadable'
      ? l10n.t("{0} can't be read. Save it as text in UTF-8 first.", oneLine(first.label))
      : l10n.t("{0} isn't strict JSON. Fix the file first.", oneLine(first.label)),
  );
}

function secretsStep(answers: Answers, variables: readonly string[], agent: string): Step {
  const names = inert(oneLine(variables.join(', ')));
  const items: (QuickPickItem & { safer: boolean })[] = [
    {
      safer: true,
      label: l10n.t('Write {0}', names),
      detail: l10n.t("The value isn't written. Set the variable in the environment of {0}.", agent),
      iconPath: new ThemeIcon('shield'),
    },
    {
      safer: false,
      label: l10n.t('Write the value as entered'),
      detail: l10n.t('It looks like a secret, and config files are often shared.'),
      iconPath: new ThemeIcon('warning'),
    },
  ];
  return (frame) =>
    askChoice(frame, {
      placeholder: l10n.t('This looks like a secret. Choose what to write to the file.'),
      items,
      active: items.find(({ safer }) => safer === answers.safer),
      accept: ({ safer }) => {
        answers.safer = safer;
      },
    });
}

/** Existing files first. Files whose syntax isn't valid aren't listed. */
function filesToAddTo(store: ServerStore) {
  const [first, ...others] = store.places;
  return store.places
    .flatMap(({ folder, files }) =>
      files
        .filter(acceptsServers)
        // User-level files are the same for all folders, so list them once.
        .filter(({ level }) => level === 'project' || folder === first?.folder)
        .map((file) => ({
          ...fileItem(file, others.length > 0 ? folderName(folder) : ''),
          to: store.fileRef(folder, file),
        })),
    )
    .toSorted((a, b) => Number(b.exists) - Number(a.exists));
}

function fileStep(answers: Answers, items: ReturnType<typeof filesToAddTo>): Step {
  return (frame) =>
    askChoice(frame, {
      placeholder: l10n.t('Choose a config file'),
      items,
      active: items.find(({ to }) => to.uri === answers.to?.uri && to.folder === answers.to.folder),
      accept: ({ to }) => {
        answers.to = to;
      },
    });
}

function fileItem({ label, level, state }: ConfigFile, folder: string) {
  const exists = state !== 'missing';
  const about = [levelName(level), level === 'project' ? folder : '', exists ? '' : l10n.t('will be created')];
  return {
    exists,
    label: inert(oneLine(label)),
    description: inert(about.filter(Boolean).join(' · ')),
    iconPath: new ThemeIcon(exists ? 'json' : 'new-file'),
  };
}
