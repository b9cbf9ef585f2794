/** The policies of this machine: those of the vendors, and the file in the settings. They are only read. */
import * as l10n from '@vscode/l10n';
import { absolute } from '../../../common/messages/config-place.ts';
import type { Machine } from '../../config/platform.ts';
import { baseName, fileUri } from '../../files/uris.ts';
import { noPolicy, type Policy, type PolicyFault, type PolicyLayer } from '../../policy/policy.ts';
import { type PolicyLists, readPolicy } from '../../policy/read-policy.ts';

export class Policies {
  readonly #machine: Machine;
  readonly #home: string | undefined;
  #file = '';

  constructor(machine: Machine, home: string | undefined) {
    this.#machine = machine;
    this.#home = home;
  }

  /** Sets the value of `switchyard.config.policyFile`. It adds a source; those of the vendors always apply. */
  setFile(setting: unknown): void {
    this.#file = typeof setting === 'string' ? setting.trim() : '';
  }

  /** URIs of the vendors' existing files, and of the file in the settings. */
  get uris(): readonly string[] {
    return this.#sources().flat();
  }

  /** Reads all files. Sources with a fault are ignored. */
  read(): Policy {
    const faults: PolicyFault[] = [...this.#settingFaults()];
    const layers: PolicyLayer[] = [];
    const faulty: NonNullable<Policy['faulty']>[number][] = [];
    for (const source of this.#sources()) {
      const read = source.map((uri) => this.#read(uri));
      const found = read.flatMap((file) => file.faults);
      faults.push(...found);
      const [first] = source;
      if (first === undefined) continue;
      const label = baseName(first);
      const layer = joined(read.map(({ lists }) => lists));
      if (found.length > 0) faulty.push({ uri: first, label, allowed: undefined, denied: undefined, ...layer });
      else if (layer !== undefined) layers.push({ label, ...layer });
    }
    return layers.length + faults.length === 0 ? noPolicy : { layers, faults, faulty };
  }

  /** Empty without a home folder, because no files of this machine are read then. */
  #settingFaults(): readonly PolicyFault[] {
    if (this.#file === '' || this.#home === undefined || absolute(this.#file, this.#home) !== undefined) return [];
    const message = l10n.t("{0} in the settings isn't an absolute path.", JSON.stringify(this.#file));
    return [{ uri: fileUri(`/${this.#file}`), offset: 0, message }];
  }

  #sources(): readonly (readonly string[])[] {
    const named = this.#file === '' ? undefined : absolute(this.#file, this.#home);
    return this.#machine.policySources(named === undefined ? undefined : fileUri(named));
  }

  #read(uri: string): ReturnType<typeof readPolicy> {
    const text = this.#machine.files.read(uri);
    if (text !== undefined) return readPolicy(text, uri);
    const lists = { allowed: undefined, denied: undefined };
    return { lists, faults: [{ uri, offset: 0, message: l10n.t("Couldn't read {0}.", baseName(uri)) }] };
  }
}

/** Concatenates the lists of the files of one source. Returns undefined if the files have no lists. */
function joined(files: readonly PolicyLists[]): PolicyLists | undefined {
  const allowed = files.flatMap((file) => file.allowed ?? []);
  const [first] = allowed;
  if (first === undefined && files.every(({ denied }) => denied === undefined)) return undefined;
  return {
    allowed: first && { at: first.at, entries: allowed.flatMap(({ entries }) => entries) },
    denied: files.flatMap(({ denied }) => denied ?? []),
  };
}
