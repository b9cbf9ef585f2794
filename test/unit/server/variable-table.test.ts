// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look
/** One fact about each form of a variable for each tool, and the same answer from diagnosis and conversion. */
import { expect, test } from 'vitest';
import { agents } from '../../../server/agents/all-agents.ts';
import type { TableSource } from '../../../server/agents/files/agent-files.ts';
import { ConfigDocument } from '../../../server/config/servers/document.ts';
import type { DefinedServer } from '../../../server/config/servers/source-file.ts';
import { inForm, type VariableForm, variablesOf } from '../../../server/config/variables/written-variables.ts';
import { toOwn } from '../../../server/convert/fields/variable-conversion.ts';
import { Remarks } from '../../../server/convert/remarks.ts';
import { neededVariables } from '../../../server/doctor/needed-variables.ts';
import { variablesOfTool } from '../../../server/tools/find-tool.ts';
import { variableResult } from '../../../server/tools/variable-facts.ts';

const forms: readonly VariableForm[] = ['braces', 'default', 'dollar', 'env', 'curly'];
const signs = { value: 'v', text: 't', unknown: '?', nothing: '-' } as const;

/** In `env` of the tool's own file, for `${X}`, `${X:-default}`, `$X`, `${env:X}`, `{env:X}`: v: its value; t: text; ?: not known. */
const table: Readonly<Record<string, string>> = {
  'oh-my-pi': 'vvttt',
  'claude-code': 'vvttt',
  vscode: 'tttvt',
  'copilot-cli': 'vvvtt',
  cursor: '???v?',
  codex: 'ttttt',
  'gemini-cli': 'vvvtt',
  opencode: 'tttvv',
  windsurf: '???v?',
  zed: 'ttttt',
  kiro: 'v????',
  junie: '?????',
  'qwen-code': 'vtvtt',
  grok: 'vvvtt',
  kilo: 'tttvv',
  amp: '?????',
  'roo-code': '???v?',
  'kimi-code': 'ttttt',
  trae: '?????',
  'visual-studio': '?????',
};

/** What a conversion to a format says that replaces `${X}` and `${X:-default}`. */
function conversionSays(id: (typeof agents)[number]['id'], text: string): string {
  const notes: string[] = [];
  const context = {
    dialect: id,
    to: id === 'claude-code' ? 'oh-my-pi' : 'claude-code',
    ownFile: true,
    remarks: new Remarks(),
  } as const;
  const own = toOwn(text, 'env.A', context, (note) => notes.push(note));
  const all = notes.join(' ');
  if (all.includes("isn't known whether")) return '?';
  if (all.includes('as text')) return 't';
  return own === text && !text.startsWith('${TOKEN') ? 't' : 'v';
}

test.each(agents.map((agent) => [agent.id, agent] as const))('%s', (id, agent) => {
  const facts = variablesOfTool(id);
  const fact = forms.map((form) =>
    variablesOf(inForm(form, 'TOKEN')).map((each) => signs[variableResult(facts, 'env', each)]),
  );
  expect(fact.join('')).toBe(table[id]);
  const source = { layout: 'own', file: { variables: facts } } as unknown as TableSource;
  const diagnosed = forms.map((form, index) => {
    const text = JSON.stringify({ mcpServers: { a: { command: 'x', env: { A: inForm(form, 'TOKEN') } } } });
    const [entry] = new ConfigDocument(text).liveServers;
    const [needed] = entry === undefined ? [] : neededVariables(agent, { source } as unknown as DefinedServer, entry);
    // A default and a text without braces need no variable.
    const needsNone = form === 'default' || form === 'dollar';
    return needed === undefined && needsNone ? fact[index] : needed && signs[needed.gets];
  });
  expect(diagnosed.join('')).toBe(table[id]);
  const converted = forms.map((form, index) => {
    const answer = conversionSays(id, inForm(form, 'TOKEN'));
    // A dollar sign before a word can be any text, so it's named only if it's a variable for sure.
    return form === 'dollar' && fact[index]?.[0] === '?' && answer === 't' ? '?' : answer;
  });
  expect(converted.join('')).toBe(table[id]);
});

test('a dollar sign before the variable of a tool stays before its value', () => {
  const notes: string[] = [];
  const context = { dialect: 'opencode', to: 'claude-code', remarks: new Remarks() } as const;
  expect(toOwn('${env:TOKEN}', 'env.A', context, (note) => notes.push(note))).toBe('$${TOKEN}');
  expect(notes).toEqual(['In OpenCode, a dollar sign is before the value of ${env:TOKEN}. It stays.']);
});
