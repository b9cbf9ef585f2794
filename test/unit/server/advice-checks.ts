/** Shared by the tests of rules beyond the spec: small files, and checks that a rule reports a place or doesn't. */
import { expect, test } from 'vitest';
import type { RuleContext } from '../../../server/rules/context.ts';
import { marked, problemsOf, server } from './support.ts';

export const stdio = '"command": "x"';
export const http = '"type": "http", "url": "https://example.com/mcp"';
export const args = (...words: string[]) => server(`{${stdio}, "args": [${words.join(', ')}]}`);
export const env = (name: string, value: string) => server(`{${stdio}, "env": {"${name}": ${value}}}`);
export const launch = (command: string, ...words: string[]) =>
  server(`{"command": "${command}", "args": [${words.join(', ')}]}`);
export const oauth = (fields: string) => server(`{${http}, "oauth": {${fields}}}`);

export type Said = readonly [code: string, text: string, message?: RegExp, context?: RuleContext];

/** Checks that the rule reports the marked place once. */
export function says(cases: readonly Said[]): void {
  test.each(cases.map((each) => [each[0], each[1], each] as const))('%s: %s', (_code, _text, each) => {
    const [code, text, message = /./, context] = each;
    const wanted = marked(text);
    const found = problemsOf(wanted.text, context).filter((problem) => problem.code === code);
    expect(found.map(({ offset, length }) => ({ offset, length }))).toEqual([
      { offset: wanted.offset, length: wanted.length },
    ]);
    expect(found[0]?.message).toMatch(message);
    expect(found[0]?.severity).not.toBe('error');
  });
}

/** Checks that the rule reports nothing. */
export function silent(cases: readonly (readonly [code: string, text: string, context?: RuleContext])[]): void {
  test.each(cases.map((each) => [each[0], each[1], each] as const))('%s is silent: %s', (_code, _text, each) => {
    const [code, text, context] = each;
    expect(problemsOf(text, context).filter((problem) => problem.code === code)).toEqual([]);
  });
}

export const project: RuleContext = { level: 'project' };
export const user: RuleContext = { level: 'user' };
