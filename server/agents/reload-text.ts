/** How an agent takes up a change of its files while it runs. */
import * as l10n from '@vscode/l10n';
import { isProbable } from '../tools/agent-facts.ts';
import type { Agent } from './agent.ts';

/** Returns one sentence for after an edit. */
export function reloadText({ name, facts: { reload } }: Agent): string {
  switch (reload.kind) {
    case 'restart':
      return isProbable(reload.evidence)
        ? l10n.t('{0} may need a restart to use changes.', name)
        : l10n.t('Restart {0} to use changes.', name);
    case 'command':
      return l10n.t('Run {0} in {1} to use changes.', reload.command, name);
    case 'automatic':
      return l10n.t('{0} uses changes without a restart.', name);
  }
}
