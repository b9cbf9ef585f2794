/** Entries of `mcpServers`: valid names, and objects as values. */
import * as l10n from '@vscode/l10n';
import { codePointName } from '../../common/text/invisible-characters.ts';
import { maskArguments, maskUrl } from '../../common/text/mask-secrets.ts';
import { serverNameLimit, serverNamePattern, serverNameRule } from '../config/format/format.ts';
import { plainWords } from '../config/packages/launch.ts';
import { transportOfAddress } from '../config/servers/choose-transport.ts';
import { type StringNode, typeInWords } from '../config/text/json.ts';
import { type Fix, preferred, replace } from '../fixes/fix.ts';
import { betterName, renameServer } from '../fixes/rename-server.ts';
import { fileWith, quote } from './message-text.ts';
import type { EntryRule, FixMaker } from './rule.ts';

const right = fileWith('{"command": "docs-server"}', 'my-docs');

function nameOf(character: string): string {
  if (character === ' ') return l10n.t('a space');
  const isVisible = /[\p{L}\p{N}\p{P}\p{S}]/u.test(character);
  return l10n.t('the character {0}', isVisible ? quote(character) : codePointName(character));
}

export const serverName: EntryRule = {
  code: 'server-name',
  severity: 'error',
  docs: {
    title: 'Invalid server name',
    why: `A server name must have ${serverNameRule} Oh My Pi loads other names too, but the format doesn't allow them, and tool names are derived from them.`,
    wrong: fileWith('{"command": "docs-server"}', 'my docs'),
    right,
  },
  check({ key, name, value, damaged }, report) {
    // A key without a value is still being typed.
    if (damaged && value === undefined) return;
    if (serverNamePattern.test(name)) return;
    if (name === '') {
      report(key, l10n.t('Server name is empty. Use letters, digits, "_", ".", and "-".'));
      return;
    }
    const bad = Array.from(name).find((character) => !serverNamePattern.test(character));
    const fixes: FixMaker = (document) => {
      const better = betterName(document, key);
      if (better === undefined) return [];
      return [preferred(l10n.t('Rename to {0}', quote(better)), ...renameServer(document, key, better))];
    };
    // No example, because the other servers determine which names are free.
    const remedy = l10n.t('Use letters, digits, "_", ".", and "-"');
    const message =
      bad === undefined
        ? l10n.t('Server name is too long ({0} characters). Use at most {1}.', name.length, serverNameLimit)
        : l10n.t('Server name contains {0}. {1}.', nameOf(bad), remedy);
    report(key, message, fixes);
  },
};

export const serverNotObject: EntryRule = {
  code: 'server-not-object',
  severity: 'error',
  docs: {
    title: 'Server is not an object',
    why: 'A server entry is an object with "command", or with "type" and "url".',
    wrong: fileWith('"docs-server"', 'my-docs'),
    right,
  },
  check({ name, value, damaged }, report) {
    if (value === undefined || value.type === 'object' || damaged) return;
    report(
      value,
      l10n.t(
        'Expected an object for server {0}, got {1}. Use an object such as {"command": "…"}.',
        quote(name),
        typeInWords(value),
      ),
      () => (value.type === 'string' ? asObject(value) : []),
    );
  },
};

/** Returns the fix for a command line or URL that was written instead of an object; empty if it's ambiguous. */
function asObject(node: StringNode): readonly Fix[] {
  const { value } = node;
  const change = (title: string, json: string): Fix => preferred(l10n.t('Change to {0}', title), replace(node, json));
  if (/^https?:\/\/\S+$/i.test(value)) return [change(serverAt(maskUrl(value)), serverAt(value))];
  const words = plainWords(value);
  return words === undefined ? [] : [change(serverRunning(maskArguments(words)), serverRunning(words))];
}

const serverAt = (url: string): string => `{"type": "${transportOfAddress(url)}", "url": ${JSON.stringify(url)}}`;

function serverRunning([command, ...args]: readonly string[]): string {
  const list = args.length === 0 ? '' : `, "args": [${args.map((arg) => JSON.stringify(arg)).join(', ')}]`;
  return `{"command": ${JSON.stringify(command)}${list}}`;
}
