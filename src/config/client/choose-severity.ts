/** Asks for the severity of a rule, and writes it to the settings. */
import { ConfigurationTarget, extensions, l10n, window, workspace } from 'vscode';
import { currentMark } from '../../shared/list/view-preferences.ts';
import { setting } from '../../shared/settings.ts';

const name = 'switchyard.config.rules';
type Severity = ReturnType<typeof setting<typeof name>>[string];

/** @param given code of a rule; for any other value, the user selects one */
export async function chooseSeverity(extensionId: string, given: unknown): Promise<void> {
  const codes = rulesOf(extensionId);
  const code =
    typeof given === 'string' && codes.includes(given)
      ? given
      : await window.showQuickPick(codes, { placeHolder: l10n.t('Select a rule'), title: l10n.t('Rule Severity') });
  if (code === undefined) return;
  const now = setting(name)[code];
  const severities: readonly (readonly [label: string, severity: Severity | undefined])[] = [
    [l10n.t('Off'), 'off'],
    [l10n.t('Hint'), 'hint'],
    [l10n.t('Information'), 'information'],
    [l10n.t('Warning'), 'warning'],
    [l10n.t('Error'), 'error'],
    [l10n.t('Default severity'), undefined],
  ];
  const items = severities.map(([label, severity]) => ({ label, severity, ...currentMark(severity === now) }));
  const chosen = await window.showQuickPick(items, { title: l10n.t('Severity of {0}', code) });
  if (chosen !== undefined) await write(code, chosen.severity);
}

/**
 * Writes to the user settings if only they set this rule, else to the workspace, which shares it with others and whose
 * value wins.
 */
async function write(code: string, severity: Severity | undefined): Promise<void> {
  const configuration = workspace.getConfiguration();
  const set = configuration.inspect<ReturnType<typeof setting<typeof name>>>(name);
  const isUserRule = set?.globalValue?.[code] !== undefined && set.workspaceValue?.[code] === undefined;
  const inWorkspace = workspace.workspaceFolders !== undefined && !isUserRule;
  const before = (inWorkspace ? set?.workspaceValue : set?.globalValue) ?? {};
  const others = Object.entries(before).filter(([other]) => other !== code);
  const after = Object.fromEntries(severity === undefined ? others : [...others, [code, severity]]);
  await configuration.update(
    name,
    Object.keys(after).length === 0 ? undefined : after,
    inWorkspace ? ConfigurationTarget.Workspace : ConfigurationTarget.Global,
  );
}

/** Returns the rule codes from the setting's schema in package.json, which is generated from the rules. */
function rulesOf(extensionId: string): readonly string[] {
  const { contributes } = extensions.getExtension(extensionId)?.packageJSON ?? {};
  const properties = [contributes?.configuration ?? []].flat().map((section) => section.properties?.[name]);
  return properties.find((one) => one !== undefined)?.propertyNames.enum ?? [];
}
