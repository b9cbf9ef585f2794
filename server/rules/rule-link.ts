/** Links to the sections of `docs/rules.md`. */
import { own } from '../../common/guards.ts';
import { ruleLines } from '../generated/rule-lines.ts';

/**
 * Returns the address of a rule's section: with a line number in a file, because editors don't support heading anchors,
 * and with a heading anchor on the web.
 */
export function ruleLink(rulesUri: string, code: string): string {
  if (!rulesUri.startsWith('file:')) return `${rulesUri}#${code}`;
  const line = own(ruleLines, code);
  return line === undefined ? rulesUri : `${rulesUri}#L${line}`;
}
