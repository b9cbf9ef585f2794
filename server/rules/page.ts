/** The documentation of all rules, made from the rules themselves: `docs/rules.md`, and the links into it. */
import { ConfigDocument } from '../config/document.ts';
import { crossRules } from './cross-index.ts';
import { checkDocument, rules } from './index.ts';
import type { Problem, RuleDocs } from './rule.ts';
import type { Severity } from './severity.ts';

/** What the page says of a rule. */
interface Described {
  readonly code: string;
  readonly severity: Severity;
  readonly docs: RuleDocs;
}

/** Every rule there is, in the order of the page. */
export const allRules: readonly Described[] = [...rules, ...crossRules];

interface Page {
  readonly text: string;
  /** The line of each rule's section by its code, counted from 1. */
  readonly lines: ReadonlyMap<string, number>;
}

const head = [
  '# Rules for tool-server config',
  '',
  'What Switchyard says about `mcp.json` and `.mcp.json`. Everything that the format rejects is an error; the other rules',
  'are about what the agent does with a file, about variables, security and other machines.',
  '',
  'Each rule can be given another severity, or be switched off, with the setting `switchyard.config.rules`:',
  '',
  '```json',
  '"switchyard.config.rules": { "unpinned-package": "warning", "legacy-sse": "off" }',
  '```',
  '',
  'Where a quick fix is marked _on save_, it cannot change what the file says; `source.fixAll.switchyard` makes all of',
  'these at once, also on every save (`editor.codeActionsOnSave`).',
  '',
  '<!-- Made by `npm run rules-doc` from server/rules. Change the rules, not this file. -->',
  '',
];

/** The whole page. The same rules always give the same bytes. */
export function rulesPage(): Page {
  const lines = new Map<string, number>();
  const page = [...head, '| rule | severity | what it is about |', '| --- | --- | --- |'];
  for (const { code, severity, docs } of allRules) page.push(`| [${code}](#${code}) | ${severity} | ${docs.title} |`);
  for (const rule of allRules) {
    page.push('');
    lines.set(rule.code, page.length + 1);
    page.push(...section(rule));
  }
  return { text: `${page.join('\n')}\n`, lines };
}

function section({ code, severity, docs }: Described): readonly string[] {
  const fixes = fixesFor(docs.wrong, docs.context);
  return [
    `## ${code}`,
    '',
    `**${docs.title}** (${severity})`,
    '',
    docs.why,
    '',
    'Wrong:',
    '',
    ...example(docs.wrong),
    '',
    'Right:',
    '',
    ...example(docs.right),
    ...(fixes.length === 0 ? [] : ['', 'Quick fixes:', '', ...fixes.map((fix) => `- ${fix}`)]),
  ];
}

function fixesFor(wrong: string, context: RuleDocs['context']): readonly string[] {
  const document = new ConfigDocument(wrong);
  const fixes = checkDocument(document, context).flatMap(({ fixes: make }: Problem) => make?.(document) ?? []);
  return fixes.map(({ title, safe }) => (safe === true ? `${title} _(on save)_` : title));
}

/** A file as a code block, on several lines where it is JSON; characters that cannot be seen are written out. */
function example(text: string): readonly string[] {
  const visible = text.replace(
    /[\0\uFEFF]/g,
    (character) => `U+${character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`,
  );
  return ['```jsonc', ...(visible === '' ? [] : visible.split('\n')), '```'];
}

let known: Page | undefined;

/**
 * The address of a rule's section. Editors open a file at a line and know no headings; on the web it is the other way
 * round.
 */
export function ruleLink(rulesUri: string, code: string): string {
  if (!rulesUri.startsWith('file:')) return `${rulesUri}#${code}`;
  known ??= rulesPage();
  const line = known.lines.get(code);
  return line === undefined ? rulesUri : `${rulesUri}#L${line}`;
}
