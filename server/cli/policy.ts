/** Reads policies for the command line, which fails if one is invalid. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { noPolicy, type Policy, type PolicyLayer } from '../policy/policy.ts';
import { readPolicy } from '../policy/read-policy.ts';
import { FileError } from './file-error.ts';
import { positionIn } from './position.ts';
import { readConfig } from './read-file.ts';

/**
 * Reads each file as a layer: a server must be allowed by all of them. Returns plain data, which workers can receive.
 * @param files absolute paths
 * @throws FileError if a file can't be read, isn't valid, or has no list
 */
export async function loadPolicy(files: readonly string[]): Promise<Policy> {
  if (files.length === 0) return noPolicy;
  const layers: PolicyLayer[] = [];
  for (const file of files) {
    const text = await readConfig(file);
    const { lists, faults } = readPolicy(text, pathToFileURL(file).href);
    const [first] = faults;
    if (first !== undefined) throw new FileError(`${file}:${positionIn(text, first.offset)}: ${first.message}`);
    if (lists.allowed === undefined && lists.denied === undefined)
      throw new FileError(`${file}:1:1: Missing "allowedMcpServers" or "deniedMcpServers".`);
    layers.push({ label: path.basename(file), ...lists });
  }
  return { layers, faults: [] };
}
