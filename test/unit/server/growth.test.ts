/**
 * Time grows linearly with the length of a file, not quadratically: compares all requests of an editor for a text and
 * for one four times as long. A ratio within the same process doesn't depend on the speed of the machine.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TemporaryFolder } from '../../temporary-folder.ts';
import { type Bundle, bundleServer } from './bundle.ts';
import { Editor } from './editor.ts';
import { askForEverything, largeDocuments } from './growth-probe.ts';

const size = 1000;
/** Shorter times are ignored, in milliseconds: the noise of a busy machine is larger than any growth. */
const floor = 150;
const tries = 6;
/** Resolution of processor time in milliseconds: a short time may be off by this much. */
const step = 10;

let bundle: Bundle;
beforeAll(async () => {
  bundle = bundleServer();
});
afterAll(() => bundle.remove());

/**
 * Returns requests that took more than six times as long for four times the text, in every attempt. Comparing the best
 * times instead would fail permanently after a single time that is too short by chance.
 */
async function grownTooMuch(editor: Editor, uri: string, make: (size: number) => string): Promise<readonly string[]> {
  // Warms up the code for this document. A shorter server would take longer: up to a length, it's checked for each fix.
  const first = await askForEverything(editor, uri, make(size));
  const base = Math.max(...Object.values(first)) > 3 * floor ? size / 2 : size;
  let suspects: ReadonlyMap<string, string> | undefined;
  for (let attempt = 0; attempt < tries; attempt++) {
    const short = new Map(Object.entries(await askForEverything(editor, uri, make(base))));
    const long = Object.entries(await askForEverything(editor, uri, make(4 * base)));
    const slow = long.flatMap(([name, time]): [string, string][] => {
      const before = short.get(name) ?? 0;
      return time > floor && time > 6 * (before + step) ? [[name, `${name}: ${before} → ${time} ms`]] : [];
    });
    suspects = new Map(slow.filter(([name]) => suspects?.has(name) ?? true));
    if (suspects.size === 0) return [];
  }
  return [...(suspects?.values() ?? [])];
}

describe('request time by document length', () => {
  const root = new TemporaryFolder('growth');
  let editor: Editor;
  // One server for all documents, because starting and warming up takes longer than most of them.
  beforeAll(async () => {
    editor = Editor.overStdio(bundle.script);
    await editor.start({
      capabilities: { textDocument: { diagnostic: {}, documentSymbol: { hierarchicalDocumentSymbolSupport: true } } },
      workspaceFolders: [{ uri: root.uri(''), name: 'project' }],
      initializationOptions: { home: root.path, trusted: true },
    });
  });
  afterAll(() => {
    editor.kill();
    root.remove();
  });

  test.each(Object.entries(largeDocuments))('grows linearly for %s', { timeout: 120_000 }, async (_name, make) => {
    expect(await grownTooMuch(editor, root.uri('.mcp.json'), make)).toEqual([]);
  });
});

test('opening a file does not check the files of other workspace folders', async () => {
  const root = new TemporaryFolder('workspace');
  const folders = Array.from({ length: 300 }, (_, i) => root.uri(`p${i}`));
  const editor = Editor.overStdio(bundle.script);
  await editor.start({
    workspaceFolders: folders.map((uri) => ({ uri, name: uri })),
    initializationOptions: { home: root.path, trusted: true },
  });
  const text = '{"mcpServers": {"a": {"comand": "x"}}}';
  for (const folder of folders) await editor.open(`${folder}/.mcp.json`, text);
  await editor.codes(`${folders.at(-1)}/.mcp.json`);
  // One publication per file: opening a file didn't cause checks of the others.
  expect(editor.published.length).toBe(folders.length);
  editor.kill();
  root.remove();
});
