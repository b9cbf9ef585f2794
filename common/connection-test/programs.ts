/** What a connection test uses of the machine it runs on: environment variables and programs. A browser has no programs. */
import type { Transport } from '@modelcontextprotocol/client';
import type { StdioDefinition } from '../server-definition.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Starting programs, for connection tests. */
export interface Programs {
  /** The absolute path of a folder, relative to another one or to the editor's own. */
  resolve(folder: string | undefined, relative: string): string;
  /** @param log gets everything that the program writes to standard error */
  connect(definition: StdioDefinition, environment: Environment, log: (text: string) => void): ProgramTransport;
}

export interface ProgramTransport extends Transport {
  /** Why the program ended, or couldn't be started. */
  readonly failure: ProgramFailure | undefined;
}

export type ProgramFailure =
  /** The program is not on the PATH, or the file is not there. */
  | { readonly kind: 'notFound'; readonly command: string }
  /** It is there and may not be started. */
  | { readonly kind: 'notAllowed'; readonly command: string }
  | { readonly kind: 'noFolder'; readonly cwd: string }
  /** The process ended before it answered. */
  | {
      readonly kind: 'exited';
      readonly code: number | null;
      readonly signal: string | null;
      /** The last lines that it wrote to standard error. */
      readonly stderr: string;
    }
  /** What came on standard output is not the protocol. */
  | { readonly kind: 'noProtocol'; readonly said: string };
