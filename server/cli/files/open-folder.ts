/** A folder that stays the same while it is used. */
import { closeSync, constants, existsSync, openSync, readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { attempt } from '../../../common/attempt.ts';

/** Open files and folders of this process, by descriptor. Only Linux has it. */
const openFiles = '/proc/self/fd';

/**
 * Keeps a folder open, so that a link which replaces it, or one of its parents, isn't followed. Where the system can't
 * address an open folder, the path is used.
 */
export class OpenFolder {
  /** Without links. */
  readonly realPath: string;
  readonly #path: string;
  readonly #descriptor: number | undefined;

  /** @throws the error of the system if the folder doesn't exist */
  constructor(folder: string) {
    // A folder that can't be listed can still be written to.
    const open = () => openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
    this.#descriptor = existsSync(openFiles) ? attempt(open) : undefined;
    this.#path = this.#descriptor === undefined ? folder : `${openFiles}/${this.#descriptor}`;
    this.realPath = this.#descriptor === undefined ? realpathSync.native(folder) : readlinkSync(this.#path);
  }

  /** Returns the path of a file in the folder, as it is now. */
  pathOf(name: string): string {
    return path.join(this.#path, name);
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
  }
}
