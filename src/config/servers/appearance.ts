/** Icons and texts of tool servers in the tree. Names, paths, and reasons come from files, so they're plain text. */
import { l10n, ThemeColor, ThemeIcon } from 'vscode';
import type { ConfigFile, ServerState } from '../../../common/messages/tool-servers.ts';
import { oneLine, plainText } from '../../shared/text/format.ts';
import type { Server } from './store.ts';

export function stateName(state: ServerState): string {
  return {
    inEffect: l10n.t('In Effect'),
    pending: l10n.t('Pending Approval'),
    disabled: l10n.t('Disabled'),
    overridden: l10n.t('Overridden'),
    invalid: l10n.t('Invalid'),
    unknown: l10n.t('Not Known'),
  }[state];
}

/** The icons differ in shape as well as in color, for accessibility. */
const stateIcons = {
  inEffect: ['pass-filled', 'testing.iconPassed'],
  pending: ['question', 'list.warningForeground'],
  disabled: ['circle-slash', 'descriptionForeground'],
  overridden: ['eye-closed', 'descriptionForeground'],
  invalid: ['error', 'testing.iconFailed'],
  unknown: ['question', 'descriptionForeground'],
} as const;

/** @param isDoubtful for a server in effect: it's partial, or its test says so. Findings in its entry are counted beside it */
export function stateIcon(state: ServerState, isDoubtful = false): ThemeIcon {
  if (state === 'inEffect' && isDoubtful) return warningIcon();
  const [icon, color] = stateIcons[state];
  return new ThemeIcon(icon, new ThemeColor(color));
}

export function warningIcon(): ThemeIcon {
  return new ThemeIcon('warning', new ThemeColor('list.warningForeground'));
}

/** Returns short reasons, the file, and the transport, most important first: a narrow side bar cuts off the end. */
export function serverDescription(server: Server, overridingLabel: string | undefined): string {
  const parts = [
    policyText(server),
    reasonText(server, overridingLabel),
    problemsText(server),
    oneLine(server.source.label),
    server.transport ?? '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

/** Returns an empty string if the policy allows the server. */
function policyText({ policy }: Server): string {
  if (policy === null) return '';
  return { allowed: '', denied: l10n.t('denied by policy'), notListed: l10n.t('not listed in policy') }[policy.verdict];
}

/** Returns an empty string unless the server is in effect: for other states, the reason is more useful. */
function problemsText({ state, problems }: Server): string {
  if (problems === 0 || state !== 'inEffect') return '';
  return problems === 1 ? l10n.t('1 problem') : l10n.t('{0} problems', problems);
}

function reasonText({ reason, why, agent }: Server, overridingLabel: string | undefined): string {
  const by = overridingLabel === undefined ? undefined : oneLine(overridingLabel, 60);
  const texts: Readonly<Record<string, string>> = {
    allowed: l10n.t('enabled by "enabledServers"'),
    'switched-off': l10n.t('"enabled": false'),
    'same-name': by === undefined ? l10n.t('same name') : l10n.t('by {0}', by),
    'same-connection': l10n.t('same connection'),
    'broken-file': l10n.t("file isn't valid"),
    'rejected-file': l10n.t("file isn't valid"),
    setting: l10n.t('off in settings'),
    untrusted: l10n.t('folder not trusted'),
    'needs-trust': l10n.t('folder not trusted'),
    merged: by === undefined ? '' : l10n.t('merged into {0}', by),
    'built-in': l10n.t('built into Oh My Pi'),
    // The group says it.
    pending: '',
    'moved-in-terminals': l10n.t('other files in terminals'),
    'unread-settings': l10n.t("settings can't be read"),
    ...(agent === undefined && { denied: l10n.t('in "disabledServers"') }),
  };
  return texts[reason] ?? (why === '' ? '' : oneLine(why, 100));
}

/** Unlike the description, contains the full reason, path, and policy verdict. */
export function serverTooltip({ name, text, transport, source, policy }: Server): string {
  const lines = [plainText(name, 300), plainText(text)];
  if (transport !== null) lines.push(l10n.t('Transport: {0}', transport));
  const level = source.level === 'project' ? l10n.t('project config') : l10n.t('user config');
  const owner = source.kind === 'imported' ? l10n.t('imported from {0}', oneLine(source.tool, 60)) : '';
  lines.push([oneLine(source.label, 300), level, owner].filter((part) => part !== '').join(' · '));
  if (policy !== null) lines.push(plainText(policy.text));
  return lines.join('\n');
}

export function levelName(level: 'project' | 'user'): string {
  return level === 'project' ? l10n.t('Project') : l10n.t('User');
}

export function fileIcon({ state }: ConfigFile): ThemeIcon {
  if (state === 'broken' || state === 'unreadable') return warningIcon();
  return new ThemeIcon(state === 'missing' ? 'new-file' : 'json');
}

/** @param agent display name of the agent that reads it */
export function fileDescription({ state, level, count, tool }: ConfigFile, agent: string | undefined): string {
  const parts = [level === 'project' ? l10n.t('project') : l10n.t('user')];
  if (state === 'missing') parts.push(l10n.t('not created yet'));
  else if (state === 'unreadable') parts.push(l10n.t("can't be read; servers not known"));
  else if (state === 'broken') parts.push(l10n.t('syntax not valid; skipped'));
  else parts.push(count === 1 ? l10n.t('1 server') : l10n.t('{0} servers', count));
  if (tool !== agent) parts.push(oneLine(tool, 60));
  return parts.join(' · ');
}
