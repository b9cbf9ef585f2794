/** Names of servers that Claude Code reserves for its own. It skips others with such a name (facts/readers.md, 1.4). */
export const reservedByClaudeCode: readonly string[] = [
  'workspace',
  'Claude Preview',
  'Claude Browser',
  'claude-in-chrome',
  'Claude in Chrome',
  'computer-use',
  'claude-device',
  'hearthbot',
  'remote-devices',
  'claude_ai',
  'ccr-email',
  'webagent',
  'claude-code-remote',
  'Slack sign-in (Claude Code tag)',
  '__proto__',
];
