/** Icons and texts of tool servers in the tree. Names, paths, and reasons come from files, so they're plain text. */
import { l10n, ThemeColor, ThemeIcon } from 'vscode';
import type { ConfigFile, ServerState } from '../../common/tool-servers.ts';
import { oneLine, plainText } from '../shared/format.ts';
import type { Server } from './store.ts';

export function stateName(state: ServerState): string {
  switch (state) {
    case 'inEffect':
      return l10n.t('In Effect');
    case 'disabled':
      return l10n.t('Disabled');
    case 'overridden':
      return l10n.t('Overridden');
    case 'invalid':
      return l10n.t('Invalid');
  }
}

/** The icons differ in shape as well as in color, for accessibility. */
export function stateIcon(state: ServerState, problems = 0): ThemeIcon {
  switch (state) {
    case 'inEffect':
      if (problems > 0) return new ThemeIcon('warning', new ThemeColor('list.warningForeground'));
      return new ThemeIcon('pass-filled', new ThemeColor('testing.iconPassed'));
    case 'disabled':
      return new ThemeIcon('circle-slash', new ThemeColor('descriptionForeground'));
    case 'overridden':
      return new ThemeIcon('eye-closed', new ThemeColor('descriptionForeground'));
    case 'invalid':
      return new ThemeIcon('error', new ThemeColor('testing.iconFailed'));
  }
}

/** Returns short reasons, the file, and the transport, most important first: a narrow side bar cuts off the end. */
export function serverDescription(server: Server, overridingLabel: string | undefined): string {
  const parts = [
    policyText(server),
    problemsText(server),
    reasonText(server, overridingLabel),
    oneLine(server.source.label),
    server.transport ?? '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

/** Returns an empty string if the policy allows the server. */
function policyText({ policy }: Server): string {
  switch (policy?.verdict) {
    case 'denied':
      return l10n.t('denied by policy');
    case 'notListed':
      return l10n.t('not listed in policy');
    default:
      return '';
  }
}

/** Returns an empty string unless the server is in effect: for other states, the reason is more useful. */
function problemsText({ state, problems }: Server): string {
  if (problems === 0 || state !== 'inEffect') return '';
  return problems === 1 ? l10n.t('1 problem') : l10n.t('{0} problems', problems);
}

function reasonText({ reason, text }: Server, overridingLabel: string | undefined): string {
  switch (reason) {
    case 'allowed':
      return l10n.t('enabled by "enabledServers"');
    case 'denied':
      return l10n.t('in "disabledServers"');
    case 'switched-off':
      return l10n.t('"enabled": false');
    case 'same-name':
      return overridingLabel === undefined ? l10n.t('same name') : l10n.t('by {0}', oneLine(overridingLabel, 60));
    case 'same-connection':
      return l10n.t('same connection');
    case 'broken-file':
      return l10n.t("file isn't valid");
    case 'merged':
      return overridingLabel === undefined ? '' : l10n.t('merged into {0}', oneLine(overridingLabel, 60));
    case 'built-in':
      return l10n.t('built into Oh My Pi');
    case 'setting':
      // Only the cause of the language server's text 'Disabled: "codex" isn't in "enabledProviders" in …'.
      return oneLine(text.replace(/^[^:]*: /, '').replace(/ in the settings of Oh My Pi$/, ''), 60);
    case 'flawed':
      // Only the problem of the language server's text "Invalid: it has no command".
      return oneLine(text.replace(/^[^:]*: (?:it )?/, ''), 60);
    default:
      return '';
  }
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
  if (state === 'broken') return new ThemeIcon('warning', new ThemeColor('list.warningForeground'));
  return new ThemeIcon(state === 'missing' ? 'new-file' : 'json');
}

export function fileDescription({ state, level, count }: ConfigFile): string {
  const parts = [level === 'project' ? l10n.t('project') : l10n.t('user')];
  if (state === 'missing') parts.push(l10n.t('not created yet'));
  else if (state === 'broken') parts.push(l10n.t('not strict JSON; skipped by Oh My Pi'));
  else parts.push(count === 1 ? l10n.t('1 server') : l10n.t('{0} servers', count));
  return parts.join(' · ');
}
