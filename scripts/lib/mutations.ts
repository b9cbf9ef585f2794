/** Small wrong edits of TypeScript: what a test should notice. */
import ts from 'typescript';

export interface Mutant {
  /** Path from the root. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
}

const { SyntaxKind } = ts;

const operators: ReadonlyMap<ts.SyntaxKind, readonly string[]> = new Map([
  [SyntaxKind.EqualsEqualsEqualsToken, ['!==']],
  [SyntaxKind.ExclamationEqualsEqualsToken, ['===']],
  [SyntaxKind.LessThanToken, ['<=', '>=']],
  [SyntaxKind.GreaterThanToken, ['>=', '<=']],
  [SyntaxKind.LessThanEqualsToken, ['<', '>']],
  [SyntaxKind.GreaterThanEqualsToken, ['>', '<']],
  [SyntaxKind.AmpersandAmpersandToken, ['||']],
  [SyntaxKind.BarBarToken, ['&&']],
  [SyntaxKind.PlusToken, ['-']],
  [SyntaxKind.MinusToken, ['+']],
  [SyntaxKind.AsteriskToken, ['/']],
  [SyntaxKind.SlashToken, ['*']],
]);

/** Returns all mutants of a file, in the order of the text. */
export function mutantsIn(file: string, text: string): readonly Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const mutants: Mutant[] = [];
  const add = (node: ts.Node, ...replacements: readonly string[]): void => {
    const start = node.getStart();
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    const place = { file, line, start, end: node.end, before: node.getText() };
    for (const after of replacements) mutants.push({ ...place, after });
  };
  const negate = (condition: ts.Expression): void => {
    // Another operator does the same.
    const isEquality = ts.isBinaryExpression(condition) && /^[!=]==$/.test(condition.operatorToken.getText());
    if (!isEquality) add(condition, `!(${condition.getText()})`);
  };
  const visit = (node: ts.Node): void => {
    if (isOutside(node)) return;
    if (ts.isIfStatement(node)) {
      negate(node.expression);
      if (node.elseStatement === undefined && leaves(node.thenStatement)) add(node, ';');
    } else if (ts.isConditionalExpression(node)) negate(node.condition);
    else if (ts.isBinaryExpression(node)) {
      const { left, operatorToken, right } = node;
      add(operatorToken, ...(operators.get(operatorToken.kind) ?? []));
      if (operatorToken.kind === SyntaxKind.QuestionQuestionToken) add(node, left.getText(), right.getText());
    } else if (node.kind === SyntaxKind.TrueKeyword) add(node, 'false');
    else if (node.kind === SyntaxKind.FalseKeyword) add(node, 'true');
    else if (ts.isExpressionStatement(node) && isCall(node.expression)) add(node, ';');
    else if (ts.isStringLiteral(node) && node.text !== '' && isValue(node)) add(node, `''`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return mutants;
}

/** True for types, imports, and what is logged. */
function isOutside(node: ts.Node): boolean {
  if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true;
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  const called = calledIn(ts.isExpressionStatement(node) ? node.expression : node);
  return called.startsWith('log()') || called === 'import';
}

/** False for names, and for texts that people read: other tests hold their wording. */
function isValue(node: ts.StringLiteral): boolean {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)) return parent.name !== node;
  return calledIn(parent) !== 'l10n.t' || (ts.isCallExpression(parent) && parent.arguments[0] !== node);
}

/** Returns the text of what is called; an empty one for other nodes. */
function calledIn(node: ts.Node): string {
  return ts.isCallExpression(node) ? node.expression.getText() : '';
}

/** True for a statement that ends the function or the turn of a loop. */
function leaves(node: ts.Statement): boolean {
  if (ts.isBlock(node)) return node.statements.length === 1 && node.statements.every(leaves);
  return [ts.isReturnStatement, ts.isThrowStatement, ts.isContinueStatement, ts.isBreakStatement].some((is) =>
    is(node),
  );
}

function isCall(node: ts.Expression): boolean {
  if (ts.isAwaitExpression(node) || ts.isVoidExpression(node)) return isCall(node.expression);
  return ts.isCallExpression(node) && node.expression.kind !== SyntaxKind.SuperKeyword;
}
