/** What a screen reader hears of a record: start, end and errors, never the text as it streams. */
import { l10n } from '../../shared/webview/l10n.ts';
import type { ChatRecord } from '../messages.ts';

/** Undefined when it is not worth a word. */
export function announcement(record: ChatRecord): string | undefined {
  switch (record.kind) {
    case 'answer':
      return l10n.t('{0} is responding.', record.model);
    case 'resume':
      return l10n.t('The response continues.');
    case 'queue':
      return l10n.t('Your message will be sent after this response.');
    case 'remove':
      return l10n.t('Message deleted.');
    case 'restore':
      return l10n.t('Message restored.');
    case 'end':
      if (record.ending.how === 'complete') return l10n.t('The response is complete.');
      if (record.ending.how === 'stopped') return l10n.t('Stopped.');
      return l10n.t('The response failed: {0}', record.ending.problem.text);
    default:
      return undefined;
  }
}
