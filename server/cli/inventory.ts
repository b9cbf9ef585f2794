/** `mcp-config inventory`: every tool server of many checkouts, without values that may be secret. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { glob } from 'tinyglobby';
import { visible } from '../../common/escape.ts';
import { newestVersion } from '../config/agent-version.ts';
import type { InventoryArguments } from './arguments.ts';
import { checkoutsIn } from './checkouts.ts';
import { painter } from './color.ts';
import { changesText, inventoryChanges, inventoryVersion, readInventory } from './inventory-changes.ts';
import { type Scan, type ScanOptions, scanCheckout, scanFile, scanUser } from './inventory-scan.ts';
import type { InventoryServer } from './inventory-server.ts';
import { jsonText } from './json-text.ts';
import { UsageError } from './options.ts';
import { loadPolicy } from './policy.ts';
import { readConfig } from './read-file.ts';
import { exit, type Terminal } from './terminal.ts';

/**
 * Returns 1 if something changed since the earlier inventory, and 2 if files couldn't be read.
 * @throws UsageError, FileError
 */
export async function inventory(args: InventoryArguments, terminal: Terminal): Promise<number> {
  const absolute = (file: string): string => path.resolve(terminal.cwd, file);
  const policy = await loadPolicy(args.policies.map(absolute));
  const against = args.against === undefined ? undefined : absolute(args.against);
  const earlier = against === undefined ? undefined : readInventory(await readConfig(against), against);
  const options = { policy, agentVersion: args.agentVersion };
  const servers: InventoryServer[] = [];
  const ids = new UniqueIds();
  let gaps = 0;
  for await (const scan of scans(args, terminal, options)) {
    for (const server of scan.servers) servers.push({ ...server, id: ids.of(server.id) });
    for (const gap of scan.gaps) terminal.error(`mcp-config: ${visible(gap)}\n`);
    gaps += scan.gaps.length;
  }
  const changes = earlier && inventoryChanges(earlier, servers);
  const paint = painter(terminal.colors);
  switch (args.format) {
    case 'text':
      terminal.out(
        changes === undefined
          ? (await import('./inventory-table.ts')).inventoryTable(servers, paint)
          : changesText(changes, paint),
      );
      break;
    case 'json':
      terminal.out(
        jsonText({ version: inventoryVersion, agentVersion: args.agentVersion ?? newestVersion, servers, changes }),
      );
      break;
    case 'csv':
      terminal.out((await import('./inventory-csv.ts')).inventoryCsv(servers));
      break;
    case 'cyclonedx':
      terminal.out((await import('./inventory-cyclonedx.ts')).inventoryCycloneDx(servers, terminal.version));
      break;
  }
  if (gaps > 0) return exit.failed;
  const { added = [], removed = [], changed = [] } = changes ?? {};
  return added.length + removed.length + changed.length > 0 ? exit.found : exit.clean;
}

async function* scans(
  { paths, user }: InventoryArguments,
  { cwd, home }: Terminal,
  options: ScanOptions,
): AsyncGenerator<Scan> {
  if (user) yield await scanUser(home, options);
  const given = paths.length === 0 ? ['.'] : paths;
  for (const one of given) {
    const folder = path.resolve(cwd, one);
    const status = await stat(folder).catch(() => undefined);
    if (status?.isDirectory() !== true) throw new UsageError(`${one}: no such folder. inventory accepts folders.`);
    // With several folders, the names of their checkouts could be the same.
    const prefix = given.length > 1 ? path.basename(folder) : '';
    let found = false;
    for await (const checkout of checkoutsIn(folder)) {
      found = true;
      const name = path.join(prefix, path.relative(folder, checkout.folder)).replaceAll(path.sep, '/');
      yield await scanCheckout(checkout, name, options);
    }
    if (!found) yield* collection(folder, options);
  }
}

/** A folder without checkouts is a collection of files, as for the command `check`. */
async function* collection(folder: string, options: ScanOptions): AsyncGenerator<Scan> {
  const searching = { absolute: true, dot: true, followSymbolicLinks: false, ignore: ['**/node_modules/**'] };
  const files = await glob('**/*.json', { ...searching, cwd: folder });
  for (const file of files.toSorted()) yield await scanFile(path.normalize(file), folder, options);
}

/** One object can have a name twice in files of other tools, and two folders can have the same name. */
class UniqueIds {
  readonly #counts = new Map<string, number>();

  of(id: string): string {
    const count = (this.#counts.get(id) ?? 0) + 1;
    this.#counts.set(id, count);
    return count === 1 ? id : `${id}-${count}`;
  }
}
