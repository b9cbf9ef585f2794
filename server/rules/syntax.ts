/** Text that is not strict JSON. */
import * as l10n from '@vscode/l10n';
import type { FaultKind } from '../config/text/fault.ts';
import { faultText, isCurly, isTomlText, isYamlText } from '../config/text/fault-text.ts';
import { straightQuotes, syntaxFixes } from '../fixes/syntax-fixes.ts';
import { nothingKnown } from './context.ts';
import { fileIsSkipped } from './readers-meant.ts';
import { type DocumentRule, type RuleDocs, relatedTo } from './rule.ts';

function rule(code: string, kinds: readonly FaultKind[], docs: RuleDocs): DocumentRule {
  return {
    code,
    severity: 'error',
    docs,
    check(document, report, context) {
      const { text, faults } = document;
      const skipped = (kind?: FaultKind) => fileIsSkipped(context, kind);
      const first = faults.find(({ kind }) => kind !== 'comment');
      if (first !== undefined && isYamlText(text, first)) {
        if (code === invalidJson)
          report(first, l10n.t('Expected JSON, got YAML. Write the file as JSON. {0}', skipped()));
        return;
      }
      if (first !== undefined && isTomlText(text)) {
        if (code === invalidJson)
          report(first, l10n.t('Expected JSON, got TOML. Write the file as JSON. {0}', skipped()));
        return;
      }
      let curly = false;
      for (const fault of faults) {
        if (!kinds.includes(fault.kind)) continue;
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
          l10n.t('{0}. {1}', faultText(text, fault), skipped(fault.kind)),
          (whole) => syntaxFixes(whole, fault),
          related,
        );
      }
    },
  };
}

const invalidJson = 'json-syntax';

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
  rule('json-empty', ['empty'], {
    title: 'Empty file',
    why: 'An empty file is not JSON. The smallest config file is {}.',
    wrong: '',
    right: '{}',
  }),
  rule(binaryCode, ['binary'], {
    title: 'Not a text file',
    why: 'A NUL character indicates binary data or UTF-16. Config files must be UTF-8 text.',
    wrong: '{\0}',
    right: '{}',
  }),
  rule('json-byte-order-mark', ['byte-order-mark'], {
    title: 'Byte order mark',
    why: 'JSON text must not start with a byte order mark (RFC 8259, section 8.1), and strict parsers reject it.',
    wrong: '\uFEFF{}',
    right: '{}',
  }),
  rule('json-comment', ['comment'], {
    title: 'Comment',
    why: 'Many editors allow comments in files with this name, but Oh My Pi reads strict JSON.',
    wrong: `// our servers\n${server}`,
    right: server,
  }),
  rule('json-trailing-comma', ['trailing-comma'], {
    title: 'Trailing comma',
    why: 'Many editors allow a comma before a closing bracket, but Oh My Pi reads strict JSON.',
    wrong: '{"mcpServers": {"docs": {"command": "docs-server"},}}',
    right: server,
  }),
  rule('json-unclosed', ['unclosed', 'unterminated-string'], {
    title: 'Missing closing bracket or quote',
    why: 'A closing bracket or quote is missing, or the file is truncated.',
    wrong: '{"mcpServers": {"docs": {"command": "docs-server"}}',
    right: server,
  }),
  rule(
    invalidJson,
    [
      'missing-comma',
      'missing-colon',
      'missing-value',
      'bad-key',
      'bad-value',
      'bad-number',
      'bad-string',
      'single-quotes',
      'unexpected',
      'too-deep',
      'after-the-end',
      'extra-bracket',
      'second-object',
      'missing-braces',
      'odd-space',
      'markdown-fence',
      'merge-conflict',
      'link-as-text',
    ],
    {
      title: 'Invalid JSON',
      why: "The text at this position isn't valid JSON.",
      wrong: '{"mcpServers": {"docs": {"command": "docs-server" "args": []}}}',
      right: '{"mcpServers": {"docs": {"command": "docs-server", "args": []}}}',
    },
  ),
];
