/** Text that is not strict JSON. */
import type { Fault, FaultKind } from '../config/fault.ts';
import { syntaxFixes } from '../fixes/syntax.ts';
import type { RuleDocs, SyntaxRule } from './rule.ts';
import { fileIsSkipped, quote } from './words.ts';

type Sentence = (text: string) => string;

function rule(code: string, kinds: Partial<Record<FaultKind, Sentence>>, docs: RuleDocs): SyntaxRule {
  return {
    kind: 'syntax',
    code,
    severity: 'error',
    docs,
    check(document, report) {
      for (const fault of document.faults) {
        const say = kinds[fault.kind];
        if (say === undefined) continue;
        report(fault, `${say(textOf(document.text, fault))}. ${fileIsSkipped}`, {
          fixes: (whole) => syntaxFixes(whole, fault),
        });
      }
    },
  };
}

/** The text at fault in double quotes; a JSON string keeps its own. */
function textOf(text: string, fault: Fault): string {
  const written = text.slice(fault.offset, fault.offset + Math.min(fault.length, 100));
  return /^"[^"\\\p{Cc}]{1,60}"$/u.test(written) ? written : quote(written);
}

const server = '{"mcpServers": {"docs": {"command": "docs-server"}}}';

export const syntaxRules: readonly SyntaxRule[] = [
  rule(
    'json-empty',
    { empty: () => 'The file is empty. Write at least {}' },
    { title: 'Empty file', why: 'An empty file is not JSON. The smallest config file is {}.', wrong: '', right: '{}' },
  ),
  rule(
    'json-binary',
    { binary: () => 'The file contains a NUL character. Save it as UTF-8 text' },
    {
      title: 'Not a text file',
      why: 'A NUL character indicates binary data or UTF-16. Config files must be UTF-8 text.',
      wrong: '{\0}',
      right: '{}',
    },
  ),
  rule(
    'json-byte-order-mark',
    { 'byte-order-mark': () => 'The file starts with a byte order mark (BOM). Save it as UTF-8 without BOM' },
    {
      title: 'Byte order mark',
      why: 'JSON text must not start with a byte order mark (RFC 8259, section 8.1), and strict parsers reject it.',
      wrong: '\uFEFF{}',
      right: '{}',
    },
  ),
  rule(
    'json-comment',
    { comment: () => "JSON doesn't allow comments. Remove the comment" },
    {
      title: 'Comment',
      why: 'Many editors allow comments in files with this name, but Oh My Pi reads strict JSON.',
      wrong: `// our servers\n${server}`,
      right: server,
    },
  ),
  rule(
    'json-trailing-comma',
    { 'trailing-comma': () => "JSON doesn't allow trailing commas. Remove the comma" },
    {
      title: 'Trailing comma',
      why: 'Many editors allow a comma before a closing bracket, but Oh My Pi reads strict JSON.',
      wrong: '{"mcpServers": {"docs": {"command": "docs-server"},}}',
      right: server,
    },
  ),
  rule(
    'json-unclosed',
    {
      unclosed: (text) => `Missing closing ${text === '"["' ? 'bracket "]"' : 'brace "}"'}`,
      'unterminated-string': () => 'Missing closing quote',
    },
    {
      title: 'Missing closing bracket or quote',
      why: 'A closing bracket or quote is missing, or the file is truncated.',
      wrong: '{"mcpServers": {"docs": {"command": "docs-server"}}',
      right: server,
    },
  ),
  rule(
    'json-syntax',
    {
      'missing-comma': (text) => `Missing comma before ${text}`,
      'missing-colon': (text) => `Missing colon after ${text}`,
      'missing-value': (text) => (text === '","' ? 'Unexpected comma. Remove it' : `Missing value after ${text}`),
      'bad-key': () => 'Property names must be in double quotes',
      'bad-value': (text) => `Invalid value ${text}. Use a string in double quotes, a number, true, false, or null`,
      'bad-number': (text) => `Invalid number ${text}. Use a format such as 3000 or 0.5`,
      'bad-string': () => 'Invalid escape or control character in string. Use \\\\ for a backslash',
      'single-quotes': () => 'Strings must be in double quotes. Replace the single quotes',
      unexpected: (text) => `Unexpected ${text}. Remove it`,
      'too-deep': () => 'Values are nested too deeply to be read. Reduce the nesting',
      'after-the-end': (text) => `Unexpected ${text} after the end of the object. Remove everything after the object`,
    },
    {
      title: 'Invalid JSON',
      why: "The text at this position isn't valid JSON.",
      wrong: '{"mcpServers": {"docs": {"command": "docs-server" "args": []}}}',
      right: '{"mcpServers": {"docs": {"command": "docs-server", "args": []}}}',
    },
  ),
];
