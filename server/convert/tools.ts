/** What the conversion of servers uses of the facts about tools. */
import * as l10n from '@vscode/l10n';
import { type TargetFormat, targetNames } from '../../common/generated/targets.ts';
import type { ToolId } from '../../common/generated/tools.ts';
import { own } from '../../common/guards.ts';
import { foreignKeyFor } from '../config/dialects.ts';
import { allTools } from '../tools/all-tools.ts';
import { commandLine } from '../tools/formats.ts';
import type { SourceFormat } from '../tools/source-format.ts';
import type { TargetTraits } from '../tools/target-format.ts';
import type { Tool } from '../tools/tool.ts';
import { commonKeys } from './common-keys.ts';
import { type KeyConverter, renameTo } from './key-converter.ts';
import { converterFor } from './key-facts.ts';

const byId: ReadonlyMap<ToolId, Tool> = new Map(allTools.map((tool) => [tool.id, tool]));

const usual: SourceFormat = {};

export function formatOf(id: ToolId): SourceFormat {
  return byId.get(id)?.source ?? usual;
}

/** Returns undefined for Oh My Pi. */
export function targetOf(to: TargetFormat = 'oh-my-pi'): TargetTraits | undefined {
  return byId.get(to)?.target;
}

/** Returns how servers are written as command lines. */
export const commandTarget = (): TargetTraits => commandLine.target;

/** Returns the reason if the tool skips servers with this name. Claude Code compares names without special characters. */
export function reservedReason(to: TargetFormat, name: string): string | undefined {
  const id = to === 'command' ? 'claude-code' : to;
  const reserved = byId.get(id)?.agent?.names.reserved ?? [];
  const plain = (text: string): string => text.replace(/[^\w-]/g, '_');
  if (!reserved.some((each) => plain(each) === plain(name))) return undefined;
  return l10n.t('{0} skips servers with this name', targetNames[id]);
}

/** Returns how a key of a tool is converted; undefined if the key is unknown. */
export function converterOf(id: ToolId, key: string): KeyConverter | undefined {
  const { keys = {}, extends: base } = formatOf(id);
  const fact = own(keys, key) ?? own((base && formatOf(base).keys) ?? {}, key);
  if (fact !== undefined) return converterFor(fact);
  const { sameAs } = foreignKeyFor('server', key) ?? {};
  return own(commonKeys, key) ?? (sameAs === undefined ? undefined : renameTo(sameAs));
}
