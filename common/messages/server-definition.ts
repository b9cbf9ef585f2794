/** How a server is reached according to its definition, as written: variables aren't expanded. */
import type { VariableSyntax } from '../variables.ts';

interface Common {
  readonly name: string;
  /** Syntax of variables in its file. Absent: `${NAME}`. */
  readonly variables?: VariableSyntax;
  /** Milliseconds per request; 0: no limit. Absent: Oh My Pi's default. */
  readonly timeout?: number;
  /** Absent: IDs of requests are numbers. */
  readonly requestIdFormat?: 'string';
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
  /** True if Oh My Pi signs in by itself (`auth`, `oauth`), which a test can't. */
  readonly signsIn: boolean;
}

export type ServerDefinition = StdioDefinition | EndpointDefinition;
