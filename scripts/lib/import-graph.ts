/** Which unit tests reach a file through imports. */
import { globSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { readText, root } from './repository.ts';

/** Tests run these as processes (`test/unit/server/setup.ts`), and import nothing of them. */
const programs = ['server/main.ts', 'server/cli.ts'];
const runsPrograms = /\binject\('programs'\)|\bbundle(?:Cli|Server)\(\)/;

export class ImportGraph {
  /** The files that import a file, by its path. */
  readonly #importers = new Map<string, string[]>();

  /** @param files paths from the root; all by default */
  constructor(files: readonly string[] = globSync('{common,src,server,scripts,test}/**/*.ts', { cwd: root })) {
    for (const found of files) {
      const file = found.replaceAll(path.sep, '/');
      const text = readText(file);
      for (const imported of importsOf(file, text)) this.#add(imported, file);
      if (runsPrograms.test(text)) for (const program of programs) this.#add(program, file);
    }
  }

  #add(imported: string, importer: string): void {
    this.#importers.set(imported, [...(this.#importers.get(imported) ?? []), importer]);
  }

  /** Returns the unit tests that import a file, directly or not, those with the fewest files in between first. */
  testsOf(file: string): readonly string[] {
    // A set is iterated over what is added meanwhile, so this is a breadth-first search.
    const reached = new Set([file]);
    for (const one of reached) for (const importer of this.#importers.get(one) ?? []) reached.add(importer);
    return [...reached].filter((one) => /^test\/unit\/.*\.test\.ts$/.test(one));
  }
}

/** Returns the files of the repository that a file imports at run time. */
function importsOf(file: string, text: string): readonly string[] {
  const imports: string[] = [];
  const add = (specifier: ts.Node | undefined): void => {
    if (specifier && ts.isStringLiteralLike(specifier) && specifier.text.startsWith('.'))
      imports.push(path.posix.join(path.posix.dirname(file), specifier.text));
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && node.importClause?.isTypeOnly !== true) add(node.moduleSpecifier);
    if (ts.isExportDeclaration(node) && !node.isTypeOnly) add(node.moduleSpecifier);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) add(node.arguments[0]);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return imports;
}
