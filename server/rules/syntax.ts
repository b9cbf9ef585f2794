/** Text that is not strict JSON. */
import * as l10n from '@vscode/l10n';
import { codePointName } from '../../common/invisible-characters.ts';
import type { Fault, FaultKind } from '../config/fault.ts';
import { curlyQuote, shownText, straightQuotes, syntaxFixes } from '../fixes/syntax-fixes.ts';
import { nothingKnown } from './context.ts';
import { quote } from './message-text.ts';
import { fileIsSkipped } from './readers-meant.ts';
import { type DocumentRule, type RuleDocs, relatedTo } from './rule.ts';

type Sentence = (text: string) => string;

function rule(code: string, kinds: Partial<Record<FaultKind, Sentence>>, docs: RuleDocs): DocumentRule {
  return {
    code,
    severity: 'error',
    docs,
    check(document, report, context) {
      const { text, faults } = document;
      const skipped = (kind?: FaultKind) => fileIsSkipped(context, kind);
      const first = faults.find(({ kind }) => kind !== 'comment');
      if (first !== undefined && isYaml(text, first)) {
        if (code === invalidJson)
          report(first, l10n.t('Expected JSON, got YAML. Write the file as JSON. {0}', skipped()));
        return;
      }
      if (first !== undefined && isToml(text)) {
        if (code === invalidJson)
          report(first, l10n.t('Expected JSON, got TOML. Write the file as JSON. {0}', skipped()));
        return;
      }
      let curly = false;
      for (const fault of faults) {
        const say = kinds[fault.kind];
        if (say === undefined) continue;
        if (isCurly(text, fault)) {
          // Reports all curly quotes once, because they usually come from the same paste.
          if (!curly)
            report(
              fault,
              l10n.t("Curly quotes aren't valid in JSON. Use straight double quotes. {0}", skipped()),
              straightQuotes,
            );
          curly = true;
          continue;
        }
        const related = fault.effect && relatedTo(fault.effect, l10n.t('With it, the object ends before this text.'));
        report(
          fault,
          l10n.t('{0}. {1}', say(faultyText(document.text, fault)), skipped(fault.kind)),
          (whole) => syntaxFixes(whole, fault),
          related,
        );
      }
    },
  };
}

const invalidJson = 'json-syntax';

/** True for `key:` instead of the top-level object. Reported once, regardless of the faults on the lines after it. */
function isYaml(text: string, first: Fault): boolean {
  if (first.kind !== 'bad-value' && first.kind !== 'bad-number') return false;
  const start = text.slice(0, first.offset).replace(/#[^\r\n]*/g, '');
  return (
    start.trim() === '' && /^(?:---[ \t]*\r?\n|#[^\r\n]*\r?\n|\s)*[\w$.-]+[ \t]*:(?:\s|$)/.test(text.slice(0, 2000))
  );
}

/** True for a table of TOML, as Codex has it. */
const isToml = (text: string): boolean => /^\s*\[\[?mcp_servers\b/.test(text);

/** True for a word in typographic quotes, or for a part of quoted text that contains blanks. */
function isCurly(text: string, { offset, length }: Fault): boolean {
  return curlyQuote.test(text[offset] ?? '') || curlyQuote.test(text[offset + length - 1] ?? '');
}

/** Returns the faulty text in double quotes, with secrets masked; a JSON string keeps its own quotes. */
function faultyText(text: string, fault: Fault): string {
  if (fault.kind === 'odd-space') return `"${text.charAt(fault.offset)}"`;
  const written = shownText(text, fault);
  return /^"[^"\\\p{Cc}]{1,60}"$/u.test(written) ? written : quote(written);
}

function oddSpaceMessage(quoted: string): string {
  const character = quoted.slice(1, -1);
  const name = codePointName(character);
  if (character === '\u00a0')
    return l10n.t("JSON doesn't allow no-break spaces ({0}) between values. Use spaces", name);
  if (character === '\ufeff') return l10n.t("JSON doesn't allow a byte order mark ({0}) here. Remove it", name);
  return l10n.t("JSON doesn't allow the character {0} between values. Use spaces", name);
}

const server = '{"mcpServers": {"docs": {"command": "docs-server"}}}';

export const binaryCode = 'json-binary';

/** Returns the message of `json-binary` for a file that can't be decoded. */
export function encodingMessage(isUtf16: boolean): string {
  const problem = isUtf16
    ? l10n.t('The file is UTF-16, as the operator ">" of Windows PowerShell writes it')
    : l10n.t("The file isn't UTF-8. It may be in an older encoding, such as Latin-1");
  return l10n.t('{0}. Save it as UTF-8. {1}', problem, fileIsSkipped(nothingKnown));
}

export const syntaxRules: readonly DocumentRule[] = [
  rule(
    'json-empty',
    { empty: () => l10n.t('The file is empty. Write at least {}') },
    { title: 'Empty file', why: 'An empty file is not JSON. The smallest config file is {}.', wrong: '', right: '{}' },
  ),
  rule(
    binaryCode,
    { binary: () => l10n.t('The file contains a NUL character, so it may be UTF-16. Save it as UTF-8 text') },
    {
      title: 'Not a text file',
      why: 'A NUL character indicates binary data or UTF-16. Config files must be UTF-8 text.',
      wrong: '{\0}',
      right: '{}',
    },
  ),
  rule(
    'json-byte-order-mark',
    { 'byte-order-mark': () => l10n.t('The file starts with a byte order mark (BOM). Save it as UTF-8 without BOM') },
    {
      title: 'Byte order mark',
      why: 'JSON text must not start with a byte order mark (RFC 8259, section 8.1), and strict parsers reject it.',
      wrong: '\uFEFF{}',
      right: '{}',
    },
  ),
  rule(
    'json-comment',
    { comment: () => l10n.t("JSON doesn't allow comments. Remove the comment") },
    {
      title: 'Comment',
      why: 'Many editors allow comments in files with this name, but Oh My Pi reads strict JSON.',
      wrong: `// our servers\n${server}`,
      right: server,
    },
  ),
  rule(
    'json-trailing-comma',
    { 'trailing-comma': () => l10n.t("JSON doesn't allow trailing commas. Remove the comma") },
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
      unclosed: (text) =>
        text === '"["' ? l10n.t('Missing closing bracket "]"') : l10n.t('Missing closing brace "}"'),
      'unterminated-string': () => l10n.t('Missing closing quote'),
    },
    {
      title: 'Missing closing bracket or quote',
      why: 'A closing bracket or quote is missing, or the file is truncated.',
      wrong: '{"mcpServers": {"docs": {"command": "docs-server"}}',
      right: server,
    },
  ),
  rule(
    invalidJson,
    {
      'missing-comma': (text) => l10n.t('Missing comma before {0}', text),
      'missing-colon': (text) => l10n.t('Missing colon after {0}', text),
      'missing-value': (text) =>
        text === '","' ? l10n.t('Unexpected comma. Remove it') : l10n.t('Missing value after {0}', text),
      'bad-key': () => l10n.t('Property names must be in double quotes'),
      'bad-value': (text) =>
        l10n.t('Invalid value {0}. Use a string in double quotes, a number, true, false, or null', text),
      'bad-number': (text) => l10n.t('Invalid number {0}. Use a format such as 3000 or 0.5', text),
      'bad-string': () => l10n.t('Invalid escape or control character in string. Use \\\\ for a backslash'),
      'single-quotes': () => l10n.t('Strings must be in double quotes. Replace the single quotes'),
      unexpected: (text) => l10n.t('Unexpected {0}. Remove it', text),
      'too-deep': () => l10n.t('Values are nested too deeply to be read. Reduce the nesting'),
      'after-the-end': (text) =>
        l10n.t('Unexpected {0} after the end of the object. Check the brackets before it', text),
      'extra-bracket': (text) =>
        text === '"}"' || text === '"]"'
          ? l10n.t('One closing bracket {0} too many. Remove it', text)
          : l10n.t('Closing brackets {0} too many. Remove them', text),
      'second-object': () => l10n.t('A second object starts here, but a file has only one. Merge the two'),
      'missing-braces': (text) =>
        l10n.t('The braces around the property {0} are missing. Enclose the text in {…}', text),
      'odd-space': (text) => oddSpaceMessage(text),
      'markdown-fence': () => l10n.t('The text is inside a Markdown code block. Remove the lines around the object'),
      'merge-conflict': () => l10n.t('The file has an unresolved merge conflict. Resolve it and remove the markers'),
      'link-as-text': (text) =>
        l10n.t(
          'The file contains only the path {0}, as Git writes a symbolic link where links aren\'t supported. Turn on "core.symlinks" and check out the file again, or copy the content of the target',
          text,
        ),
    },
    {
      title: 'Invalid JSON',
      why: "The text at this position isn't valid JSON.",
      wrong: '{"mcpServers": {"docs": {"command": "docs-server" "args": []}}}',
      right: '{"mcpServers": {"docs": {"command": "docs-server", "args": []}}}',
    },
  ),
];
