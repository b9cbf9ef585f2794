/** What a server offers. All names and texts are from the server, and are shown as plain text. */

/** A tool, prompt, resource, or resource template. */
export interface CapabilityItem {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** Of a resource; the URI template of a resource template. */
  readonly uri?: string | undefined;
  /** The fields that `mcp-lock.json` locks. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** Kinds of items that a server offers, in listing order. */
export const capabilityKinds = ['tools', 'prompts', 'resources', 'resourceTemplates'] as const;
export type CapabilityKind = (typeof capabilityKinds)[number];
