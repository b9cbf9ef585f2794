/** What the server may know of the machine it runs on; the front door brings it in. Nothing here runs or changes anything. */

/** Files, by URI. Everything is bounded: no call takes long, whatever lies on the disk. */
export interface Files {
  /** The text of a file; undefined where there is none, or none that is of use as a config file (too large, not UTF-8). */
  read(uri: string): string | undefined;
  /** Changes when the file does; undefined where there is none. */
  stamp(uri: string): string | undefined;
  kind(uri: string): 'file' | 'folder' | undefined;
  /** Every `mcp.json` and `.mcp.json` in a folder and below it. */
  find(folder: string): Promise<readonly string[]>;
}

export interface Machine {
  readonly files: Files;
  /** True when a program of this name is on the PATH. */
  hasCommand(name: string): boolean;
  /** Names of the environment variables; their values stay where they are. */
  variables(): readonly string[];
}

/** What rules look up on the machine, by name. */
export interface Lookups {
  hasCommand(name: string): boolean;
  kind(uri: string): 'file' | 'folder' | undefined;
}
