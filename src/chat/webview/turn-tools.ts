/** Toolbar below a message: its versions, its actions, and its cost. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { formatNumber } from '../../shared/format.ts';
import type { Turn, TurnAction, TurnUsage } from '../messages.ts';
import { formatCost, tokenCount } from './cost.ts';
import { post } from './host.ts';
import { iconButton } from './icons.ts';

/** @param versions IDs of the versions of this turn @param busy an answer is streaming, so turns can't be changed */
export function turnTools(turn: Turn, versions: readonly string[], busy: boolean): TemplateResult {
  const { id, text } = turn;
  const answer = turn.kind === 'answer' ? turn : undefined;
  const tool = (action: TurnAction, name: string, title: string, label = title) =>
    iconButton(name, title, () => post({ kind: 'turn', action, id }), { action, label });
  const copyLabel = answer ? l10n.t('Copy the response') : l10n.t('Copy your message');
  return html`<div class="turn-tools ${versions.length > 1 ? 'with-versions' : ''}">
    ${versions.length > 1 ? versionSwitch(id, versions, busy) : nothing}
    ${text === '' ? nothing : tool('copy', 'copy', l10n.t('Copy Message'), copyLabel)}
    ${answer && text !== '' ? tool('openMarkdown', 'markdown', l10n.t('Open as Markdown')) : nothing}
    ${busy || answer ? nothing : tool('edit', 'edit', l10n.t('Edit and Resend'))}
    ${busy || !answer || answer.ending?.how === 'failed' ? nothing : tool('retry', 'refresh', l10n.t('Regenerate Response'))}
    ${busy || !answer ? nothing : tool('retryWith', 'sparkle', l10n.t('Regenerate with Another Model'))}
    ${busy ? nothing : tool('remove', 'trash', l10n.t('Delete from Here'))}
    ${answer?.usage ? costOf(answer.usage) : nothing}
  </div>`;
}

function versionSwitch(id: string, versions: readonly string[], busy: boolean): TemplateResult {
  const at = versions.indexOf(id);
  const step = (name: string, to: string | undefined, label: string) =>
    iconButton(name, label, () => to !== undefined && post({ kind: 'turn', action: 'choose', id: to }), {
      disabled: busy || to === undefined,
    });
  return html`<span class="versions" role="group" aria-label=${l10n.t('Version {0} of {1}', at + 1, versions.length)}>
    ${step('chevron-left', versions[at - 1], l10n.t('Previous Version'))}
    <span aria-hidden="true">${at + 1}/${versions.length}</span>
    ${step('chevron-right', versions[at + 1], l10n.t('Next Version'))}
  </span>`;
}

function costOf({ input, output, estimated, cost, currency }: TurnUsage): TemplateResult {
  const price = cost === undefined ? l10n.t('cost unknown') : formatCost(cost, currency);
  const counts = [formatNumber(input), formatNumber(output)];
  const title = estimated
    ? l10n.t('Tokens: {0} in, {1} out (estimated; the service reported no usage)', ...counts)
    : l10n.t('Tokens: {0} in, {1} out (reported by the service)', ...counts);
  return html`<span class="turn-cost" title=${title}
    >${tokenCount(input + output, estimated)} · ${price}${
      estimated ? html` <span class="estimate">${l10n.t('estimated')}</span>` : nothing
    }</span
  >`;
}
