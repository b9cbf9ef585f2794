/**
 * Rejects regular expressions that backtrack: `recheck` analyzes every literal and every built expression of the
 * product. Prints where each one is, and a text that makes it slow. Part of `npm run check`.
 *
 * Allowed are only expressions for short texts. The line above them says why: `// Backtracking is bounded: <reason>`.
 *
 * An analysis takes up to four seconds, and its result never changes. So `linear-expressions.txt` has the hashes of the
 * expressions that are linear, and only new ones are analyzed. `--write` writes it (`npm run expressions`); otherwise, it
 * must be up to date. `--all` analyzes all expressions: nightly, before a release.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import ts from 'typescript';
import { readText, root } from './lib/repository.ts';

interface Expression {
  /** `file:line` of each place. */
  readonly places: string[];
  readonly source: string;
  readonly flags: string;
}

const BOUNDED = /\/\/ Backtracking is bounded: \S/;
/** One hash per line, sorted. */
const knownFile = path.join(root, 'scripts/linear-expressions.txt');
const analyzer: string = createRequire(import.meta.url)('recheck/package.json').version;

const found = new Map<string, Expression>();
const problems: string[] = [];

function add(place: string, source: string, flags: string): void {
  const key = `/${source}/${flags}`;
  const expression = found.get(key) ?? { places: [], source, flags };
  found.set(key, expression);
  expression.places.push(place);
}

function collect(file: string): void {
  const text = readText(file);
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lines = text.split('\n');
  const visit = (node: ts.Node): void => {
    const line = parsed.getLineAndCharacterOfPosition(node.getStart()).line;
    const place = `${file}:${line + 1}`;
    const isBounded = [line, line - 1].some((at) => BOUNDED.test(lines[at] ?? ''));
    if (!isBounded && ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      add(place, node.text.slice(1, end), node.text.slice(end + 1));
    }
    if (!isBounded && ts.isNewExpression(node) && node.expression.getText() === 'RegExp') {
      const [pattern, flags] = node.arguments ?? [];
      const source = pattern && builtText(pattern, parsed);
      if (source === undefined) problems.push(`${place}: can't analyze ${node.getText().slice(0, 200)}`);
      else add(place, source, flags && ts.isStringLiteralLike(flags) ? flags.text : '');
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
}

/**
 * Returns the text that an expression is built from: literals, templates, constants of the same file, and `near(40)`
 * for a function that returns a template. A text from outside must be escaped by `escapePattern`; it stands for itself.
 */
function builtText(
  node: ts.Node,
  file: ts.SourceFile,
  parameters: ReadonlyMap<string, string> = new Map(),
): string | undefined {
  const value = (one: ts.Node): string | undefined => builtText(one, file, parameters);
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return node.text;
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return value(node.expression);
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'String.raw')
    return templateOf(node.template, true, value);
  if (ts.isTemplateExpression(node)) return templateOf(node, false, value);
  if (ts.isIdentifier(node)) {
    const initializer = constants(file).get(node.text);
    return parameters.get(node.text) ?? (initializer && value(initializer));
  }
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'source' && ts.isIdentifier(node.expression)) {
    const literal = constants(file).get(node.expression.text);
    return literal && ts.isRegularExpressionLiteral(literal)
      ? literal.text.slice(1, literal.text.lastIndexOf('/'))
      : undefined;
  }
  if (!ts.isCallExpression(node)) return undefined;
  if (node.expression.getText() === 'escapePattern') return 'escaped';
  const called = ts.isIdentifier(node.expression) ? constants(file).get(node.expression.text) : undefined;
  if (called === undefined || !ts.isArrowFunction(called)) return undefined;
  const given = called.parameters.map(
    ({ name }, at) => [name.getText(), value(node.arguments[at] ?? node) ?? ''] as const,
  );
  return builtText(called.body, file, new Map(given));
}

function templateOf(
  node: ts.TemplateLiteral,
  raw: boolean,
  value: (one: ts.Node) => string | undefined,
): string | undefined {
  const textOf = (part: ts.TemplateLiteralLikeNode): string => (raw ? (part.rawText ?? part.text) : part.text);
  if (ts.isNoSubstitutionTemplateLiteral(node)) return textOf(node);
  let text = textOf(node.head);
  for (const { expression, literal } of node.templateSpans) {
    const inside = value(expression);
    if (inside === undefined) return undefined;
    text += inside + textOf(literal);
  }
  return text;
}

const constants = (file: ts.SourceFile): ReadonlyMap<string, ts.Expression> =>
  new Map(
    file.statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => declarationList.declarations)
      .flatMap(({ name, initializer }) => (initializer ? [[name.getText(), initializer] as const] : [])),
  );

/**
 * The analyzer knows no set operations of the flag `v`. Sets match a single character, so any set does. A set that is
 * repeated 20 times or more is as ambiguous as one that is repeated twice, which takes a tenth of the time.
 */
const analyzable = (source: string): string =>
  source.replace(/\[\[.*?\]--\[.*?\]\]/g, '[a-z]').replace(/\]\{\d{2,},\}/g, ']{2,}');

/** Without limits of time, which a busy machine reaches. The limits of steps are those of the analyzer. */
const limits = { timeout: null, attackTimeout: null, incubationTimeout: null, seedingTimeout: null };

for (const file of globSync('{src,server,common}/**/*.ts', { cwd: root }).sort()) collect(file);
const before = readFileSync(knownFile, 'utf8');
const known = new Set(before.split('\n'));
const isAll = process.argv.includes('--all');
const waiting = [...found].filter(([key]) => isAll || !known.has(hashOf(key)));
const linear = new Set([...found.keys()].map(hashOf).filter((hash) => !isAll && known.has(hash)));
const { length: analyzed } = waiting;
if (analyzed > 0) await analyze(waiting);

const after = [...linear].sort().map((hash) => `${hash}\n`);
if (after.join('') !== before) {
  if (process.argv.includes('--write')) writeFileSync(knownFile, after.join(''));
  else problems.push("scripts/linear-expressions.txt isn't up to date. Run npm run expressions, and commit it.");
}
console.log(problems.join('\n'));
console.log(`${found.size} regular expressions, ${analyzed} analyzed, ${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);

/** Another version of the analyzer may have another result. */
function hashOf(key: string): string {
  return createHash('sha256').update(`${analyzer} ${key}`).digest('hex').slice(0, 16);
}

/** Adds expressions to the linear ones or to the problems. */
async function analyze(expressions: [string, Expression][]): Promise<void> {
  // Before the import: the variants for Java and without a binary are slower.
  process.env.RECHECK_BACKEND ??= 'native';
  const { check } = await import('recheck');
  const worker = async () => {
    for (let next = expressions.pop(); next; next = expressions.pop()) {
      const [key, { places, source, flags }] = next;
      const result = await check(analyzable(source), flags.replace('v', 'u'), limits);
      if (result.status === 'safe') linear.add(hashOf(key));
      else {
        const why = result.status === 'vulnerable' ? result.complexity.summary : result.error.kind;
        const attack = result.status === 'vulnerable' ? `\n  slow for ${result.attack.pattern}` : '';
        problems.push(`${places.join(', ')}: ${why}\n  ${key}${attack}`);
      }
    }
  };
  await Promise.all([worker(), worker()]);
}
