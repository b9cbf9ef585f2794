/**
 * Editing large config files: ours against vscode-json-languageservice with the same schema, both in this process, in
 * turn. Ours has every rule on, the precedence over all files and the look at the machine among them.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { getLanguageService, type JSONSchema, type LanguageService } from 'vscode-json-languageservice';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { defaultFolders } from '../../common/config-place.ts';
import { generateConfig } from '../../scripts/generate-config.ts';
import { configMemory } from './config-memory.ts';
import { configOf } from './server-start.ts';

interface Row {
  readonly what: string;
  readonly figure: string;
  readonly bar: string;
  readonly met: boolean;
}

const uri = 'file:///project/.mcp.json';

interface Sides {
  readonly ours: number[];
  readonly peer: number[];
}

/** Measures in a process of its own, as a language server has one: what other benches leave behind slows nobody. */
export async function benchConfigSpeed(): Promise<Row[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [import.meta.filename, '--json']);
  return JSON.parse(stdout.slice(stdout.indexOf('['))) as Row[];
}

/**
 * Measures, and says how it went.
 * @param runs measurements of each side; the median counts
 */
async function measured(runs = 31): Promise<Row[]> {
  await generateConfig();
  const ours = await ownSide();
  const peer = await peerSide();
  const rows: Row[] = [];
  for (const [servers, bar] of [
    [1000, 1 / 8],
    [10_000, 1 / 20],
  ] as const) {
    const text = configOf(servers);
    const times = await inTurn(runs, ours.editing(text, 'diagnostics'), peer.editing(text, 'diagnostics'));
    rows.push(ratioRow(`one character inside one server → diagnostics, ${servers} servers`, times, bar));
  }
  const thousand = configOf(1000);
  rows.push(
    ratioRow(
      'open → diagnostics with all rules, 1000 servers',
      await inTurn(runs, ours.opening(thousand), peer.opening(thousand)),
      1 / 2,
    ),
  );
  for (const what of ['completion', 'hover'] as const) {
    const times = await inTurn(runs, ours.editing(thousand, what), peer.editing(thousand, what));
    rows.push(ratioRow(`${what} after an edit, 1000 servers`, times, 1));
  }
  rows.push(...(await configMemory()));
  return rows;
}

type Run = () => unknown;

async function inTurn(runs: number, ours: Run, peer: Run): Promise<Sides> {
  const sides: Sides = { ours: [], peer: [] };
  const time = async (run: Run) => {
    const started = performance.now();
    await run();
    return performance.now() - started;
  };
  // The first runs warm the compiler and do not count.
  for (let run = -Math.min(runs, 10); run < runs; run++) {
    const [one, other] = [await time(ours), await time(peer)];
    if (run < 0) continue;
    sides.ours.push(one);
    sides.peer.push(other);
  }
  return sides;
}

/** Where the edits go: a letter more and a letter less in the arguments of a server in the middle. */
function middle(text: string): number {
  return text.indexOf('package-', Math.floor(text.length / 2)) + 'package-'.length;
}

async function ownSide() {
  const { OpenDocument } = await import('../../server/documents.ts');
  const { Workspace } = await import('../../server/workspace.ts');
  const { diagnosticsOf } = await import('../../server/diagnostics-provider.ts');
  const { RuleOptions } = await import('../../server/rule-options.ts');
  const { completionsAt } = await import('../../server/features/completion.ts');
  const { hoverAt } = await import('../../server/features/hover.ts');
  const files = { read: () => undefined, stamp: () => undefined, kind: () => undefined, find: async () => [] };
  const open = (text: string) => {
    const workspace = new Workspace(
      { files, hasCommand: () => true, variables: () => [] },
      { ...defaultFolders, home: '/home/me' },
    );
    workspace.trusted = true;
    workspace.roots = ['file:///project'];
    const document = new OpenDocument(uri, 'json', 1, text);
    workspace.add(document);
    return { workspace, document, options: new RuleOptions(workspace, new Set(['HOME'])) };
  };
  return {
    opening: (text: string) => () => {
      const { workspace, document, options } = open(text);
      return diagnosticsOf(workspace, document, options);
    },
    editing(text: string, what: 'diagnostics' | 'completion' | 'hover') {
      const { workspace, document, options } = open(text);
      diagnosticsOf(workspace, document, options);
      const place = middle(text);
      let version = 1;
      return () => {
        const start = document.text.positionAt(place);
        const longer = version % 2 === 1;
        const end = longer ? start : document.text.positionAt(place + 1);
        OpenDocument.factory.update(document, [{ range: { start, end }, text: longer ? '7' : '' }], ++version);
        workspace.edited(uri);
        if (what === 'diagnostics') return diagnosticsOf(workspace, document, options);
        const { file, effective } = workspace.view(document);
        const known = { file, effective, variables: [] };
        return what === 'hover' ? hoverAt(document.config, place, known) : completionsAt(document.config, place, known);
      };
    },
  };
}

async function peerSide() {
  const { default: schema } = await import('../../schemas/mcp.schema.json', { with: { type: 'json' } });
  const service: LanguageService = getLanguageService({});
  service.configure({
    validate: true,
    schemas: [{ uri: schema.$id, fileMatch: ['*'], schema: schema as unknown as JSONSchema }],
  });
  const validate = (document: TextDocument) => service.doValidation(document, service.parseJSONDocument(document));
  return {
    opening: (text: string) => () => validate(TextDocument.create(uri, 'json', 1, text)),
    editing(text: string, what: 'diagnostics' | 'completion' | 'hover') {
      let document = TextDocument.create(uri, 'json', 1, text);
      const place = middle(text);
      return () => {
        const start = document.positionAt(place);
        const longer = document.version % 2 === 1;
        const end = longer ? start : document.positionAt(place + 1);
        document = TextDocument.update(
          document,
          [{ range: { start, end }, text: longer ? '7' : '' }],
          document.version + 1,
        );
        if (what === 'diagnostics') return validate(document);
        const parsed = service.parseJSONDocument(document);
        const position = document.positionAt(place);
        return what === 'hover'
          ? service.doHover(document, position, parsed)
          : service.doComplete(document, position, parsed);
      };
    },
  };
}

function ratioRow(what: string, { ours, peer }: Sides, bar: number): Row {
  const [mine, theirs] = [median(ours), median(peer)];
  const ratio = mine / theirs;
  return {
    what: `${what} (${mine.toFixed(2)} ms against ${theirs.toFixed(1)} ms)`,
    figure: `1/${(1 / ratio).toFixed(1)} of the peer`,
    bar: bar === 1 ? '≤ 1' : `≤ 1/${Math.round(1 / bar)}`,
    met: ratio <= bar,
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

if (import.meta.main) {
  const rows = await measured();
  if (process.argv.includes('--json')) console.log(JSON.stringify(rows));
  else for (const { what, figure, bar, met } of rows) console.log(`${met ? '✓' : '✗'} ${what}: ${figure} (bar ${bar})`);
}
