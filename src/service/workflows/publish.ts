/** Publishing: version → active version → commit message → confirmation that names the effect → progress → result, Undo. */
import { InputBoxValidationSeverity, l10n, ProgressLocation, window } from 'vscode';
import { offerUndo } from '../../shared/editing/undo.ts';
import { type Knowledge, knownValue, notKnown } from '../../shared/knowledge.ts';
import { log } from '../../shared/log.ts';
import { confirm, showError, showInformation, showWarning } from '../../shared/notifications.ts';
import { describeFailure, failureFacts } from '../../shared/text/failure-text.ts';
import { inert, oneLine } from '../../shared/text/format.ts';
import { withMessage } from '../api/errors/error-text.ts';
import type { WorkflowMetadata } from '../api/index.ts';
import { apiLimits } from '../api/records.ts';
import type { ServiceSession } from '../session/session.ts';
import { activeVersionOf } from '../session/workflows/active-version.ts';
import { versionLabel } from './appearance.ts';
import { type PickedVersion, pickVersion } from './pick.ts';

/** Commit messages of versions that couldn't be published, by ID of the version. They are there when it's tried again. */
const unsent = new Map<string, string>();

/** Canceling any step changes nothing. A failure is shown with its cause and never retried automatically. */
export async function publishVersion(session: ServiceSession, argument: unknown): Promise<void> {
  const { workflows: store, versions } = session;
  const picked = await pickVersion(session, argument, l10n.t('Select a version to publish'), false);
  if (!picked) return;
  const active = await currentVersion(session, picked.entry.workflow.id);
  if (picked.version.id === knownValue(active))
    return void showInformation(l10n.t('{0} is the active version already.', versionLabel(picked.version)));
  const commitMessage = await askCommitMessage(session, picked);
  if (commitMessage === undefined || !(await confirmPublishing(session, picked, active, commitMessage))) return;
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
    const before = knownValue(active);
    if (before === undefined) void showInformation(withMessage(done, message));
    else void offerUndo(withMessage(done, message), () => undoPublishing(session, workflow, picked.version.id, before));
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

/**
 * Publishes the version that was active before. Doesn't replace what someone else has published since.
 * @returns false if nothing was changed
 */
async function undoPublishing(
  session: ServiceSession,
  { id, name }: WorkflowMetadata,
  published: string,
  before: string,
): Promise<boolean> {
  session.throwIfEnded();
  const active = await currentVersion(session, id);
  if (active.kind === 'unknown') {
    const text = l10n.t('It isn\'t known which version of "{0}" is active, so it is kept.', oneLine(name));
    void showWarning(active.why === undefined ? text : `${text} ${active.why}`);
    return false;
  }
  if (knownValue(active) !== published) {
    void showWarning(l10n.t('Another version of "{0}" was published in the meantime, so it is kept.', oneLine(name)));
    return false;
  }
  await session.versions.publish(id, { version_id: before });
  session.workflows.setActiveVersion(id, before);
  return true;
}

/** Loads which version is active, because it may have changed since the list was loaded. Never rejects. */
async function currentVersion({ workflows }: ServiceSession, id: string): Promise<Knowledge<string>> {
  return workflows.reloadDetail(id).then(activeVersionOf, (problem) => notKnown(describeFailure(problem)));
}

/** The question names the active version. */
async function confirmPublishing(
  session: ServiceSession,
  { entry, version }: PickedVersion,
  active: Knowledge<string>,
  message: string,
): Promise<boolean> {
  const detail = await effectText(session, active);
  const quoted = message === '' ? '' : `\n${l10n.t('Commit message: {0}', message)}`;
  const question = l10n.t('Publish {0} of "{1}"?', versionLabel(version), oneLine(entry.workflow.name));
  return confirm(question, l10n.t('Publish'), `${detail}${quoted}`);
}

/** Returns what publishing replaces. */
async function effectText({ versions }: ServiceSession, active: Knowledge<string>): Promise<string> {
  switch (active.kind) {
    case 'known': {
      const { value: id } = active;
      const version = versions.known(id) ?? (await versions.detail(id).catch(() => undefined));
      return version
        ? l10n.t('It replaces {0}, which is the active version.', versionLabel(version))
        : l10n.t('It replaces the active version, {0}.', oneLine(id));
    }
    case 'none':
      return l10n.t('The workflow has no active version.');
    case 'unknown':
      return l10n.t("It isn't known which version it replaces. {0}", active.why ?? '');
    default:
      return active satisfies never;
  }
}
