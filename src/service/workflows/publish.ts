/** Publishing: version → commit message → confirmation that names the effect → progress → result. */
import { InputBoxValidationSeverity, l10n, ProgressLocation, window } from 'vscode';
import { describeFailure, failureFacts } from '../../shared/failure-text.ts';
import { inert, oneLine } from '../../shared/format.ts';
import { log } from '../../shared/log.ts';
import { confirm, showError, showInformation } from '../../shared/notifications.ts';
import { withMessage } from '../api/error-text.ts';
import { apiLimits } from '../api/records.ts';
import type { ServiceSession } from '../session/session.ts';
import { versionLabel } from './appearance.ts';
import { type PickedVersion, pickVersion } from './pick.ts';

/** Commit messages of versions that couldn't be published, by ID of the version. They are there when it's tried again. */
const unsent = new Map<string, string>();

/** Canceling any step changes nothing. A failure is shown with its cause and never retried automatically. */
export async function publishVersion(session: ServiceSession, argument: unknown): Promise<void> {
  const { workflows: store, versions } = session;
  const picked = await pickVersion(session, argument, l10n.t('Select a version to publish'), false);
  if (!picked) return;
  if (picked.version.id === store.get(picked.entry.workflow.id)?.details?.active_version_id)
    return void showInformation(l10n.t('{0} is the active version already.', versionLabel(picked.version)));
  const commitMessage = await askCommitMessage(session, picked);
  if (commitMessage === undefined || !(await confirmPublishing(session, picked, commitMessage))) return;
  session.signal.throwIfAborted();
  const { workflow } = picked.entry;
  const name = oneLine(workflow.name);
  const request = { version_id: picked.version.id, ...(commitMessage === '' ? {} : { commit_message: commitMessage }) };
  try {
    const message = await window.withProgress(
      {
        location: ProgressLocation.Notification,
        title: inert(l10n.t('Publishing {0} of "{1}"…', versionLabel(picked.version), name)),
      },
      () => versions.publish(workflow.id, request),
    );
    unsent.delete(picked.version.id);
    store.setActiveVersion(workflow.id, picked.version.id);
    const done = l10n.t('{0} is now the active version of "{1}".', versionLabel(picked.version), name);
    void showInformation(withMessage(done, message));
  } catch (error) {
    unsent.set(picked.version.id, commitMessage);
    session.signal.throwIfAborted();
    log().error(`Publishing ${workflow.id}: ${failureFacts(error)}`);
    void showError(l10n.t(`Couldn't publish "{0}". {1}`, name, describeFailure(error)));
    // Refreshes the list, because the version or the workflow may have been deleted.
    void store.refresh();
  }
}

async function askCommitMessage({ token }: ServiceSession, { version }: PickedVersion): Promise<string | undefined> {
  const limit = apiLimits.commitMessageLength;
  const options = {
    title: l10n.t('Publish {0}', versionLabel(version)),
    value: unsent.get(version.id) ?? '',
    prompt: l10n.t('Commit message (optional, at most {0} characters)', limit),
    ignoreFocusOut: true,
    validateInput: (value: string) => {
      // Counted in code points, as in the client.
      const length = [...value].length;
      if (length > limit) return l10n.t('Too long: {0} of {1} characters.', length, limit);
      return length === 0
        ? undefined
        : { message: l10n.t('{0} of {1} characters', length, limit), severity: InputBoxValidationSeverity.Info };
    },
  };
  return (await window.showInputBox(options, token))?.trim();
}

/** The question names the active version. */
async function confirmPublishing(
  { versions }: ServiceSession,
  { entry, version }: PickedVersion,
  message: string,
): Promise<boolean> {
  const active = entry.details?.active_version_id;
  const known = active ? (versions.known(active) ?? (await versions.detail(active).catch(() => undefined))) : undefined;
  const detail = known
    ? l10n.t('It replaces {0}, which is the active version.', versionLabel(known))
    : active
      ? l10n.t('It replaces the active version.')
      : l10n.t('The workflow has no active version.');
  const quoted = message === '' ? '' : `\n${l10n.t('Commit message: {0}', message)}`;
  const question = l10n.t('Publish {0} of "{1}"?', versionLabel(version), oneLine(entry.workflow.name));
  return confirm(question, l10n.t('Publish'), `${detail}${quoted}`);
}
