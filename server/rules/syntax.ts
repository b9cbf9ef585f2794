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
        report(fault, `${say(textOf(document.text, fault))}; ${fileIsSkipped}.`, {
          fixes: (whole) => syntaxFixes(whole, fault),
        });
      }
    },
  };
}

function textOf(text: string, fault: Fault): string {
  return quote(text.slice(fault.offset, fault.offset + Math.min(fault.length, 100)));
}

const server = '{"mcpServers": {"docs": {"command": "docs-server"}}}';

export const syntaxRules: readonly SyntaxRule[] = [
  rule(
    'json-empty',
    { empty: () => 'The file is empty: write at least {}' },
    { title: 'Empty file', why: 'An empty file is not JSON. The smallest config file is {}.', wrong: '', right: '{}' },
  ),
  rule(
    'json-binary',
    { binary: () => 'This is not a text file, it holds a NUL character: save it as UTF-8 text' },
    {
      title: 'Not a text file',
      why: 'A NUL character means binary data or UTF-16. A config file is UTF-8 text.',
      wrong: '{\0}',
      right: '{}',
    },
  ),
  rule(
    'json-byte-order-mark',
    { 'byte-order-mark': () => 'The file starts with a byte order mark: save it as UTF-8 without BOM' },
    {
      title: 'Byte order mark',
      why: 'JSON text does not start with a byte order mark (RFC 8259, section 8.1), and a strict parser stops at it.',
      wrong: '\uFEFF{}',
      right: '{}',
    },
  ),
  rule(
    'json-comment',
    { comment: () => 'JSON has no comments: remove this one' },
    {
      title: 'Comment',
      why: 'Editors often allow comments in files of this name; the agent does not.',
      wrong: `// our servers\n${server}`,
      right: server,
    },
  ),
  rule(
    'json-trailing-comma',
    { 'trailing-comma': () => 'JSON has no comma after the last item: remove this one' },
    {
      title: 'Trailing comma',
      why: 'Editors often allow a comma before a closing bracket; the agent does not.',
      wrong: '{"mcpServers": {"docs": {"command": "docs-server"},}}',
      right: server,
    },
  ),
  rule(
    'json-unclosed',
    {
      unclosed: (text) => `This ${text === '"["' ? 'bracket' : 'brace'} is never closed: add the closing one`,
      'unterminated-string': () => 'The closing quote of this string is missing: add it',
    },
    {
      title: 'Something is never closed',
      why: 'A bracket or quote is missing, or the file was cut off.',
      wrong: '{"mcpServers": {"docs": {"command": "docs-server"}}',
      right: server,
    },
  ),
  rule(
    'json-syntax',
    {
      'missing-comma': (text) => `A comma is missing before ${text}: add it`,
      'missing-colon': (text) => `A colon is missing after ${text}: add it`,
      'missing-value': (text) =>
        text === '","' ? 'Nothing stands before this comma: remove it' : `A value is missing after ${text}: add it`,
      'bad-key': (text) => `The key ${text} needs double quotes around it: add them`,
      'bad-value': (text) => `${text} is no JSON value: write a string in double quotes, a number, true, false or null`,
      'bad-number': (text) => `${text} is no JSON number: write it like 3000 or 0.5`,
      'bad-string': () =>
        'This string holds an escape or control character that JSON does not have: write \\\\ for a backslash',
      'single-quotes': () => 'JSON strings stand in double quotes: replace the single quotes',
      unexpected: (text) => `${text} does not belong here: remove it`,
      'too-deep': () => 'The values are nested too deeply to be read: remove the nesting',
      'after-the-end': (text) => `The file goes on with ${text} after its object has ended: remove what follows`,
    },
    {
      title: 'Not JSON',
      why: 'The text cannot be read as JSON at this place.',
      wrong: '{"mcpServers": {"docs": {"command": "docs-server" "args": []}}}',
      right: '{"mcpServers": {"docs": {"command": "docs-server", "args": []}}}',
    },
  ),
];
