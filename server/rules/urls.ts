/** Addresses that give something away. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look
import { isPlaceholder } from '../../common/secrets.ts';
import { variableName } from '../config/variables.ts';
import { preferred, removal, replaceString } from '../fixes/fix.ts';
import type { TextRule } from './rule.ts';
import { fileWith } from './words.ts';

const loopback = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|host\.docker\.internal)$/i;

export const plainHttp: TextRule = {
  kind: 'text',
  code: 'plain-http',
  severity: 'warning',
  docs: {
    title: 'Unencrypted URL',
    why: 'With http, anyone on the network path can read and change the traffic, including headers and tokens. Local addresses are exempt.',
    wrong: fileWith('{"type": "http", "url": "http://example.com/mcp"}'),
    right: fileWith('{"type": "http", "url": "https://example.com/mcp"}'),
  },
  check({ field, node }, _entry, report) {
    if (field !== 'url') return;
    const host = /^\s*http:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)/i.exec(node.value)?.[1];
    if (host === undefined || host === '' || host.includes('$') || loopback.test(host)) return;
    report(node, "This URL isn't encrypted and points to another machine. Use https.", {
      fixes: () => [preferred('Change to https', replaceString(node, node.value.replace(/^\s*http:/i, 'https:')))],
    });
  },
};

const userInfo = /([a-z][a-z0-9+.-]{0,20}:\/\/)([^\s/?#@:]{0,200}):([^\s/?#@]{1,200})@([^\s/?#:@]+)/i;

export const credentialsInUrl: TextRule = {
  kind: 'text',
  code: 'credentials-in-url',
  severity: 'warning',
  docs: {
    title: 'Password in a URL',
    why: 'URLs end up in logs, error messages, and process lists, along with the password.',
    wrong: fileWith('{"type": "http", "url": "https://me:k3Jq9vT2@example.com/mcp"}'),
    right: fileWith(
      '{"type": "http", "url": "https://example.com/mcp", "headers": {"Authorization": "${DOCS_LOGIN}"}}',
    ),
  },
  check({ field, node, name }, entry, report) {
    const found = node.value.includes('://') ? userInfo.exec(node.value) : null;
    const [, scheme = '', user = '', password = '', host = ''] = found ?? [];
    if (found === null || /[${}]/.test(password) || isPlaceholder(password) || isPlaceholder(user)) return;
    // A database on the developer's own machine has a password only because it needs one.
    if (field !== 'url' && (loopback.test(host) || /^(?:password|pass|pwd|secret)$/i.test(password))) return;
    const variable = `\${${variableName(field === 'env' && name !== undefined ? name : entry.name, 'password')}}`;
    const remedy = field === 'url' ? 'Send it in a header' : `Use ${variable} and set that variable`;
    const better = node.value.replace(userInfo, () => `${scheme}${user}:${variable}@${host}`);
    report(node, `This URL contains a password. ${remedy}.`, {
      fixes: () => [removal(`Remove the password and use ${variable}`, replaceString(node, better))],
    });
  },
};
