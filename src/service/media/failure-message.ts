/** Shows failures of speech, transcription, and image requests. */
import { l10n, commands as registry, window, workspace } from 'vscode';
import { runAction } from '../../shared/commands.ts';
import { commands } from '../../shared/generated/names.ts';
import { log } from '../../shared/log.ts';
import { showError, showInformation } from '../../shared/notifications.ts';
import { describeFailure, failureFacts } from '../../shared/text/failure-text.ts';
import { apiErrorOf } from '../api/errors/errors.ts';

/** True if the user canceled, which isn't shown as an error. */
export function isCanceled(error: unknown): boolean {
  return apiErrorOf(error)?.kind === 'canceled' || (error instanceof Error && error.name === 'AbortError');
}

/** Action offered with a failure, with its button label. */
interface Help {
  readonly label: string;
  readonly run: () => unknown;
}

/**
 * Shows what failed and why, with an action if one may help.
 * @param again prompts for the options again, offered if another model may help
 * @param rest continues with the remaining work
 */
export function tellFailure(what: string, error: unknown, again?: Help['run'], rest?: Help): void {
  const canceled = isCanceled(error);
  const message = canceled ? l10n.t('{0} Canceled.', what) : `${what} ${describeFailure(error)}`;
  if (!canceled) log().error(`${what} ${failureFacts(error)}`);
  const help = rest ?? helpFor(error, again);
  const show = canceled ? showInformation : showError;
  void show(message, ...(help ? [help.label] : [])).then((chosen) => {
    if (help && chosen === help.label) void runAction(help.label, help.run);
  });
}

async function openBody(content: string): Promise<void> {
  await window.showTextDocument(await workspace.openTextDocument({ language: 'json', content }));
}

function helpFor(error: unknown, again: Help['run'] | undefined): Help | undefined {
  const failure = apiErrorOf(error);
  const kind = failure?.kind;
  // What was paid for may be in it.
  const body = failure?.kind === 'badResponse' ? failure.body : undefined;
  if (body !== undefined) return { label: l10n.t('Open Response'), run: () => openBody(body) };
  if (kind === 'unauthorized') return { label: l10n.t('Sign In'), run: () => registry.executeCommand(commands.signIn) };
  if (
    again !== undefined &&
    (kind === 'forbidden' || kind === 'notFound' || kind === 'validation' || kind === 'invalidBody')
  )
    return { label: l10n.t('Choose Another Model'), run: again };
  return undefined;
}
