/**
 * `mcp-config check` on many config files, compared with programs that only read, parse and validate them with ajv, in
 * alternating runs of real processes. One thousand files, each in a separate folder, against a single thread; ten
 * thousand in one thousand checkouts against worker threads.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { build } from '../../scripts/build.ts';
import { root } from '../../scripts/lib/repository.ts';
import { TemporaryFolder } from '../temporary-folder.ts';
import { bundle } from './bundle.ts';
import { writeCheckouts } from './checkouts.ts';
import { median, printRows, type Row } from './row.ts';
import { configOf } from './server-process.ts';

const runs = 7;

export async function benchCheck(): Promise<Row[]> {
  await build();
  const folder = new TemporaryFolder('check');
  try {
    const peer = await bundle('test/bench/check-peer.ts', folder.at('peer'));
    const ours = path.join(root, 'dist/cli.js');
    const [few, many] = [writeConfigs(folder, 100), writeConfigs(folder, 1000)];
    const one = folder.write('one/.mcp.json', configOf(5));
    const least = { one: [] as number[], few: [] as number[], many: [] as number[], peer: [] as number[] };
    const nothing: number[] = [];
    for (let run = 0; run < runs; run++) {
      least.peer.push(time(peer, path.join(root, 'schemas/mcp.schema.json'), many));
      least.many.push(time(ours, 'check', many));
      least.few.push(time(ours, 'check', few));
      least.one.push(time(ours, 'check', one));
      nothing.push(timeOfNode());
    }
    const [small, large, other] = [least.few, least.many, least.peer].map((times) => Math.min(...times));
    if (small === undefined || large === undefined || other === undefined) throw new Error('nothing was measured');
    return [
      {
        what: `mcp-config check, 1,000 files (${large.toFixed(0)} ms) against JSON.parse and ajv (${other.toFixed(0)} ms)`,
        figure: `${(large / other).toFixed(2)} ×`,
        bar: '≤ 2 ×',
        met: large <= 2 * other,
      },
      onlyOneFile(Math.min(...least.one), Math.min(...nothing)),
      {
        what: 'mcp-config check: time of a file at 1,000 files to that at 100',
        figure: `${(large / 10 / small).toFixed(2)} ×`,
        bar: '≤ 1.1 ×',
        met: large / 10 <= 1.1 * small,
      },
      ...(await benchCheckouts(ours, folder)),
    ];
  } finally {
    folder.remove();
  }
}

/** As in a commit hook. */
function onlyOneFile(ours: number, nothing: number): Row {
  return {
    what: `mcp-config check, one file (${ours.toFixed(0)} ms) against node -e 0 (${nothing.toFixed(0)} ms)`,
    figure: `${(ours / nothing).toFixed(2)} ×`,
    bar: '≤ 1.5 ×',
    met: ours <= 1.5 * nothing,
  };
}

function timeOfNode(): number {
  const started = performance.now();
  spawnSync(process.execPath, ['-e', '0']);
  return performance.now() - started;
}

async function benchCheckouts(ours: string, folder: TemporaryFolder): Promise<Row[]> {
  const checkouts = folder.at('checkouts');
  const files = writeCheckouts(checkouts, 1000);
  const peer = await bundle('test/bench/check-peer-workers.ts', folder.at('peer-workers'));
  const measured = { ours: [] as Usage[], peer: [] as Usage[] };
  for (let run = 0; run < runs; run++) {
    measured.peer.push(usage(peer, path.join(root, 'schemas/mcp.schema.json'), checkouts));
    measured.ours.push(usage(ours, 'check', checkouts));
  }
  const of = (one: readonly Usage[], what: keyof Usage): number => median(one.map((run) => run[what]));
  const [wall, peerWall] = [of(measured.ours, 'wall'), of(measured.peer, 'wall')];
  const [cpu, peerCpu] = [of(measured.ours, 'cpu'), of(measured.peer, 'cpu')];
  const memory = Math.max(...measured.ours.map((run) => run.memory));
  return [
    {
      what: `mcp-config check, ${files} files in 1,000 checkouts (${wall.toFixed(0)} ms, CPU ${cpu.toFixed(0)} ms) against worker threads with JSON.parse and ajv (${peerWall.toFixed(0)} ms, CPU ${peerCpu.toFixed(0)} ms)`,
      figure: `${(wall / peerWall).toFixed(2)} ×`,
      bar: '≤ 1.5 ×',
      met: wall <= 1.5 * peerWall,
    },
    {
      what: `mcp-config check, ${files} files: largest memory of the process`,
      figure: `${memory.toFixed(0)} MB`,
      bar: '≤ 150 MB',
      met: memory <= 150,
    },
  ];
}

/** Milliseconds (`cpu`: of all threads together) and MiB. */
interface Usage {
  readonly wall: number;
  readonly cpu: number;
  readonly memory: number;
}

/** Writes the resource usage of the process when it exits. */
const reporter = `data:text/javascript,${encodeURIComponent(`
  import { isMainThread } from 'node:worker_threads';
  if (isMainThread) process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    process.stderr.write(JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1000, memory: maxRSS / 1024 }));
  });
`)}`;

function usage(script: string, ...args: string[]): Usage {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ['--import', reporter, script, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 1) throw new Error(`${path.basename(script)} ended with ${status}: ${stderr.slice(0, 500)}`);
  return { ...(JSON.parse(stderr) as Omit<Usage, 'wall'>), wall: performance.now() - started };
}

/** Writes this number of config files, each in a separate folder. Returns the folder of all. */
function writeConfigs(folder: TemporaryFolder, count: number): string {
  for (let number = 0; number < count; number++) folder.write(`${count}/package-${number}/.mcp.json`, configOf(5));
  return folder.at(String(count));
}

/** Milliseconds from start to exit. */
function time(script: string, ...args: string[]): number {
  const started = performance.now();
  const { status, stdout } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  // Each file has an invalid timeout, which both sides report.
  if (status !== 1) throw new Error(`${path.basename(script)} ended with ${status}: ${stdout.slice(0, 500)}`);
  return performance.now() - started;
}

if (import.meta.main) printRows(await benchCheck());
