/** An entry of `mcpServers`: its name, and that it is an object. */
import { serverNameLimit, serverNamePattern, serverNameRule } from '../config/format.ts';
import { typeInWords } from '../config/json.ts';
import type { EntryRule } from './rule.ts';
import { fileWith, quote } from './words.ts';

const right = fileWith('{"command": "docs-server"}', 'my-docs');

/** A name close to the given one that the format allows; undefined when nothing of it is left. */
function allowedName(name: string): string | undefined {
  const cleaned = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^a-zA-Z0-9_.-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, serverNameLimit);
  return cleaned === '' ? undefined : cleaned;
}

function nameOf(character: string): string {
  if (character === ' ') return 'a space';
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `the character ${quote(character)}` : `the character U+${code}`;
}

export const serverName: EntryRule = {
  kind: 'entry',
  code: 'server-name',
  severity: 'error',
  docs: {
    title: 'Bad server name',
    why: `${serverNameRule} The names of the server's tools are made from it.`,
    wrong: fileWith('{"command": "docs-server"}', 'my docs'),
    right,
  },
  check({ key, name, value, damaged }, report) {
    // A key without a value is still being typed.
    if (damaged && value === undefined) return;
    if (serverNamePattern.test(name)) return;
    if (name === '') {
      report(key, 'The server has no name: write one of letters, digits, "_", "." and "-".');
      return;
    }
    const bad = Array.from(name).find((character) => !serverNamePattern.test(character));
    const better = allowedName(name);
    const remedy = better === undefined ? 'use letters, digits, "_", "." and "-"' : `call it ${quote(better)}`;
    if (bad !== undefined) report(key, `A server name cannot contain ${nameOf(bad)}: ${remedy}.`);
    else report(key, `The server name has ${name.length} characters, ${serverNameLimit} are allowed: shorten it.`);
  },
};

export const serverNotObject: EntryRule = {
  kind: 'entry',
  code: 'server-not-object',
  severity: 'error',
  docs: {
    title: 'Server is not an object',
    why: 'A server is described by an object with a command, or with a type and a url.',
    wrong: fileWith('"docs-server"', 'my-docs'),
    right,
  },
  check({ name, value, damaged }, report) {
    if (value === undefined || value.type === 'object' || damaged) return;
    report(value, `The server ${quote(name)} is ${typeInWords(value)}: write an object such as {"command": "…"}.`);
  },
};
