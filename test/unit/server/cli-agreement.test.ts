/** The command line agrees with the editor on real files, and its SARIF is valid by the schema of the standard. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Region, ReportedFinding } from '../../../server/cli/check/checked-file.ts';
import { runCommandLine } from '../../../server/cli/run.ts';
import { atLeast, corpus, corpusFolder } from '../../corpus.ts';
import { type Bundle, bundleServer } from './bundle.ts';
import { Editor } from './editor.ts';

/** Without those that the command line doesn't check. */
const files = corpus().filter(({ name }) => path.dirname(name) !== 'not-config');
const home = path.join(path.parse(process.cwd()).root, 'nobody');

interface FileReport {
  readonly file: string;
  readonly findings: readonly (Omit<ReportedFinding, 'region'> & Region)[];
}

async function checkCorpus(format: string, severity = 'hint'): Promise<string> {
  let out = '';
  const words = ['check', corpusFolder, '--format', format, '--severity', severity];
  await runCommandLine(words, {
    cwd: corpusFolder,
    home,
    version: '1.2.3',
    colors: false,
    out: (text) => {
      out += text;
    },
    error: (text) => {
      if (!/^not-config\/.*: not a config that Switchyard checks\.\n$/.test(text)) throw new Error(text);
    },
    stdin: () => Promise.reject(new Error('nothing is read')),
    write: () => Promise.reject(new Error('nothing is written')),
    schema: () => {
      throw new Error('not asked for');
    },
  });
  return out;
}

describe('on the corpus', () => {
  let bundled: Bundle | undefined;
  let editor: Editor | undefined;
  let report: readonly FileReport[] = [];
  beforeAll(async () => {
    report = JSON.parse(await checkCorpus('json')).files;
    bundled = bundleServer();
    editor = Editor.overStdio(bundled.script);
    await editor.start({
      capabilities: { textDocument: { publishDiagnostics: { relatedInformation: true } } },
      workspaceFolders: [{ uri: pathToFileURL(corpusFolder).href, name: 'corpus' }],
      initializationOptions: { home },
    });
  });
  afterAll(async () => {
    editor?.kill();
    await bundled?.remove();
  });

  test('the command line reports the same findings as the editor', async () => {
    expect(report.map(({ file }) => file)).toEqual(files.map(({ name }) => name.replaceAll(path.sep, '/')));
    const severities = ['error', 'warning', 'information', 'hint'];
    for (const { file, findings } of report) {
      const uri = pathToFileURL(path.join(corpusFolder, file)).href;
      await editor?.open(uri, readFileSync(path.join(corpusFolder, file), 'utf8'), 'mcp-config');
      await editor?.codes(uri, 1);
      const shown = editor?.published.findLast((params) => params.uri === uri)?.diagnostics ?? [];
      expect(
        findings.map(({ code, severity, message, line, column, endLine, endColumn }) => [
          code,
          severity,
          message,
          line,
          column,
          endLine,
          endColumn,
        ]),
        file,
      ).toEqual(
        shown.map(({ code, severity, message, range: { start, end } }) => [
          code,
          severities[(severity ?? 0) - 1],
          message,
          start.line + 1,
          start.character + 1,
          end.line + 1,
          end.character + 1,
        ]),
      );
    }
    expect(report.flatMap(({ findings }) => findings).length).toBeGreaterThan(atLeast(100, 40));
  });

  test.each(['information', 'warning', 'error'])('a minimum severity of %s only leaves findings out', async (least) => {
    const order = ['error', 'warning', 'information', 'hint'];
    const isReported = ({ severity }: FileReport['findings'][number]): boolean =>
      order.indexOf(severity) <= order.indexOf(least);
    const expected = report.map(({ file, findings }) => ({ file, findings: findings.filter(isReported) }));
    expect(JSON.parse(await checkCorpus('json', least)).files).toEqual(expected);
  });

  test('SARIF reports match the schema of SARIF 2.1.0', async () => {
    const sarif = JSON.parse(await checkCorpus('sarif'));
    const schema = JSON.parse(
      readFileSync(createRequire(import.meta.url).resolve('schemastore/schemas/json/sarif-2.1.0.json'), 'utf8'),
    );
    const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
    formats.default(ajv);
    const valid = ajv.compile(schema);
    expect(valid(sarif), JSON.stringify(valid.errors?.slice(0, 5), null, 2)).toBe(true);
    expect(valid({ ...sarif, runs: [{}] })).toBe(false);
    expect(sarif.runs[0].results.length).toBeGreaterThan(atLeast(100, 40));
    expect(sarif.runs[0].results.some((result: { fixes?: unknown[] }) => result.fixes !== undefined)).toBe(true);
  });
});
