/** Reads policies for the command line, which fails if one is invalid. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readText } from '../../files/disk.ts';
import { errorAt } from '../../files/file-error.ts';
import { noPolicy, type Policy, type PolicyLayer } from '../../policy/policy.ts';
import { readPolicy } from '../../policy/read-policy.ts';

/**
 * Reads each file as a layer: a server must be allowed by all of them. Returns plain data, which workers can receive.
 * @param files absolute paths
 * @throws FileError if a file can't be read, isn't valid, or has no list
 */
export function loadPolicy(files: readonly string[]): Policy {
  if (files.length === 0) return noPolicy;
  const layers = files.map((file): PolicyLayer => {
    const text = readText(file);
    const { lists, faults } = readPolicy(text, pathToFileURL(file).href);
    const [first] = faults;
    if (first !== undefined) throw errorAt(file, text, first.offset, first.message);
    if (lists.allowed === undefined && lists.denied === undefined)
      throw errorAt(file, text, 0, 'Missing "allowedMcpServers" or "deniedMcpServers".');
    return { label: path.basename(file), ...lists };
  });
  return { layers, faults: [] };
}
