/** The formats of all tools. One that differs from the others in more than a line has a file of its own in `tools/`. */
import * as l10n from '@vscode/l10n';
import { type TargetFormat, targetNames } from '../../common/conversion.ts';
import { own } from '../../common/guards.ts';
import type { Dialect } from '../../common/tool-files.ts';
import { foreignKeyFor } from '../config/dialects.ts';
import { commonKeys, onlyDisabled, requestOptions, unsupported } from './common-keys.ts';
import { type KeyConverter, renameTo } from './key-converter.ts';
import type { TargetTraits } from './target-format.ts';
import type { ToolFormat } from './tool-format.ts';
import { antigravity } from './tools/antigravity.ts';
import { claudeCode, commandTarget } from './tools/claude-code.ts';
import { cline } from './tools/cline.ts';
import { codex } from './tools/codex.ts';
import { crush } from './tools/crush.ts';
import { cursor } from './tools/cursor.ts';
import { gemini, qwen } from './tools/gemini.ts';
import { goose } from './tools/goose.ts';
import { kilo, opencode } from './tools/opencode.ts';
import { pi } from './tools/pi.ts';
import { vscode } from './tools/vscode.ts';
import { warp } from './tools/warp.ts';
import { zed } from './tools/zed.ts';

/** A format that isn't in the table has no peculiarities. */
const formats: Readonly<Partial<Record<Dialect, ToolFormat>>> = {
  agent: { serversOnly: true },
  'agent-plugins': { serversOnly: true },
  'amazon-q': { serversOnly: true, keys: onlyDisabled },
  antigravity,
  'claude-code': claudeCode,
  'claude-desktop': { noVariables: true },
  cline,
  codex,
  command: { target: commandTarget },
  copilot: { serversOnly: true, keys: { requestInit: requestOptions } },
  crush,
  cursor,
  devin: { serversOnly: true },
  factory: { serversOnly: true, keys: onlyDisabled },
  gemini,
  goose,
  junie: { serversOnly: true, noVariables: true },
  kilo,
  kiro: { serversOnly: true, keys: onlyDisabled },
  'lm-studio': { extends: 'cursor', serversOnly: true },
  mcpb: { keys: { platform_overrides: unsupported('host') } },
  opencode,
  pi,
  qwen,
  vscode,
  warp,
  windsurf: { serversOnly: true, keys: onlyDisabled },
  zed,
};

const usual: ToolFormat = {};

export function formatOf(dialect: Dialect): ToolFormat {
  return formats[dialect] ?? usual;
}

/** Returns undefined for the agent. */
export function targetOf(to: TargetFormat = 'agent'): TargetTraits | undefined {
  return formatOf(to).target;
}

/** Returns the reason if the tool skips servers with this name. Claude Code compares names without special characters. */
export function reservedReason(to: TargetFormat, name: string): string | undefined {
  const { reserved = [] } = targetOf(to) ?? {};
  const plain = (text: string): string => text.replace(/[^\w-]/g, '_');
  if (!reserved.some((each) => plain(each) === plain(name))) return undefined;
  return l10n.t('{0} skips servers with this name', targetNames[to === 'command' ? 'claude-code' : to]);
}

/** Returns how a key of a tool is converted; undefined if the key is unknown. */
export function converterOf(dialect: Dialect, key: string): KeyConverter | undefined {
  const { keys = {}, extends: base } = formatOf(dialect);
  const ofBase = (base && formatOf(base).keys) ?? {};
  const { sameAs } = foreignKeyFor('server', key) ?? {};
  return (
    own(keys, key) ?? own(ofBase, key) ?? own(commonKeys, key) ?? (sameAs === undefined ? undefined : renameTo(sameAs))
  );
}
