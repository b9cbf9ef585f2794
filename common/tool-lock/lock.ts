/** What `mcp-lock.json` holds: what a server told a model when somebody last looked at it. */

export const lockName = 'mcp-lock.json';
export const lockVersion = 1;

export interface Lock {
  /** The schema that editors use for the file. */
  readonly $schema?: string;
  readonly servers: Readonly<Record<string, ServerPin>>;
}

export const emptyLock: Lock = { servers: {} };

export interface ServerPin {
  /** Hash of the definition without its secrets: a pin of another launch is recognized. */
  readonly launch: string;
  /** As the server tells. */
  readonly server: { readonly name: string; readonly version: string };
  /** For information: it depends on the client as well, so it isn't compared. */
  readonly protocolVersion: string;
  readonly instructions?: Pinned;
  readonly tools: ItemPins;
  readonly prompts: ItemPins;
  /** By URI template. */
  readonly resourceTemplates: ItemPins;
}

/** By name. */
export type ItemPins = Readonly<Record<string, ItemPin>>;

/** What a model is told of one item, field by field. */
export type ItemPin = Readonly<Record<string, Pinned>>;

export interface Pinned {
  /** Of the value as canonical JSON; 64 hexadecimal digits. */
  readonly sha256: string;
  /** The value itself, because a diff needs it. Absent if it is longer than `longestValue`. */
  readonly value?: unknown;
}

/** Characters of a value as canonical JSON. A description of a real tool has a few hundred. */
export const longestValue = 20_000;

/** Characters of a whole file. */
export const longestLock = 10_000_000;

export const itemKinds = ['tools', 'prompts', 'resourceTemplates'] as const;
export type ItemKind = (typeof itemKinds)[number];

/** The fields that a model, or a client that asks before a call, gets to see. */
export const pinnedFields: Readonly<Record<ItemKind, readonly string[]>> = {
  tools: ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'],
  prompts: ['title', 'description', 'arguments'],
  resourceTemplates: ['name', 'title', 'description', 'mimeType', 'annotations'],
};
