/** What a user can do about a server that an agent doesn't use. */
import * as l10n from '@vscode/l10n';
import type { EffectiveServer } from '../config/effective.ts';
import { quote } from '../config/language.ts';
import type { Agent } from './agent.ts';

/** Returns one sentence; undefined if the server is in effect. */
export function nextStepFor({ name: agent, facts }: Agent, server: EffectiveServer): string | undefined {
  const { reason, name, source } = server;
  switch (reason.kind) {
    case 'used':
    case 'allowed':
      return undefined;
    case 'pending':
      if (reason.approvedBy !== undefined) return l10n.t('Start {0} in this folder and trust it.', agent);
      return l10n.t('Start {0} in this folder and approve the server, or enable it here.', agent);
    case 'untrusted':
    case 'needs-trust':
      return l10n.t('Start {0} in this folder and trust it.', agent);
    case 'denied-by-policy':
    case 'not-in-policy':
      return l10n.t('Ask your administrator to allow it in {0}.', reason.label);
    case 'denied':
      if (reason.item.list === '') return l10n.t('Remove {0} from {1}.', quote(name), reason.item.source.label);
      return l10n.t('Remove {0} from "{1}" in {2}.', quote(name), reason.item.list, reason.item.source.label);
    case 'not-listed':
      return l10n.t('Add {0} to "{1}" in {2}.', quote(name), reason.list, reason.file);
    case 'switched-off':
      return l10n.t('Remove "enabled": false from the entry in {0}.', source.label);
    case 'setting':
      return l10n.t('Change this setting of {0}.', agent);
    case 'same-name':
    case 'same-connection':
    case 'merged':
      return l10n.t('Change the definition in {0}, or rename this one.', reason.by.source.label);
    case 'later-file':
      return l10n.t('Move the server to {0}.', reason.first.label);
    case 'shut-out':
      return l10n.t('Ask your administrator to add it to {0}.', reason.only.label);
    case 'built-in':
      return l10n.t('Rename the server if you want to use it instead.');
    case 'flawed':
      return l10n.t(
        'Correct the entry in {0}. To see what {1} has loaded, run {2}.',
        source.label,
        agent,
        facts.check[0] ?? agent,
      );
    case 'broken-file':
      return l10n.t('Correct the syntax of {0}.', source.label);
    case 'rejected-file':
      return l10n.t('Correct {0}.', source.label);
    case 'refused': {
      const { name: cause, source: file } = reason.cause;
      return cause === undefined
        ? l10n.t('Correct {0}.', file.label)
        : l10n.t('Correct {0} in {1}.', quote(cause), file.label);
    }
    case 'stopped':
      return l10n.t('Correct {0}.', reason.file.label);
  }
}
