/** Changes since a server was pinned. */
import { own } from '../guards.ts';
import { type ItemKind, type ItemPin, itemKinds, type Pinned, pinnedFields, type ServerPin } from './lock.ts';

export interface ItemChange {
  readonly kind: ItemKind;
  readonly name: string;
  /** Absent: added. */
  readonly before?: ItemPin;
  /** Absent: removed. */
  readonly after?: ItemPin;
  /** The fields that differ; empty if the item was added or removed. */
  readonly fields: readonly string[];
}

export interface Comparison {
  /** True if the definition changed. */
  readonly launch: boolean;
  /** Present if the server reports another name or version. */
  readonly server: { readonly before: ServerPin['server']; readonly after: ServerPin['server'] } | undefined;
  readonly instructions: { readonly before?: Pinned | undefined; readonly after?: Pinned | undefined } | undefined;
  /** By kind, then by name. */
  readonly items: readonly ItemChange[];
}

/** @returns undefined if nothing changed */
export function compareWithPin(before: ServerPin, after: ServerPin): Comparison | undefined {
  const launch = before.launch !== after.launch;
  const isOther = before.server.name !== after.server.name || before.server.version !== after.server.version;
  const told = before.instructions?.sha256 !== after.instructions?.sha256;
  const items = itemKinds.flatMap((kind) => changesOf(kind, before, after));
  if (!launch && !isOther && !told && items.length === 0) return undefined;
  return {
    launch,
    server: isOther ? { before: before.server, after: after.server } : undefined,
    instructions: told ? { before: before.instructions, after: after.instructions } : undefined,
    items,
  };
}

function changesOf(kind: ItemKind, before: ServerPin, after: ServerPin): ItemChange[] {
  const names = [...new Set([...Object.keys(before[kind]), ...Object.keys(after[kind])])].toSorted();
  return names.flatMap((name): ItemChange[] => {
    const [old, now] = [own(before[kind], name), own(after[kind], name)];
    if (old === undefined || now === undefined)
      return [{ kind, name, ...(old && { before: old }), ...(now && { after: now }), fields: [] }];
    const fields = pinnedFields[kind].filter((field) => old[field]?.sha256 !== now[field]?.sha256);
    return fields.length === 0 ? [] : [{ kind, name, before: old, after: now, fields }];
  });
}
