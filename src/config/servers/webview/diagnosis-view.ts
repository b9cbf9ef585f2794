/** Why tool servers reach agents or don't: the chain of each server and agent, open if a link is broken. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type {
  ChainLink,
  DiagnosedFile,
  Diagnosis,
  LinkKind,
  ServerChain,
  ServerDiagnosis,
  StepAction,
} from '../../../../common/messages/diagnosis.ts';
import type { Tone, ViewNotes } from '../../../shared/panels/messages.ts';
import { head } from '../../../shared/panels/webview/templates.ts';
import { oneLine } from '../../../shared/text/format.ts';
import { postToHost } from '../../../shared/webview/post-to-host.ts';
import type { DiagnosisMessage, DiagnosisPage } from '../pages/diagnosis-messages.ts';

const post: (message: DiagnosisMessage) => void = postToHost;

export function diagnosisView(view: DiagnosisPage & ViewNotes): TemplateResult {
  const { servers, unread, notAsked, unused, omitted } = view.diagnosis;
  const isWell = unused.length === 0 && servers.every(({ chains }) => chains.every(({ reaches }) => reaches === 'yes'));
  return html`<main class="diagnosis">
    ${head(view, '')}
    ${servers.length + unused.length === 0 ? html`<p>${l10n.t('No tool servers found in the files that agents read.')}</p>` : nothing}
    ${isWell && servers.length > 0 ? wellLine(view.diagnosis) : nothing}
    ${servers.map((server, index) => serverView(server, index, view))}
    ${unused.map((file, index) => (file.isSaid ? nothing : unusedFile(file, index)))}
    ${unread.map(
      ({ agent, file }) =>
        html`<p dir="auto">${file === '' ? l10n.t('{0} reads none of these files.', agent.name) : l10n.t('{0} reads none of these files. In a project, it reads {1}.', agent.name, file)}</p>`,
    )}
    ${notAsked.map(({ name }) => html`<p dir="auto">${l10n.t("Not asked: {0}, which wasn't found here.", name)}</p>`)}
    ${omitted === 0 ? nothing : html`<p>${l10n.t('{0} more servers are not shown.', omitted)}</p>`}
  </main>`;
}

function wellLine({ servers }: Diagnosis): TemplateResult {
  const agents = [...new Set(servers.flatMap(({ chains }) => chains.map(({ agent }) => agent.name)))];
  return html`<p role="status">
    ${reachIcon('yes')} ${l10n.t('All servers reach the agents that read them: {0}.', agents.join(', '))}
  </p>`;
}

/** The title of the page already names a server that is alone on it. */
const serverView = (
  { name, chains }: ServerDiagnosis,
  server: number,
  { hasTerminal, diagnosis }: DiagnosisPage,
): TemplateResult => html`<section>
  ${diagnosis.servers.length === 1 ? nothing : html`<h2 dir="auto">${oneLine(name)}</h2>`}
  ${chains.map((chain, index) => chainView(chain, server, index, hasTerminal))}
</section>`;

function chainView(chain: ServerChain, server: number, index: number, hasTerminal: boolean): TemplateResult {
  const { agent, reaches, headline, links, nextStep } = chain;
  // The headline is that of a link, which says it again once the chain is open.
  const isRepeated = links.some(({ text }) => text === headline);
  return html`<details class="chain" ?open=${reaches !== 'yes'}>
    <summary dir="auto">
      ${reachIcon(reaches)} <strong dir="auto">${agent.name}</strong> <small>${agent.version}</small>
      <span class="headline ${isRepeated ? 'repeated' : ''}" dir="auto">${oneLine(headline, 300)}</span>
    </summary>
    <ol>
      ${links.map((link, position) => linkView(link, () => post({ kind: 'openLink', server, chain: index, link: position })))}
    </ol>
    ${
      nextStep === null
        ? nothing
        : html`<p class="step" dir="auto"><strong>${l10n.t('Next step:')}</strong> ${oneLine(nextStep.text, 300)}</p>
            <div class="actions">
              ${
                nextStep.run === null
                  ? nothing
                  : html`<button type="button" @click=${() => post({ kind: 'run', server, chain: index })}>
                      ${hasTerminal ? l10n.t('Open "{0}" in Terminal', nextStep.run) : l10n.t('Copy "{0}"', nextStep.run)}
                    </button>`
              }
              ${nextStep.actions.map(
                (action, position) =>
                  html`<button
                    type="button"
                    aria-label=${actionLabel(action, agent.name) ?? nothing}
                    @click=${() => post({ kind: 'act', server, chain: index, action: position })}
                  >
                    ${actionName(action)}
                  </button>`,
              )}
            </div>`
    }
  </details>`;
}

/** What screen readers say, if the name of the button isn't enough. */
function actionLabel(action: StepAction, agent: string): string | undefined {
  if (action.kind === 'enable') return l10n.t('Enable {0} in {1}', oneLine(action.server.name), agent);
  return action.kind === 'disable' ? l10n.t('Disable {0} in {1}', oneLine(action.server.name), agent) : undefined;
}

function actionName(action: StepAction): string {
  switch (action.kind) {
    case 'enable':
      return l10n.t('Enable');
    case 'disable':
      return l10n.t('Disable');
    case 'define':
      return action.prompts === true
        ? l10n.t('Define in {0} with Input…', oneLine(action.label, 60))
        : l10n.t('Define in {0}…', oneLine(action.label, 60));
    case 'relocate':
      return l10n.t('Move to {0}…', oneLine(action.label, 60));
    case 'rename':
      return l10n.t('Rename…');
    case 'respell':
      // The list of the command exists.
      return action.spelling === 'command'
        ? l10n.t('Move "{0}" to "{1}"', oneLine(action.property, 60), action.spelling)
        : l10n.t('Rename "{0}" to "{1}"', oneLine(action.property, 60), oneLine(action.spelling, 60));
    case 'copy':
      return action.names.length === 1 ? l10n.t('Copy Name of Variable') : l10n.t('Copy Names of Variables');
    case 'open':
      return action.label === null ? l10n.t('Open Setting') : l10n.t('Open {0}', oneLine(action.label, 60));
  }
}

const unusedFile = (
  { text, step, actions, file, location, isUnknown }: DiagnosedFile,
  index: number,
): TemplateResult => html`<section>
  <p dir="auto">${reachIcon(isUnknown ? 'unknown' : 'no')} ${oneLine(text, 300)}</p>
  <p class="step" dir="auto"><strong>${l10n.t('Next step:')}</strong> ${oneLine(step, 300)}</p>
  <div class="actions">
    ${actions.map(
      (action, position) =>
        html`<button type="button" @click=${() => post({ kind: 'actOnFile', index, action: position })}>
          ${actionName(action)}
        </button>`,
    )}
    ${
      location === null
        ? nothing
        : html`<button type="button" @click=${() => post({ kind: 'openUnused', index })}>${l10n.t('Open {0}', oneLine(file, 60))}</button>`
    }
  </div>
</section>`;

/** @param open shows the place of the link in its file */
function linkView({ kind, state, text, location }: ChainLink, open: () => void): TemplateResult {
  const { label, symbol, tone } = states[state];
  const shown = oneLine(text, 300);
  return html`<li class="chain-link">
    <span class="codicon codicon-${symbol} tone-${tone}" role="img" aria-label=${label()}></span>
    <span class="kind">${kinds[kind]()}</span>
    ${
      location === null
        ? html`<span class="text" dir="auto">${shown}</span>`
        : html`<button type="button" class="link text" dir="auto" @click=${open}>${shown}</button>`
    }
  </li>`;
}

interface StateLook {
  readonly label: () => string;
  readonly symbol: string;
  readonly tone: Tone;
}

const states: Readonly<Record<ChainLink['state'], StateLook>> = {
  holds: { label: () => l10n.t('Holds'), symbol: 'pass-filled', tone: 'good' },
  partial: { label: () => l10n.t('Holds in part'), symbol: 'warning', tone: 'waiting' },
  broken: { label: () => l10n.t('Broken'), symbol: 'error', tone: 'bad' },
  unknown: { label: () => l10n.t('Not known'), symbol: 'question', tone: 'waiting' },
};

const reachStates = { yes: 'holds', partly: 'partial', no: 'broken', unknown: 'unknown' } as const;

function reachIcon(reaches: ServerChain['reaches']): TemplateResult {
  const { symbol, tone } = states[reachStates[reaches]];
  const names = {
    yes: l10n.t('In use'),
    partly: l10n.t('In use, but not as a whole'),
    no: l10n.t('Not in use'),
    unknown: l10n.t('Not known'),
  };
  return html`<span class="codicon codicon-${symbol} tone-${tone}" role="img" aria-label=${names[reaches]}></span>`;
}

const kinds: Readonly<Record<LinkKind, () => string>> = {
  file: () => l10n.t('File'),
  entry: () => l10n.t('Entry'),
  switch: () => l10n.t('Enabled'),
  gate: () => l10n.t('Approval'),
  variables: () => l10n.t('Variables'),
  launch: () => l10n.t('Program'),
  protocol: () => l10n.t('Protocol'),
  reload: () => l10n.t('Reload'),
  connection: () => l10n.t('Connection'),
};
