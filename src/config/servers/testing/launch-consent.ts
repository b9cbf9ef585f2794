/**
 * Asks for consent before a server is started or contacted, and shows the whole definition: in the dialog if it fits,
 * else in a document that can be scrolled and searched, with a notification that doesn't cover it.
 */
import { l10n } from 'vscode';
import type { LaunchPlan } from '../../../../common/connection-test/launch/launch-plan.ts';
import { foldLines, warningTexts } from '../../../../common/connection-test/launch/launch-text.ts';
import { DisposableStore } from '../../../shared/disposable.ts';
import { closeTabs } from '../../../shared/editing/files.ts';
import { ReadOnlyDocuments } from '../../../shared/editing/read-only-documents.ts';
import { confirm, showWarning } from '../../../shared/notifications.ts';
import { oneLine } from '../../../shared/text/format.ts';

/** Maximum number of rows that a dialog shows on a small screen, and of characters in a row before it wraps. */
const maxRows = 26;
const rowLength = 55;

/** What a server is started or contacted for. */
export type LaunchPurpose = 'test' | 'chat';

export class LaunchConsent extends DisposableStore {
  /** By identity of the plan: open questions, and those that the user has agreed to in this session. */
  readonly #answers = new Map<string, Promise<boolean>>();
  readonly #documents = this.register(new ReadOnlyDocuments({ scheme: 'switchyard-launch', extension: '.txt' }));

  /**
   * Returns true if the user agrees, or has already agreed, to exactly this plan. Doesn't wait for questions about other
   * plans, because a notification may never be answered.
   */
  ask(plan: LaunchPlan, purpose: LaunchPurpose): Promise<boolean> {
    const known = this.#answers.get(plan.identity);
    if (known !== undefined) return known;
    const answer = this.#show(plan, purpose);
    this.#answers.set(plan.identity, answer);
    const forget = () => this.#answers.delete(plan.identity);
    answer.then((agreed) => agreed || forget(), forget);
    return answer;
  }

  async #show(plan: LaunchPlan, purpose: LaunchPurpose): Promise<boolean> {
    const name = oneLine(plan.definition.name);
    const isProgram = plan.definition.transport === 'stdio';
    const action = isProgram ? l10n.t('Start') : l10n.t('Connect');
    const question = questionOf(name, isProgram, purpose);
    const warnings = warningTexts(plan);
    const { text } = plan;
    const lines = [...warnings, ...text.split('\n')];
    const rows = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / rowLength)), 0);
    /** Puts the warnings above the text. */
    const below = (mark: string) =>
      [...warnings.map((warning) => `${mark} ${warning}`), ...(warnings.length > 0 ? [''] : []), text].join('\n');
    if (rows <= maxRows) return confirm(question, action, below('\u26a0'));
    const whole = foldLines([question, '', below('!')].join('\n'));
    // Not a preview, which the definition of another server would replace.
    const document = await this.#documents.show(whole, l10n.t('Definition of {0}', name), { preview: false });
    const message = [question, l10n.t('Review the whole definition in the editor first.'), ...warnings];
    const answer = await showWarning(message.join(' '), action, l10n.t('Cancel'));
    await closeTabs(document.uri);
    return answer === action;
  }
}

function questionOf(name: string, isProgram: boolean, purpose: LaunchPurpose): string {
  if (purpose === 'test')
    return isProgram
      ? l10n.t('Start this program to test "{0}"?', name)
      : l10n.t('Connect to this URL to test "{0}"?', name);
  return isProgram
    ? l10n.t('Start this program so that VS Code chat can use "{0}"?', name)
    : l10n.t('Connect to this URL so that VS Code chat can use "{0}"?', name);
}
