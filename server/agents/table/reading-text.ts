/** What agents make of the properties of a server, as text. */
import * as l10n from '@vscode/l10n';
import { isRestriction } from '../../config/format/agent-properties.ts';
import { andList, quote } from '../../config/language.ts';
import type { IgnoredProperty } from './read-entry.ts';

/** Returns which properties have no effect for an agent, and why, as texts to put after a colon. */
export function ignoredTexts(ignored: readonly IgnoredProperty[], agent: string): readonly string[] {
  const [plain, others] = [ignored.filter(isPlain), ignored.filter((each) => !isPlain(each))];
  const names = andList(plain.map(({ path }) => quote(path)));
  return [
    ...(plain.length === 0 ? [] : [l10n.t('{0} ignores {1}', agent, names)]),
    ...others.map((each) => ignoredText(each, agent)),
  ];
}

/** True if there's nothing to say but that it's ignored. */
const isPlain = ({ path, why, isUncertain }: IgnoredProperty): boolean =>
  why === undefined && isUncertain !== true && !isRestriction(path);

function ignoredText({ path, why, isUncertain }: IgnoredProperty, agent: string): string {
  if (isUncertain === true)
    return path === 'type'
      ? l10n.t('it isn\'t known what {0} does with this "type"', agent)
      : l10n.t("it isn't known whether {0} reads {1}", agent, quote(path));
  return why === undefined
    ? l10n.t('{0} ignores {1}, so all tools stay available', agent, quote(path))
    : l10n.t('{0}, so {1} ignores it', why, agent);
}
