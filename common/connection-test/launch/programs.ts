/** Machine access of a connection test: environment variables and programs. A browser has no programs. */
import type { Transport } from '@modelcontextprotocol/client';
import type { StdioDefinition } from '../../messages/server-definition.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Starts programs for connection tests. */
export interface Programs {
  /** Returns the absolute path of a folder, relative to another one or to this process's working directory. */
  resolve(folder: string | undefined, relative: string): string;
  /** @param log receives everything that the program writes to standard error */
  connect(definition: StdioDefinition, environment: Environment, log: (text: string) => void): ProgramTransport;
}

export interface ProgramTransport extends Transport {
  /** Why the program ended, or couldn't be started. */
  readonly failure: ProgramFailure | undefined;
  /** Known after `close`: processes of the program that couldn't be ended, such as `node (4711)`. */
  readonly survivors: readonly string[];
}

export type ProgramFailure =
  /** The program isn't on the PATH, or the file doesn't exist. */
  | { readonly kind: 'notFound'; readonly command: string }
  /** It exists but can't be started. */
  | { readonly kind: 'notAllowed'; readonly command: string }
  | { readonly kind: 'noFolder'; readonly cwd: string }
  /** The process ended before it responded. */
  | {
      readonly kind: 'exited';
      readonly code: number | null;
      readonly signal: string | null;
      /** The last lines that it wrote to standard error. */
      readonly stderr: string;
    }
  /** Standard output isn't valid MCP. */
  | { readonly kind: 'noProtocol'; readonly said: string };
