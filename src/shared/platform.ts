/** What the extension uses of the machine it runs on, brought in by the entry point: a browser has only a part of it. */
import type { Uri } from 'vscode';
import type { BaseLanguageClient, LanguageClientOptions } from 'vscode-languageclient';
import type { Environment, Programs } from '../../common/connection-test/programs.ts';

export interface Platform {
  /** Environment variables as they are now; none in a browser. */
  readonly environment: Environment;
  /** The user's home folder; undefined in a browser. */
  readonly home: string | undefined;
  /** Loads what creates the client of the config language server. */
  languageClient(): Promise<CreateLanguageClient>;
  fetch(input: string | URL, init?: RequestInit): Promise<Response>;
  folder(uri: Uri): Promise<FolderFiles>;
  /** Reads a file on disk piece by piece; absent if files can only be read as a whole. */
  readonly openAsBlob?: (path: string) => Promise<Blob>;
  /** Requests an image once, without following redirects. */
  requestImage(request: ImageRequest): Promise<ImageResponse>;
  /** Absent if no processes can be started. */
  readonly programs?: () => Promise<Programs>;
}

/** The `start` of the client starts the server. */
export type CreateLanguageClient = (id: string, name: string, options: LanguageClientOptions) => BaseLanguageClient;

/** The files of one folder. */
export interface FolderFiles {
  /** Names of the files; none if there is no folder. */
  list(): Promise<readonly string[]>;
  /** Undefined if there is no such file. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** Times are in milliseconds; `changed` also tells when a file was renamed. @throws if there is no such file */
  stat(name: string): Promise<{ readonly modified: number; readonly changed: number; readonly size: number }>;
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Writes only if the name is free, because another window may take it. @returns false if the file exists already */
  writeNew(name: string, bytes: Uint8Array): Promise<boolean>;
  rename(from: string, to: string): Promise<void>;
  /** Does nothing if there is no such file. */
  delete(name: string): Promise<void>;
  log(name: string): LogFile;
  /** Replaces a file as a whole, or deletes it; begun before it returns, because the editor may end. */
  save(name: string, text: string | undefined): void;
}

/** A file that is only appended to. */
export interface LogFile {
  /** The whole text; empty if the file doesn't exist. */
  read(): Promise<string>;
  /**
   * Adds to its end before it returns, so that nothing overtakes it and nothing is lost when the editor ends. True when
   * another process has written to it since our last write. If it throws, nothing was added.
   */
  append(text: string): boolean;
}

export interface ImageRequest {
  readonly url: URL;
  /** Of the service in use, which may have a private address. */
  readonly trusted: boolean;
  /** Bytes. */
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
