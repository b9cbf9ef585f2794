/** Platform services of the extension, set by the entry point. A browser provides only some of them. */
import type { Uri } from 'vscode';
import type { BaseLanguageClient, LanguageClientOptions } from 'vscode-languageclient';
import type { Environment, Programs } from '../../common/connection-test/launch/programs.ts';
import type { AgentPrograms } from '../../common/messages/verify-agents.ts';

export interface Platform {
  /** Current environment variables; empty in a browser. */
  readonly environment: Environment;
  /** The system in names of settings; absent in a browser. */
  readonly system?: 'linux' | 'osx' | 'windows';
  /** The user's home folder; undefined in a browser. */
  readonly home: string | undefined;
  /** Loads the function that creates the client of the config language server. */
  languageClient(): Promise<CreateLanguageClient>;
  fetch(input: string | URL, init?: RequestInit): Promise<Response>;
  folder(uri: Uri): Promise<FolderFiles>;
  /** Opens a file on disk for reading in chunks; absent if files can only be read as a whole. */
  readonly openAsBlob?: (path: string) => Promise<Blob>;
  /** Requests an image once, without following redirects. */
  requestImage(request: ImageDownload): Promise<ImageResponse>;
  /** Absent if no processes can be started. */
  readonly programs?: () => Promise<Programs>;
  /** The same for the lists of agents in a folder. @param cwd its path */
  readonly agentPrograms?: (cwd: string, signal: AbortSignal) => Promise<AgentPrograms>;
}

/** The `start` of the client starts the server. */
export type CreateLanguageClient = (id: string, name: string, options: LanguageClientOptions) => BaseLanguageClient;

/** The files of one folder. */
export interface FolderFiles {
  /** Returns the names of the files; empty if the folder doesn't exist. */
  list(): Promise<readonly string[]>;
  /** Returns undefined if the file doesn't exist. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** Times are in milliseconds; renaming a file also updates `changed`. @throws if the file doesn't exist */
  stat(name: string): Promise<{ readonly modified: number; readonly changed: number; readonly size: number }>;
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Never overwrites a file, which another window may just have created. @returns false if the file exists */
  writeNew(name: string, bytes: Uint8Array): Promise<boolean>;
  rename(from: string, to: string): Promise<void>;
  /** Does nothing if the file doesn't exist. */
  delete(name: string): Promise<void>;
  log(name: string): LogFile;
  /**
   * Replaces the whole file, or deletes it if `text` is undefined. Starts before it returns: the editor may exit.
   * Rejects with errors of the file system.
   */
  save(name: string, text: string | undefined): Promise<void>;
}

/** A file that is only appended to. */
export interface LogFile {
  /** Returns the whole text; empty if the file doesn't exist. */
  read(): Promise<string>;
  /**
   * Appends before it returns, so that the order is kept and nothing is lost when the editor exits. Returns true if
   * another process has written to the file since our last write. If it throws, nothing was appended. If the file was
   * deleted meanwhile, what it lacks of the text before this one is written again.
   */
  append(text: string): boolean;
}

export interface ImageDownload {
  readonly url: URL;
  /** True for a URL of the service in use, which may have a private address. */
  readonly trusted: boolean;
  /** Maximum size in bytes. */
  readonly largest: number;
  readonly signal: AbortSignal;
}

export type ImageResponse = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly location: string };

let current: Platform | undefined;

/** Called once by the entry point, before anything else. */
export function usePlatform(platform: Platform): void {
  current = platform;
}

export function platform(): Platform {
  if (!current) throw new Error('The entry point sets the platform first.');
  return current;
}

/** Returns the lines of a text that another text doesn't contain, so that appending them to it repeats nothing. */
export function missingLines(text: string, other: string): string {
  const known = new Set(['', ...other.split('\n')]);
  const missing = text.split('\n').filter((line) => !known.has(line));
  // Starts on a new line, because the last line of the other text may be incomplete.
  return missing.length === 0 ? '' : `\n${missing.join('\n')}\n`;
}
