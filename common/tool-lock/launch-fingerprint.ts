/** Identifies a server's definition without revealing its secrets. */
import { maskArguments, maskUrl } from '../mask-secrets.ts';
import type { ServerDefinition } from '../server-definition.ts';
import { sha256 } from '../sha256.ts';
import { canonicalJson } from './canonical.ts';

/**
 * Returns a hash of how a server is started or reached. Variables aren't expanded, so that it's the same on every
 * machine. Excludes the values of `env` and `headers`, and secrets in arguments and in the URL, because a short secret
 * could be guessed from the hash.
 */
export function launchFingerprint(definition: ServerDefinition): Promise<string> {
  return sha256(canonicalJson(withoutSecrets(definition)));
}

/** Returns the data that is hashed. */
export function withoutSecrets(definition: ServerDefinition): object {
  if (definition.transport !== 'stdio') {
    const { transport, url, headers } = definition;
    return { transport, url: maskUrl(url), headers: Object.keys(headers).toSorted() };
  }
  const { transport, command, env, cwd } = definition;
  const [program, ...args] = maskArguments([command, ...definition.args]);
  return { transport, command: program, args, env: Object.keys(env).toSorted(), cwd };
}
