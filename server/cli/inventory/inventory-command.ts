/** `mcp-config inventory`: lists the tool servers of many checkouts, without values that may be secret. */
import path from 'node:path';
import { readText } from '../../files/disk.ts';
import type { InventoryArguments } from '../arguments/arguments.ts';
import { searchFiles } from '../check/path-arguments.ts';
import { foldersOf, namedCheckouts } from '../files/checkouts.ts';
import { loadPolicy } from '../files/load-policy.ts';
import { painter } from '../output/color.ts';
import { jsonText } from '../output/json-text.ts';
import { complain, exit, type Terminal } from '../output/terminal.ts';
import {
  changesText,
  entryChangeText,
  type InventoryChanges,
  inventoryChanges,
  inventoryVersion,
  readInventory,
} from './inventory-changes.ts';
import { type Scan, type ScanOptions, scanCheckout, scanFile, scanUser } from './inventory-scan.ts';
import { type InventoryServer, withUniqueIds } from './inventory-server.ts';
import { inventoryCsv, inventoryTable } from './inventory-table.ts';

/**
 * Returns 1 if something changed since the earlier inventory, and 2 if files couldn't be read.
 * @throws UsageError, FileError before anything is written
 */
export async function inventory(args: InventoryArguments, terminal: Terminal): Promise<number> {
  const absolute = (file: string): string => path.resolve(terminal.cwd, file);
  const policy = loadPolicy(args.policies.map(absolute));
  const against = args.against === undefined ? undefined : absolute(args.against);
  const earlier = against === undefined ? undefined : readInventory(readText(against, inventoryLimit), against);
  const folders = foldersOf('inventory', args.paths, terminal);
  const scanned: InventoryServer[] = [];
  const versions = new Set<string>();
  let warnings = 0;
  const warn = (text: string): void => {
    warnings++;
    complain(terminal, text);
  };
  for await (const scan of scans(folders, args, terminal, { policy, agentVersion: args.agentVersion, warn })) {
    if (scan.agentVersion !== undefined) versions.add(scan.agentVersion);
    scanned.push(...scan.servers.map(({ server }) => server));
    for (const warning of scan.warnings) warn(warning);
  }
  const servers = withUniqueIds(scanned);
  const changes = earlier && inventoryChanges(earlier, servers);
  terminal.out(await reportText(servers, changes, versions, args, terminal));
  if (warnings > 0) return exit.failed;
  const { added = [], removed = [], changed = [] } = changes ?? {};
  return added.length + removed.length + changed.length > 0 ? exit.found : exit.clean;
}

/** Maximum size of an earlier inventory in bytes. 100,000 servers have about 60 MB. */
const inventoryLimit = 100_000_000;

async function reportText(
  servers: readonly InventoryServer[],
  changes: InventoryChanges | undefined,
  versions: ReadonlySet<string>,
  { format }: InventoryArguments,
  { colors, version }: Terminal,
): Promise<string> {
  switch (format) {
    case 'text':
      return changes ? changesText(withTexts(changes), painter(colors)) : inventoryTable(servers, painter(colors));
    case 'json':
      return jsonText({ version: inventoryVersion, agentVersions: [...versions].sort(), servers, changes });
    case 'csv':
      return inventoryCsv(servers);
    case 'cyclonedx':
      // Loaded on first use, because the library is large.
      return (await import('./inventory-cyclonedx.ts')).inventoryCycloneDx(servers, version);
  }
}

const withTexts = ({ changed, ...others }: InventoryChanges) => ({
  ...others,
  changed: changed.map((change) => ({ server: change.server, text: entryChangeText(change) })),
});

async function* scans(
  folders: readonly string[],
  { user }: InventoryArguments,
  { home }: Terminal,
  options: ScanOptions & { readonly warn: (text: string) => void },
): AsyncGenerator<Scan> {
  if (user) yield await scanUser(home, options);
  for (const folder of folders) {
    let found = false;
    for await (const checkout of namedCheckouts(folder, folders, options.warn)) {
      found = true;
      yield await scanCheckout(checkout, options);
    }
    // Without checkouts, all .json files of the folder, like the `check` command.
    const files = found ? [] : await searchFiles('**/*.json', folder);
    for (const file of files.toSorted()) yield await scanFile(file, folder, options);
  }
}
