/** Changes the severity of a rule from a diagnostic's light bulb or the Command Palette. */
import { CodeAction, CodeActionKind, type Diagnostic, Disposable, l10n, languages } from 'vscode';
import { configLanguage } from '../../../common/messages/config-place.ts';
import { registerCommand } from '../../shared/commands.ts';
import { unlistedCommands } from '../../shared/unlisted-commands.ts';

/** @param extensionId of this extension, whose package.json lists the rules */
export function registerRuleSeverity(extensionId: string): Disposable {
  return Disposable.from(
    registerCommand(unlistedCommands.setRuleSeverity, async (code) =>
      (await import('./choose-severity.ts')).chooseSeverity(extensionId, code),
    ),
    languages.registerCodeActionsProvider(
      configLanguage,
      {
        provideCodeActions: (_document, _range, { diagnostics }) =>
          [...new Set(diagnostics.filter(({ source }) => source === 'switchyard').map(codeOf))].map(action),
      },
      { providedCodeActionKinds: [CodeActionKind.QuickFix] },
    ),
  );
}

/** A code with a link to its documentation is an object. */
function codeOf({ code }: Diagnostic): string {
  return String(typeof code === 'object' ? code.value : code);
}

function action(code: string): CodeAction {
  const title = l10n.t('Change the severity of {0}, or turn it off…', code);
  const offered = new CodeAction(title, CodeActionKind.QuickFix);
  offered.command = { command: unlistedCommands.setRuleSeverity, title, arguments: [code] };
  return offered;
}
