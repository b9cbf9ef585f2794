/** Inventory as CSV for spreadsheets (RFC 4180). No cell is evaluated as a formula. */
import { visible } from '../../common/escape.ts';
import type { InventoryServer } from './inventory-server.ts';
import { stateNames, verdictNames } from './inventory-table.ts';

const columns: Readonly<Record<string, (server: InventoryServer) => string | number>> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  transport: ({ transport }) => transport ?? '',
  registry: ({ package: run }) => run?.registry ?? '',
  package: ({ package: run }) => run?.name ?? '',
  version: ({ package: run }) => run?.version ?? '',
  program: ({ program }) => program ?? '',
  host: ({ host }) => host ?? '',
  checkout: ({ checkout }) => checkout,
  file: ({ file }) => file,
  line: ({ line }) => line,
  level: ({ level }) => level,
  state: ({ state }) => stateNames[state],
  reason: ({ reason }) => reason,
  policy: ({ policy }) => (policy === null ? '' : verdictNames[policy.verdict]),
  env: ({ env }) => env.join(' '),
  headers: ({ headers }) => headers.join(' '),
  digest: ({ digest }) => digest,
};

export function inventoryCsv(servers: readonly InventoryServer[]): string {
  const values = Object.values(columns);
  const rows = servers.map((server) => values.map((value) => cell(String(value(server)))));
  return [Object.keys(columns), ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

/** Spreadsheets evaluate cells that start with one of these characters, even in quotes. An apostrophe prevents that. */
function cell(text: string): string {
  const shown = visible(text);
  const plain = /^\s*[=+\-@|%]/.test(shown) ? `'${shown}` : shown;
  return /[",']|^\s|\s$/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
