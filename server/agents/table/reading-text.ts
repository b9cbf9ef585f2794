/** What agents make of the properties of a server, as text. */
import * as l10n from '@vscode/l10n';
import { isRestriction } from '../../config/format/agent-properties.ts';
import { quote } from '../../config/language.ts';
import type { IgnoredProperty } from './read-entry.ts';

/** Returns why a property has no effect for an agent, as text to put after a colon. */
export function ignoredText({ path, why, isUncertain }: IgnoredProperty, agent: string): string {
  if (isUncertain === true)
    return path === 'type'
      ? l10n.t('it isn\'t known what {0} does with this "type"', agent)
      : l10n.t("it isn't known whether {0} reads {1}", agent, quote(path));
  if (why === undefined && isRestriction(path))
    return l10n.t('{0} ignores {1}, so all tools stay available', agent, quote(path));
  return why === undefined
    ? l10n.t('{0} ignores {1}', agent, quote(path))
    : l10n.t('{0}, so {1} ignores it', why, agent);
}
