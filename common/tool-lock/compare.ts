/** Changes since a server was locked. */
import { lookUp } from '../guards.ts';
import { type ItemKind, type ItemLock, itemKinds, type LockedValue, lockedFields, type ServerLock } from './lock.ts';

export interface ItemChange {
  readonly kind: ItemKind;
  readonly name: string;
  /** Absent: added. */
  readonly before?: ItemLock;
  /** Absent: removed. */
  readonly after?: ItemLock;
  /** The fields that differ; empty if the item was added or removed. */
  readonly fields: readonly string[];
}

export interface Comparison {
  /** True if the definition changed. */
  readonly launch: boolean;
  /** Present if the server reports another name or version. */
  readonly server: { readonly before: ServerLock['server']; readonly after: ServerLock['server'] } | undefined;
  readonly instructions:
    | { readonly before?: LockedValue | undefined; readonly after?: LockedValue | undefined }
    | undefined;
  /** By kind, then by name. */
  readonly items: readonly ItemChange[];
}

/** @returns undefined if nothing changed */
export function compareLocked(before: ServerLock, after: ServerLock): Comparison | undefined {
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

function changesOf(kind: ItemKind, { [kind]: before = {} }: ServerLock, { [kind]: after }: ServerLock): ItemChange[] {
  // What can't be listed may still be there.
  if (after === undefined) return [];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return names.flatMap((name): ItemChange[] => {
    const [old, now] = [lookUp(before, name), lookUp(after, name)];
    if (old === undefined || now === undefined)
      return [{ kind, name, ...(old && { before: old }), ...(now && { after: now }), fields: [] }];
    const fields = lockedFields[kind].filter((field) => old[field]?.sha256 !== now[field]?.sha256);
    return fields.length === 0 ? [] : [{ kind, name, before: old, after: now, fields }];
  });
}
