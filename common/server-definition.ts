/** What a definition says of how its server is reached, as it is written: nothing is expanded. Both programs speak of it. */
import type { VariableSyntax } from './variables.ts';

interface Common {
  readonly name: string;
  /** How variables are written in its file. Absent: `${NAME}`. */
  readonly variables?: VariableSyntax;
  /** Milliseconds for each request; 0: no limit of the file's. Absent: the agent's default. */
  readonly timeout?: number;
}

export interface StdioDefinition extends Common {
  readonly transport: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export interface EndpointDefinition extends Common {
  readonly transport: 'http' | 'sse';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The agent signs in by itself (`auth`, `oauth`); a test cannot. */
  readonly signsIn: boolean;
}

export type ServerDefinition = StdioDefinition | EndpointDefinition;
