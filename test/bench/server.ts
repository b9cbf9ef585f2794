/**
 * Our language server and a peer built from the usual packages, started as the extension does: bundled with the same options, both with
 * the compile cache, in alternating runs of real processes.
 */
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { generate } from '../../scripts/generate.ts';
import { root } from '../../scripts/lib/repository.ts';
import { TemporaryFolder } from '../temporary-folder.ts';
import { bundle } from './bundle.ts';
import { bundleBefore } from './commit-before.ts';
import { median, printRows, type Row } from './row.ts';
import { configOf, type Delivery, middleOf, ServerProcess } from './server-process.ts';

interface Sides {
  readonly ours: number[];
  readonly peer: number[];
}

/** Milliseconds; longer than any server debounces edits. */
const idle = 120;

export async function benchServer(): Promise<Row[]> {
  await generate();
  const folder = new TemporaryFolder('bench');
  // The first start of each side fills its compile cache.
  process.env.NODE_COMPILE_CACHE = folder.at('cache');
  try {
    const ours = await bundle('server/main.ts', folder.at('ours'));
    const peer = await bundle('test/bench/server-peer.ts', folder.at('peer'));
    const scripts = { ours, peer };
    const rows = [await startRow(scripts, 21), await editorRow(ours, 21)];
    for (const delivery of ['push', 'pull'] as const)
      for (const [servers, bar, edits] of [
        [10, 1.2, 41],
        [1000, 1 / 3, 31],
        [10_000, 1 / 6, 15],
      ] as const)
        rows.push(await editRow(scripts, delivery, servers, bar, edits));
    for (const [servers, bar] of [
      [10, 2.5],
      [100, 1.6],
      [1000, 1.7],
      [10_000, 1.7],
    ] as const)
      rows.push(...(await openRows(scripts, servers, bar, 11)));
    rows.push(await lightBulbRow(ours), await hoverRow(scripts, 101));
    rows.push(...(await beforeRows(ours, folder.at('commit'))));
    for (const delivery of ['push', 'pull'] as const)
      for (const servers of [1000, 10_000]) rows.push(...(await memoryRow(scripts, delivery, servers)));
    return rows;
  } finally {
    delete process.env.NODE_COMPILE_CACHE;
    folder.remove();
  }
}

/** A change must not make the server slower unnoticed. Noise of a busy machine is less than a tenth. */
async function beforeRows(ours: string, folder: string): Promise<Row[]> {
  const { script, commit } = await bundleBefore(folder, process.env.SWITCHYARD_BENCH_BEFORE);
  const rows: Row[] = [];
  for (const servers of [10, 100, 1000]) {
    const open = async (program: string): Promise<number> => {
      const server = await ServerProcess.start(program);
      const took = await server.open(configOf(servers));
      await server.stop();
      return took;
    };
    const times = await inTurn(
      21,
      () => open(ours),
      () => open(script),
    );
    rows.push(
      ratioRow(`language server: open → diagnostics, ${servers} servers, against commit ${commit}`, times, 1.1),
    );
  }
  return rows;
}

interface Scripts {
  readonly ours: string;
  readonly peer: string;
}

async function startRow({ ours, peer }: Scripts, runs: number): Promise<Row> {
  const text = configOf(10);
  const start = async (script: string): Promise<number> => {
    const started = performance.now();
    const server = await ServerProcess.start(script);
    await server.open(text);
    const took = performance.now() - started;
    await server.stop();
    return took;
  };
  const times = await inTurn(
    runs,
    () => start(ours),
    () => start(peer),
  );
  return ratioRow('language server: spawn → first diagnostics, 10 servers', times, 1.1);
}

/** What VS Code announces, apart from pulling, which would send the reports another way. */
const ofEditor = {
  workspace: {
    configuration: true,
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
    codeLens: { refreshSupport: true },
    inlayHint: { refreshSupport: true },
    workspaceEdit: { documentChanges: true },
  },
  textDocument: {
    publishDiagnostics: { codeDescriptionSupport: true, relatedInformation: true, tagSupport: { valueSet: [1, 2] } },
  },
};

/** What the editor can show and register must not delay the first report. */
async function editorRow(script: string, runs: number): Promise<Row> {
  const text = configOf(10);
  const open = async (capabilities: object): Promise<number> => {
    const server = await ServerProcess.start(script, 'push', capabilities);
    const took = await server.open(text);
    await server.stop();
    return took;
  };
  const { ours, peer } = await inTurn(
    runs,
    () => open(ofEditor),
    () => open({}),
  );
  const [inEditor, plain] = [median(ours), median(peer)];
  return {
    what: `language server: open → diagnostics, 10 servers, as VS Code starts it (${inEditor.toFixed(1)} ms) against the plain start (${plain.toFixed(1)} ms)`,
    figure: `${(inEditor / plain).toFixed(2)} ×`,
    bar: '≤ 1.2 ×',
    met: inEditor <= 1.2 * plain,
  };
}

async function editRow(
  scripts: Scripts,
  delivery: Delivery,
  servers: number,
  bar: number,
  edits: number,
): Promise<Row> {
  const text = configOf(servers);
  const place = middleOf(text);
  const ours = await ServerProcess.start(scripts.ours, delivery);
  const peer = await ServerProcess.start(scripts.peer, delivery);
  await ours.open(text);
  await peer.open(text);
  const edit = async (server: ServerProcess): Promise<number> => {
    await delay(idle);
    return server.edit(place);
  };
  const times = await inTurn(
    edits,
    () => edit(ours),
    () => edit(peer),
  );
  await Promise.all([ours.stop(), peer.stop()]);
  const how = delivery === 'push' ? 'pushed after idle' : 'pulled';
  return ratioRow(`language server: edit → diagnostics, ${how}, ${servers} servers`, times, bar);
}

async function openRows(scripts: Scripts, servers: number, bar: number, runs: number): Promise<Row[]> {
  const text = configOf(servers);
  const open = async (program: Parameters<typeof ServerProcess.start>[0]): Promise<number> => {
    const server = await ServerProcess.start(program);
    const took = await Promise.race([server.open(text), delay(20_000, Number.NaN, { ref: false })]);
    await server.stop();
    return took;
  };
  const times = await inTurn(
    runs,
    () => open(scripts.ours),
    () => open(scripts.peer),
  );
  const row = ratioRow(`language server: open → diagnostics with all rules, ${servers} servers`, times, bar);
  const biome = [path.join(root, 'node_modules/.bin/biome'), 'lsp-proxy'] as const;
  const native = await open(biome).catch(() => Number.NaN);
  const beside = Number.isNaN(native) ? 'Biome did not answer' : `Biome, native: ${native.toFixed(0)} ms`;
  return [{ ...row, what: `${row.what}; ${beside}` }];
}

/** A light bulb concerns one place, so it must not take longer because there are other servers. */
async function lightBulbRow(script: string): Promise<Row> {
  const times = new Map<number, number>();
  for (const servers of [10, 1000]) {
    const text = configOf(servers);
    const server = await ServerProcess.start(script);
    await server.open(text);
    const measured: number[] = [];
    for (let run = -5; run < 31; run++) {
      const took = await server.lightBulb(text.lastIndexOf('-1'));
      if (run >= 0) measured.push(took);
    }
    await server.stop();
    times.set(servers, median(measured));
  }
  const [few = 0, many = 0] = [times.get(10), times.get(1000)];
  return {
    what: `language server: light bulb, warm, 1000 servers (${many.toFixed(1)} ms) against 10 (${few.toFixed(1)} ms)`,
    figure: `${(many / few).toFixed(2)} ×`,
    bar: '≤ 3 ×',
    met: many <= 3 * few,
  };
}

/** A hover while nothing is edited, as when a user reads a file. */
async function hoverRow(scripts: Scripts, runs: number): Promise<Row> {
  const servers = 1000;
  const text = configOf(servers);
  const place = text.lastIndexOf('"command"') + 2;
  const [ours, peer] = [await ServerProcess.start(scripts.ours), await ServerProcess.start(scripts.peer)];
  await ours.open(text);
  await peer.open(text);
  const times = await inTurn(
    runs,
    () => ours.hover(place),
    () => peer.hover(place),
  );
  await Promise.all([ours.stop(), peer.stop()]);
  return ratioRow(`language server: hover, warm, ${servers} servers`, times, 1);
}

async function memoryRow(scripts: Scripts, delivery: Delivery, servers: number): Promise<Row[]> {
  const text = configOf(servers);
  const place = middleOf(text);
  const used = async (script: string): Promise<number | undefined> => {
    const server = await ServerProcess.start(script, delivery);
    await server.open(text);
    for (let edit = 0; edit < 60; edit++) await server.edit(place);
    await delay(1000);
    const memory = await server.memory();
    await server.stop();
    return memory;
  };
  const [ours, peer] = [await used(scripts.ours), await used(scripts.peer)];
  // Some systems don't report the memory of a process.
  if (ours === undefined || peer === undefined) return [];
  const ratio = ours / peer;
  return [
    {
      what: `language server: memory, ${servers} servers and 60 edits, ${delivery} (${ours.toFixed(0)} MiB against ${peer.toFixed(0)} MiB)`,
      figure: `${ratio.toFixed(2)} of the peer`,
      bar: '≤ 0.6',
      met: ratio <= 0.6,
    },
  ];
}

/** Runs both sides in turn, so that other load affects both. The first two runs of each are warm-up. */
async function inTurn(runs: number, ours: () => Promise<number>, peer: () => Promise<number>): Promise<Sides> {
  const sides: Sides = { ours: [], peer: [] };
  for (let run = -2; run < runs; run++) {
    const [one, other] = [await ours(), await peer()];
    if (run < 0) continue;
    sides.ours.push(one);
    sides.peer.push(other);
  }
  return sides;
}

function ratioRow(what: string, { ours, peer }: Sides, bar: number): Row {
  const [mine, theirs] = [median(ours), median(peer)];
  const ratio = mine / theirs;
  return {
    what: `${what}, median of ${ours.length} (${mine.toFixed(1)} ms against ${theirs.toFixed(1)} ms)`,
    figure: ratio < 0.5 ? `1/${(1 / ratio).toFixed(1)} ×` : `${ratio.toFixed(2)} ×`,
    bar: bar < 0.5 ? `≤ 1/${Math.round(1 / bar)}` : `≤ ${bar}`,
    met: ratio <= bar,
  };
}

if (import.meta.main) printRows(await benchServer());
