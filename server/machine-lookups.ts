import { remembered } from '../common/remembered.ts';
import type { Lookups, Platform } from './config/platform.ts';

/** Cached lookups of programs and paths on a machine. */
export class MachineLookups implements Lookups {
  readonly #machine: Platform;
  readonly #commands = new Map<string, boolean>();
  readonly #kinds = new Map<string, 'file' | 'folder' | undefined>();

  constructor(machine: Platform) {
    this.#machine = machine;
  }

  hasCommand(name: string): boolean {
    return remembered(this.#commands, name, () => this.#machine.hasCommand(name));
  }

  kind(uri: string): 'file' | 'folder' | undefined {
    return remembered(this.#kinds, uri, () => this.#machine.files.kind(uri));
  }
}
