/** All tools. Their order is that of lists, and of tools whose files have the same name. Loaded on first use. */
import { amazonQ } from './amazon-q.ts';
import { amp } from './amp.ts';
import { antigravity } from './antigravity.ts';
import { claudeCode } from './claude-code.ts';
import { claudeDesktop } from './claude-desktop.ts';
import { cline } from './cline.ts';
import { codex } from './codex.ts';
import { continueDev } from './continue.ts';
import { copilotCli } from './copilot-cli.ts';
import { crush } from './crush.ts';
import { cursor } from './cursor.ts';
import { devin } from './devin.ts';
import { factory } from './factory.ts';
import { formats } from './formats.ts';
import { geminiCli } from './gemini-cli.ts';
import { goose } from './goose.ts';
import { grok } from './grok.ts';
import { junie } from './junie.ts';
import { kilo } from './kilo.ts';
import { kimiCode } from './kimi-code.ts';
import { kiro } from './kiro.ts';
import { lmStudio } from './lm-studio.ts';
import { ohMyPi } from './oh-my-pi.ts';
import { opencode } from './opencode.ts';
import { pi } from './pi.ts';
import { qwenCode } from './qwen-code.ts';
import { rooCode } from './roo-code.ts';
import type { Tool } from './tool.ts';
import { trae } from './trae.ts';
import { visualStudio } from './visual-studio.ts';
import { vscode } from './vscode.ts';
import { warp } from './warp.ts';
import { windsurf } from './windsurf.ts';
import { zed } from './zed.ts';

export const allTools: readonly Tool[] = [
  ohMyPi,
  claudeCode,
  vscode,
  copilotCli,
  cursor,
  codex,
  geminiCli,
  opencode,
  windsurf,
  claudeDesktop,
  cline,
  zed,
  continueDev,
  kiro,
  junie,
  qwenCode,
  grok,
  kilo,
  antigravity,
  pi,
  devin,
  warp,
  lmStudio,
  amp,
  goose,
  crush,
  amazonQ,
  factory,
  rooCode,
  kimiCode,
  trae,
  visualStudio,
  ...formats,
];
