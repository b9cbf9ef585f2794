/** A server can send back what it was given, so that its reasons are shown without the values of secrets. */
import { isText } from '../guards.ts';
import type { ServerDefinition } from '../messages/server-definition.ts';
import { maskTokens } from '../text/mask-secrets.ts';
import { looksSecret, namesSecret } from '../text/secrets.ts';
import type { TestFailure } from './failure.ts';

/** Number of characters. Shorter values can be parts of words. */
const shortest = 6;

/** @param definition with the values that the server got */
export function withoutEchoes(failure: TestFailure, definition: ServerDefinition): TestFailure {
  const secrets = secretsOf(definition);
  const hidden = (text: string): string =>
    maskTokens(secrets.reduce((all, secret) => all.replaceAll(secret, '<secret>'), text));
  const members = Object.entries(failure).map(([name, value]) => [
    name,
    isText(value) && name !== 'kind' ? hidden(value) : value,
  ]);
  return Object.fromEntries(members) as TestFailure;
}

/** Returns the values with a name or a form of secrets, longest first: of `Bearer …`, also the token alone. */
function secretsOf(definition: ServerDefinition): readonly string[] {
  const given = definition.transport === 'stdio' ? definition.env : definition.headers;
  return Object.entries(given)
    .filter(([name, value]) => /^authorization$/i.test(name) || namesSecret(name) || looksSecret(value))
    .flatMap(([, value]) => [value, value.split(' ').at(-1) ?? ''])
    .filter((value) => value.length >= shortest)
    .sort((one, other) => other.length - one.length);
}
