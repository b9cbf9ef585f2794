import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** A new folder for temporary files. The caller removes it, except for `untilExit`. */
export class TemporaryFolder {
  /** Without links, because programs report real paths. */
  readonly path: string;

  /** @param purpose part of its name, for those who find it in the file system */
  constructor(purpose: string) {
    this.path = realpathSync(mkdtempSync(path.join(tmpdir(), `switchyard-${purpose}-`)));
  }

  /** Returns a folder that is deleted when this process ends. */
  static untilExit(purpose: string): TemporaryFolder {
    const folder = new TemporaryFolder(purpose);
    process.on('exit', () => folder.remove());
    return folder;
  }

  /** Returns the full path of a file in it. */
  at(file: string): string {
    return path.join(this.path, file);
  }

  uri(file: string): string {
    return pathToFileURL(this.at(file)).href;
  }

  /** Writes a file, and its folders; objects as JSON. Returns the full path. */
  write(file: string, content: string | object): string {
    const isData = typeof content === 'string' || content instanceof Uint8Array;
    mkdirSync(path.dirname(this.at(file)), { recursive: true });
    writeFileSync(this.at(file), isData ? content : JSON.stringify(content, null, 2));
    return this.at(file);
  }

  read(file: string): string {
    return readFileSync(this.at(file), 'utf8');
  }

  remove(): void {
    // Ended processes may still write for a moment.
    rmSync(this.path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
