/** Verdicts as text for views. */
import * as l10n from '@vscode/l10n';
import type { PolicyInfo } from '../../common/tool-servers.ts';
import type { Verdict } from './verdict.ts';

export function policyInfo(verdict: Verdict | undefined): PolicyInfo | null {
  return verdict === undefined ? null : { verdict: verdict.kind, text: verdictText(verdict) };
}

function verdictText(verdict: Verdict): string {
  const { label } = verdict;
  switch (verdict.kind) {
    case 'allowed':
      return l10n.t('Allowed by the policy in {0}', label);
    case 'denied':
      return l10n.t('Denied by the policy in {0} (not enforced by Switchyard)', label);
    case 'notListed':
      if (verdict.why === 'variable')
        return l10n.t(
          'Not comparable with the policy in {0} because of a variable (not enforced by Switchyard)',
          label,
        );
      return l10n.t('Not in the allowlist of the policy in {0} (not enforced by Switchyard)', label);
  }
}
