/** What a test learned. All names and texts are the server's: shown as text. */

/** A tool, a prompt, a resource or a resource template. */
export interface CapabilityItem {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** Of a resource; the URI template of a resource template. */
  readonly uri?: string | undefined;
  /** What `mcp-lock.json` pins of it. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** What a server offers, in the order in which it is listed. */
export const capabilityKinds = ['tools', 'prompts', 'resources', 'resourceTemplates'] as const;
export type CapabilityKind = (typeof capabilityKinds)[number];

export interface TestResult {
  readonly transport: 'stdio' | 'http' | 'sse';
  readonly server: { readonly name: string; readonly version: string };
  /** The version of the protocol that both ends agreed on. */
  readonly protocol: string;
  readonly instructions: string | undefined;
  /** Milliseconds from the start until the server had introduced itself. */
  readonly initialized: number;
  /** Absent where the server offers none of the kind. */
  readonly tools: readonly CapabilityItem[] | undefined;
  readonly prompts: readonly CapabilityItem[] | undefined;
  readonly resources: readonly CapabilityItem[] | undefined;
  readonly resourceTemplates: readonly CapabilityItem[] | undefined;
  readonly leftOut: readonly string[];
  readonly unset: readonly string[];
}
