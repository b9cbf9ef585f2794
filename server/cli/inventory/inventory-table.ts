/** Inventory as a table for people, and as CSV. */
import { ellipsize } from '../../../common/text/cut.ts';
import { visible } from '../../../common/text/escape.ts';
import { alignedRows, counted } from '../check/reports/report-text.ts';
import type { Paint, Style } from '../output/color.ts';
import { stateWords } from '../output/state-words.ts';
import type { InventoryServer } from './inventory-server.ts';

const headings = ['NAME', 'TRANSPORT', 'PACKAGE OR HOST', 'VERSION', 'STATE', 'POLICY', 'FILE'];

/** Longer texts are truncated, so that a single one doesn't widen its whole column. */
const maxWidth = 48;

export function inventoryTable(servers: readonly InventoryServer[], paint: Paint): string {
  const hasPolicy = servers.some(({ policy }) => policy !== null);
  const isShown = (_: string, column: number): boolean => hasPolicy || headings[column] !== 'POLICY';
  const rows = [headings, ...servers.map(cellsOf)].map((row) => row.filter(isShown));
  const lines = alignedRows(rows).map((text, index) => {
    const style = index === 0 ? 'dim' : styleOf(servers[index - 1]);
    return style === undefined ? text : paint(style, text);
  });
  return `${[...(servers.length === 0 ? [] : [...lines, '']), sumOf(servers)].join('\n')}\n`;
}

function styleOf(server: InventoryServer | undefined): Style | undefined {
  if (server?.policy?.verdict === 'denied') return 'red';
  return server?.policy?.verdict === 'notListed' ? 'yellow' : undefined;
}

export const verdictNames = { allowed: 'allowed', denied: 'denied', notListed: 'not listed' } as const;

function cellsOf(server: InventoryServer): readonly string[] {
  const { name, transport, package: run, program, host, state, policy } = server;
  const cells = [
    name,
    transport ?? '?',
    run?.name ?? program ?? host ?? '?',
    run?.version ?? '',
    stateWords[state],
    policy === null ? '' : verdictNames[policy.verdict],
  ];
  return [...cells.map((text) => ellipsize(visible(text), maxWidth)), visible(placeOf(server))];
}

/** Returns the file with its line, in the form that editors and terminals turn into a link. */
export function placeOf({ checkout, file, line }: Pick<InventoryServer, 'checkout' | 'file' | 'line'>): string {
  return `${checkout === '.' ? '' : `${checkout}/`}${file}:${line}`;
}

function sumOf(servers: readonly InventoryServer[]): string {
  const checkouts = new Set(servers.map(({ checkout }) => checkout)).size;
  const files = new Set(servers.map(({ checkout, file }) => `${checkout}\n${file}`)).size;
  const of = (verdict: keyof typeof verdictNames): number =>
    servers.filter(({ policy }) => policy?.verdict === verdict).length;
  const judged = servers.some(({ policy }) => policy !== null)
    ? ` Policy: ${of('allowed')} allowed, ${of('denied')} denied, ${of('notListed')} not listed (not enforced).`
    : '';
  const places = `${counted(files, 'file')} of ${counted(checkouts, 'checkout')}`;
  return `${counted(servers.length, 'server')} in ${places}.${judged}`;
}

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
  state: ({ state }) => stateWords[state],
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
