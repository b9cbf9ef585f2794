/** What a check leaves out, and why. */
import { expect, test } from 'vitest';
import { ConfigDocument } from '../../../server/config/servers/document.ts';
import { check } from '../../../server/rules/check.ts';
import type { RuleContext } from '../../../server/rules/context.ts';

const reasons = (text: string, context?: RuleContext) =>
  check(new ConfigDocument(text), context).omitted.map(({ problem, why }) => `${problem.code}: ${why}`);

test('leaves out nothing in a file of the format', () => {
  expect(reasons('{"mcpServers": {"a": {"comand": "x"}}}')).toEqual([]);
});

test('leaves out what a syntax error may cause', () => {
  expect(reasons('{"mcpServers": {"a": {"comand": "x", "timeout": 1s}}}')).toEqual(['unknown-key: syntaxError']);
});

test("leaves out what isn't a mistake in the format of another tool", () => {
  const text = '{"mcpServers": {"a": {"command": "x", "disabled": true}}}';
  expect(reasons(text, { level: 'foreign', tool: 'Cline' })).toEqual(['foreign-key: format']);
});
