/** Masks secrets in command lines and URLs for messages, and so that a hash of the rest doesn't reveal them. */

import { withoutVariables } from '../variables.ts';
import { isPlaceholder, looksSecret, namesSecret, replaceTokens, tokenIn } from './secrets.ts';

const mask = '<secret>';

/** How texts without the name of a secret next to them are masked. */
interface Masking {
  readonly text: (text: string) => string;
  /** The value of a parameter in a URL. */
  readonly parameter: (value: string) => string;
}

const forMessages: Masking = {
  text: (text) => (tokenIn(text) !== undefined || isRandom(text) ? mask : text),
  parameter: (value) => (looksSecret(value) ? mask : forMessages.text(value)),
};

/** Names of packages and programs must not be masked, because a hash has to change with them. */
const forHashes: Masking = {
  text: (text) => (isCertainlyRandom(text) ? mask : maskTokens(text)),
  parameter: (value) => forHashes.text(value),
};

/** Masks the values of options and variables that name a secret, secrets in URLs, and arguments that look like one. */
export function maskArguments(args: readonly string[], masking = forMessages): readonly string[] {
  return args.map((arg, index) => (namesValue(args[index - 1]) ? mask : maskArgument(arg, masking)));
}

/** Masks the secrets in a command line that is hashed. */
export function maskCommandLine([command = '', ...args]: readonly string[]): readonly string[] {
  return [isCertainlyRandom(command) ? command : maskArgument(command, forHashes), ...maskArguments(args, forHashes)];
}

/** Masks the secrets in a URL that is hashed. */
export const maskAddress = (url: string): string => maskUrl(url, forHashes);

/** True for an option whose value is the next argument: `--api-key`. */
const namesValue = (arg: string | undefined): boolean =>
  arg !== undefined && /^--?[\w-]+$/.test(arg) && namesSecret(arg);

/** `--token=…`, `/token:…`, `API_KEY=…`, `Authorization: …` */
const assignment = /^((?:-{0,2}|\/)[\w.-]+)[=:]./s;

function maskArgument(arg: string, masking = forMessages): string {
  const [, name] = assignment.exec(arg) ?? [];
  if (name !== undefined && namesSecret(name)) return `${name}=${mask}`;
  return arg.includes('://') ? maskUrl(arg, masking) : masking.text(arg);
}

/** Masks a value that looks like a secret, on its own or together with the name of its variable, property, or option. */
export function maskNamed(name: string, value: string): string {
  return namesSecret(name) && looksSecret(value) ? mask : maskArgument(value);
}

/**
 * Masks the secrets in a value as a file has it, also in the defaults of its variables. The same rule decides which values
 * aren't copied to other files.
 * @param name of the variable, header, or property
 */
export function maskValue(name: string, value: string): string {
  const literal = literalIn(value);
  if (isPlaceholder(literal)) return maskDefaults(value, name);
  const masked = literal === '' ? '' : maskNamed(name, literal);
  if (masked === literal) return maskDefaults(value, name);
  return literal === value ? masked : mask;
}

/** The same for the arguments of a command. */
export function maskWords(words: readonly string[]): readonly string[] {
  const literals = words.map(literalIn);
  const masked = maskArguments(literals);
  return words.map((word, index) => {
    const [literal = '', shown = ''] = [literals[index], masked[index]];
    if (literal === '' || shown === literal || isPlaceholder(literal))
      return maskDefaults(word, words[index - 1] ?? '');
    return literal === word ? shown : mask;
  });
}

/** Returns the text of a value apart from its variables, and from the scheme before one: `Bearer ${TOKEN}`. */
function literalIn(value: string): string {
  const rest = withoutVariables(value);
  return rest === value
    ? value
    : rest
        .trim()
        .replace(/(?:bearer|basic|token)$/i, '')
        .trim();
}

/** Variables with a default, as tools and shells write them: `${NAME:-default}`, `${env:NAME:-default}`, `${NAME=default}`. */
const withDefault = /\$\{((?:env:)?[^{}:=?+-]*)(:?[-=?+])([^{}]*)\}/g;

/** Masks defaults, which have the name of the value, of their variable, or of the option or parameter before it. */
function maskDefaults(value: string, name: string): string {
  if (!value.includes('${')) return value;
  return value.replace(withDefault, (written, variable: string, operator: string, text: string, at: number) => {
    const option = optionBefore(value.slice(Math.max(0, at - 100), at).trimEnd());
    const isSecret = [name, variable, option].some((each) => maskNamed(each, text) !== text);
    return isSecret && text !== '' && !isPlaceholder(text) ? `\${${variable}${operator}${mask}}` : written;
  });
}

/** Returns the name in front of a value: `key` after `--key=` or `?key=`. */
const optionBefore = (text: string): string =>
  /[=:]$/.test(text)
    ? (text
        .slice(0, -1)
        .split(/[^\w.-]/)
        .at(-1) ?? '')
    : '';

/** Masks the user info, and secrets in the path, the query, and the fragment. The rest is kept as written. */
export function maskUrl(url: string, masking = forMessages): string {
  const [address = '', ...parameters] = url.replace(/(:\/\/)[^/\s]*@/g, `$1${mask}@`).split(/(?=[?&#])/);
  const path = address.split('/').map(masking.text).join('/');
  return path + parameters.map((parameter) => maskParameter(parameter, masking)).join('');
}

/** @param parameter with its separator: `?name=value` */
function maskParameter(parameter: string, masking: Masking): string {
  const [name = '', ...rest] = parameter.slice(1).split('=');
  const value = rest.join('=');
  if (value === '') return parameter.charAt(0) + masking.text(parameter.slice(1));
  return `${parameter.charAt(0)}${name}=${namesSecret(name) ? mask : masking.parameter(value)}`;
}

/** Masks only the tokens that are recognizable by their shape, and keeps the text around them. */
export function maskTokens(text: string): string {
  return replaceTokens(text, mask);
}

/** Without a name next to it, only a long mix of letters and digits is likely to be a secret. */
const isRandom = (text: string): boolean =>
  /^[\w+=-]{16,}$/.test(text) && /\d/.test(text) && !consistsOfWords(text) && looksSecret(text);

/** True for names such as `kubernetes-mcp-server-linux-amd64`: most of the letters and digits are in words. */
function consistsOfWords(text: string): boolean {
  const parts = text.split(/[-_]+/);
  const words = parts.filter((part) => /^(?:mcp|(?=.*[aeiouy])[a-z]{3,20}|[a-z]{5,20}\d{1,2})$/.test(part));
  return parts.length > 1 && !/[A-Z+=]/.test(text) && words.join('').length >= 0.6 * parts.join('').length;
}

/** Not a name of a package or a program, which consists of words, or has only lowercase letters. */
const isCertainlyRandom = (text: string): boolean =>
  /^[A-Za-z\d+=]+$/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text) && isRandom(text);
