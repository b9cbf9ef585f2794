/** Creates a server from user input: a command line or URL, a header, and an optional name. */
import * as l10n from '@vscode/l10n';
import type { ServerInput, ServerProposal } from '../../common/messages/tool-servers.ts';
import { quote } from '../config/language.ts';
import { transportOfAddress } from '../config/servers/choose-transport.ts';
import { ConfigDocument } from '../config/servers/document.ts';
import { nameProblem } from '../config/servers/server-names.ts';
import { splitCommandLine } from '../config/shell-words.ts';
import { nameFromAddress, nameFromCommand } from '../convert/commands/guess-name.ts';
import { applyChanges } from '../fixes/fix.ts';
import { FreeNames } from '../fixes/rename-server.ts';
import { check } from '../rules/check.ts';
import { Refusal } from './edited-files.ts';

/** @param taken the definitions in all files that the agent reads there @throws Refusal with the problem */
export function propose(
  { line, header, name }: ServerInput,
  taken: readonly { readonly name: string; readonly source: { readonly label: string } }[],
): ServerProposal {
  const { server, guess } = isAddress(line) ? endpointOf(line.trim(), header) : processOf(line);
  const chosen = name ?? new FreeNames(taken.map((one) => one.name)).take(guess);
  const problem = nameProblem(chosen);
  if (problem !== undefined) throw new Refusal(problem);
  const other = taken.find((definition) => definition.name === chosen);
  if (other !== undefined)
    throw new Refusal(l10n.t('A server named {0} already exists in {1}.', quote(chosen), other.source.label));
  return { name: chosen, server, safer: saferOf(chosen, server) };
}

/** A variable may contain everything before the path. */
function isAddress(line: string): boolean {
  return /^\s*(?:[a-z][a-z\d+.-]*:\/\/|\$\{[^}]*\}\S*\s*$)/i.test(line);
}

/** Returns a server, and a name derived from the package or program. */
function processOf(line: string) {
  const words = splitCommandLine(line);
  if (words === undefined) throw new Refusal(l10n.t('Missing closing quote.'));
  const first = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  const command = words[first];
  if (command === undefined || command === '') throw new Refusal(l10n.t('Enter the command that starts the server.'));
  const args = words.slice(first + 1);
  const pairs = words
    .slice(0, first)
    .map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]);
  const server = {
    command,
    ...(args.length > 0 && { args }),
    ...(pairs.length > 0 && { env: Object.fromEntries(pairs) }),
  };
  return { server, guess: nameFromCommand([command, ...args]) };
}

/** Returns a server, and a name derived from the host. */
function endpointOf(url: string, header = '') {
  // A variable may contain everything before the path.
  if (!/^(?:https?:\/\/[^\s/]|\$\{)\S*$/i.test(url))
    throw new Refusal(l10n.t('Enter a URL that starts with http:// or https://.'));
  const server = { type: transportOfAddress(url), url };
  const guess = nameFromAddress(url);
  if (header.trim() === '') return { server, guess };
  const [, key, value] = /^([\w!#$%&'*+.^`|~-]+)\s*:\s*(\S.*)$/.exec(header.trim()) ?? [];
  if (key === undefined || value === undefined) throw new Refusal(l10n.t('Enter the header as Name: value.'));
  return { server: { ...server, headers: { [key]: value } }, guess };
}

/** Returns the server with the fixes of the rule `literal-secret` applied; null if it has no fixes. */
function saferOf(name: string, server: object): ServerProposal['safer'] {
  const text = JSON.stringify({ mcpServers: { [name]: server } });
  const document = new ConfigDocument(text);
  const changes = check(document)
    .problems.filter(({ code }) => code === 'literal-secret')
    .flatMap((problem) => problem.fixes?.(document)[0]?.changes ?? []);
  if (changes.length === 0) return null;
  const variables = changes.flatMap((change) => /\$\{\w+\}/.exec(change.text)?.[0] ?? []);
  return { server: JSON.parse(applyChanges(text, changes)).mcpServers[name], variables };
}
