/** Shared by the server's tests: our verdict on a text, and an independent one. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readText } from '../../../scripts/lib/repository.ts';
import { ConfigDocument } from '../../../server/config/servers/document.ts';
import { check } from '../../../server/rules/check.ts';
import type { RuleContext } from '../../../server/rules/context.ts';
import type { Problem } from '../../../server/rules/rule.ts';

export const schema: object = JSON.parse(readText('schemas/mcp.schema.json'));

const validate = new Ajv2020({ strict: true, keywords: ['enumDescriptions'] }).compile(schema);

/** Independent check: strict JSON, then ajv with the schema. */
export function obeysTheSpec(text: string): boolean {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return false;
  }
  return validate(value);
}

export function problemsOf(text: string, context?: RuleContext): readonly Problem[] {
  return check(new ConfigDocument(text), context).problems;
}

export function errorsOf(text: string): readonly Problem[] {
  return problemsOf(text).filter((problem) => problem.severity === 'error');
}

/** Returns a text without its «…» marks, and the range between them. */
export function marked(text: string): { text: string; offset: number; length: number } {
  const offset = text.indexOf('«');
  const end = text.indexOf('»');
  if (offset < 0 || end < offset) throw new Error(`No «mark» in ${text}`);
  return { text: text.replace('«', '').replace('»', ''), offset, length: end - offset - 1 };
}

/** Returns a text without `|`, which marks the cursor. */
export function withCursor(text: string): { text: string; offset: number } {
  const offset = text.indexOf('|');
  if (offset < 0) throw new Error(`No cursor in ${text}`);
  return { text: text.replace('|', ''), offset };
}

/** Returns a config file with one server, from the text of its value. */
export function server(value: string): string {
  return `{"mcpServers": {"docs": ${value}}}`;
}

/** Returns a config file with one server, from the text of its members. */
export function serverWith(members: string): string {
  return server(`{${members}}`);
}

/** Returns a config file with one server. */
export function fileWith(server: unknown, name = 'docs'): string {
  return JSON.stringify({ mcpServers: { [name]: server } });
}
