/** Masks secrets in command lines and URLs for messages, and so that a hash of the rest doesn't reveal them. */
import { looksSecret, namesSecret, replaceTokens, tokenIn } from './secrets.ts';

const mask = '<secret>';

/** Masks the values of options and variables that name a secret, secrets in URLs, and arguments that look like one. */
export function maskArguments(args: readonly string[]): readonly string[] {
  return args.map((arg, index) => (namesValue(args[index - 1]) ? mask : maskArgument(arg)));
}

/** True for an option whose value is the next argument: `--api-key`. */
const namesValue = (arg: string | undefined): boolean =>
  arg !== undefined && /^--?[\w-]+$/.test(arg) && namesSecret(arg);

/** `--token=…`, `/token:…`, `API_KEY=…`, `Authorization: …` */
const assignment = /^((?:-{0,2}|\/)[\w.-]+)[=:]./s;

function maskArgument(arg: string): string {
  const [, name] = assignment.exec(arg) ?? [];
  if (name !== undefined && namesSecret(name)) return `${name}=${mask}`;
  return arg.includes('://') ? maskUrl(arg) : maskText(arg);
}

/** Masks a value that looks like a secret, on its own or together with the name of its variable, property, or option. */
export function maskNamed(name: string, value: string): string {
  return namesSecret(name) && looksSecret(value) ? mask : maskArgument(value);
}

/** Masks the user info, and secrets in the path, the query, and the fragment. The rest is kept as written. */
export function maskUrl(url: string): string {
  const [address = '', ...parameters] = url.replace(/(:\/\/)[^/\s]*@/g, `$1${mask}@`).split(/(?=[?&#])/);
  return address.split('/').map(maskText).join('/') + parameters.map(maskParameter).join('');
}

/** @param parameter with its separator: `?name=value` */
function maskParameter(parameter: string): string {
  const [name = '', ...rest] = parameter.slice(1).split('=');
  const value = rest.join('=');
  if (value === '') return parameter.charAt(0) + maskText(parameter.slice(1));
  return `${parameter.charAt(0)}${name}=${namesSecret(name) || looksSecret(value) ? mask : maskText(value)}`;
}

const maskText = (text: string): string => (tokenIn(text) !== undefined || isRandom(text) ? mask : text);

/** Masks only the tokens that are recognizable by their shape, and keeps the text around them. */
export function maskTokens(text: string): string {
  return replaceTokens(text, mask);
}

/** Without a name next to it, only a long mix of letters and digits is likely to be a secret. */
const isRandom = (text: string): boolean => /^[\w+=-]{16,}$/.test(text) && /\d/.test(text) && looksSecret(text);
