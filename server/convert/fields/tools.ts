/** What the conversion of servers uses of the facts about tools. */
import * as l10n from '@vscode/l10n';
import { type TargetFormat, targetNames } from '../../../common/generated/targets.ts';
import type { ToolId } from '../../../common/generated/tools.ts';
import { lookUp } from '../../../common/guards.ts';
import { foreignKeyFor } from '../../config/format/dialects.ts';
import { findTool, formatOf } from '../../tools/find-tool.ts';
import { commonKeys } from './common-keys.ts';
import { type KeyConverter, renameTo } from './key-converter.ts';
import { converterFor } from './key-facts.ts';

/** Returns the reason if the tool skips servers with this name. Claude Code compares names without special characters. */
export function reservedReason(to: TargetFormat, name: string): string | undefined {
  const id = to === 'command' ? 'claude-code' : to;
  const reserved = findTool(id)?.agent?.names.reserved ?? [];
  const plain = (text: string): string => text.replace(/[^\w-]/g, '_');
  if (!reserved.some((each) => plain(each) === plain(name))) return undefined;
  return l10n.t('{0} skips servers with this name', targetNames[id]);
}

/** Returns how a key of a tool is converted; undefined if the key is unknown. */
export function converterOf(id: ToolId, key: string): KeyConverter | undefined {
  const { keys = {}, extends: base } = formatOf(id);
  const fact = lookUp(keys, key) ?? lookUp((base && formatOf(base).keys) ?? {}, key);
  if (fact !== undefined) return converterFor(fact);
  const { sameAs } = foreignKeyFor('server', key) ?? {};
  return lookUp(commonKeys, key) ?? (sameAs === undefined ? undefined : renameTo(sameAs));
}
