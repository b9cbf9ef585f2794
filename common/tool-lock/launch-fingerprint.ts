/** Identifies a server's definition without revealing its secrets. */
import { looksSecret, namesSecret, tokenIn } from '../secrets.ts';
import type { ServerDefinition } from '../server-definition.ts';
import { sha256 } from '../sha256.ts';
import { canonicalJson } from './canonical.ts';

const hidden = '<secret>';

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
    return { transport, url: publicUrl(url), headers: Object.keys(headers).toSorted() };
  }
  const { transport, command, args, env, cwd } = definition;
  const words = args.map((word, index) => (namesValue(args[index - 1]) ? hidden : publicWord(word)));
  return { transport, command: publicWord(command), args: words, env: Object.keys(env).toSorted(), cwd };
}

/** True for an option whose value is the next word: `--api-key`. */
const namesValue = (word: string | undefined): boolean =>
  word !== undefined && /^--?[\w-]+$/.test(word) && namesSecret(word);

/** `--token=…`, `-e API_KEY=…`, `Authorization: …` */
const assignment = /^(-{0,2}[\w.-]+)(=|:\s)/;

function publicWord(word: string): string {
  const [start = '', name = ''] = assignment.exec(word) ?? [];
  if (name !== '' && namesSecret(name)) return start + hidden;
  return /:\/\//.test(word) ? start + publicUrl(word.slice(start.length)) : withoutTokens(word);
}

/** Masks the user info and secrets in the query of a URL. The rest is kept as written. */
function publicUrl(url: string): string {
  const [base = '', ...query] = url.replace(/(:\/\/)[^/?#@\s]*@/, `$1${hidden}@`).split('?');
  const parameters = query
    .join('?')
    .split('&')
    .map((parameter) => {
      const [name = '', ...value] = parameter.split('=');
      return namesSecret(name) || looksSecret(value.join('=')) ? `${name}=${hidden}` : parameter;
    });
  return withoutTokens(query.length === 0 ? base : `${base}?${parameters.join('&')}`);
}

function withoutTokens(text: string): string {
  const token = tokenIn(text);
  return token === undefined ? text : text.slice(0, token.start) + hidden + withoutTokens(text.slice(token.end));
}
