/** textDocument/hover: the documentation of a field, of a value, of a server. */
import type { ConfigDocument } from '../config/document.ts';
import { fieldSet, serverNameRule, transports } from '../config/format.ts';
import type { Span } from '../config/json.ts';
import type { ServerEntry } from '../config/server.ts';
import { type Spot, spotAt } from '../config/spot.ts';
import { code, fieldMarkdown } from './markdown.ts';

export interface HoverText {
  readonly markdown: string;
  readonly span: Span;
}

/** What there is to say of the place at `offset`; undefined where there is nothing. */
export function hoverAt(document: ConfigDocument, offset: number): HoverText | undefined {
  // An editor asks for the character under the pointer, completion for the gap before it.
  const spot = [offset + 1, offset].map((place) => spotAt(document, place)).find((found) => found?.node !== undefined);
  if (spot?.node === undefined) return undefined;
  const markdown = textFor(document, spot);
  return markdown === undefined ? undefined : { markdown, span: spot.node };
}

function textFor(document: ConfigDocument, { around, role, member, node }: Spot): string | undefined {
  if (around.kind === 'servers' && role === 'key') {
    const entry = document.servers.find((server) => server.key === node);
    return entry === undefined ? undefined : serverText(entry);
  }
  if (around.kind === 'list' && role === 'item' && node?.type === 'string') {
    const entry = document.liveServers.find((server) => server.name === node.value);
    return entry === undefined ? undefined : serverText(entry);
  }
  const field = around.kind === 'group' && member !== undefined ? around.group.fields.get(member.key.value) : undefined;
  if (around.kind !== 'group' || field === undefined) return undefined;
  if (role === 'key') return `**${field.info.name}**\n\n${fieldMarkdown(field.info, around.group.place)}`;
  if (node?.type !== 'string') return undefined;
  const sets = around.group.place === 'server' ? transports.map(fieldSet) : [around.group.set];
  const values = sets
    .flatMap((set) => set.fields)
    .filter((info) => info.name === field.info.name)
    .flatMap((info) => info.values ?? []);
  return values.find(({ value }) => value === node.value)?.description;
}

const howChosen = {
  stated: '',
  assumed: ' (no `type` says otherwise)',
  'untyped-url': ' by its `url`; the `type` is missing',
  'untyped-headers': ' by its `headers`; the `type` is missing',
  misspelt: ' as far as its `type` can be understood',
  contradicted: ' by its fields; its `type` says otherwise',
  both: '; it has both `command` and `url`',
} as const;

function serverText(entry: ServerEntry): string {
  const { reading } = entry;
  if (reading === undefined) return `Server ${code(entry.name)}\n\n${serverNameRule}`;
  const set = fieldSet(reading.transport);
  return `**${set.title}**${howChosen[reading.choice]}: ${code(entry.name)}\n\n${set.description}`;
}
