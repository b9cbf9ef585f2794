/** URLs that expose traffic or credentials. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look
import * as l10n from '@vscode/l10n';
import { isPlaceholder } from '../../common/secrets.ts';
import type { ExpandableString } from '../config/expandable-strings.ts';
import { variableName } from '../config/variables.ts';
import { preferred, removal, replaceString } from '../fixes/fix.ts';
import { fileWith } from './message-text.ts';
import type { TextRule } from './rule.ts';

const loopback = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|host\.docker\.internal)$/i;

/** Hosts that aren't reachable from the internet: private networks, and names that only a local network resolves. */
const privateAddress =
  /^(?:10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2}|169\.254(?:\.\d{1,3}){2}|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])(?:\.\d{1,3}){2}|\[f[cd][\da-f:]*\]|\[fe80:[^\]]*\]|[^.:[\]]+|.+\.(?:local|lan|internal|intranet|corp|home|home\.arpa|localdomain|test|ts\.net))\.?$/i;

/** The host of an unencrypted URL on another machine. */
function unencryptedHost({ field, node }: ExpandableString): string | undefined {
  if (field !== 'url') return undefined;
  const host = /^\s*http:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)/i.exec(node.value)?.[1];
  return host === undefined || host === '' || host.includes('$') || loopback.test(host) ? undefined : host;
}

export const plainHttp: TextRule = {
  code: 'plain-http',
  severity: 'warning',
  docs: {
    title: 'Unencrypted URL',
    why: 'With http, anyone on the network path can read and change the traffic, including headers and tokens. Addresses of this machine and of private networks are exempt.',
    wrong: fileWith('{"type": "http", "url": "http://example.com/mcp"}'),
    right: fileWith('{"type": "http", "url": "https://example.com/mcp"}'),
  },
  check(text, _entry, report) {
    const host = unencryptedHost(text);
    if (host === undefined || privateAddress.test(host)) return;
    const { node } = text;
    report(node, l10n.t("This URL isn't encrypted and points to another machine. Use https."), () => [
      preferred(l10n.t('Change to https'), replaceString(node, node.value.replace(/^\s*http:/i, 'https:'))),
    ]);
  },
};

export const plainHttpPrivate: TextRule = {
  code: 'plain-http-private',
  severity: 'hint',
  docs: {
    title: 'Unencrypted URL in a private network',
    why: 'With http, everyone in the same network can read and change the traffic, including headers and tokens. Many internal servers have no certificate, so https may not be possible.',
    wrong: fileWith('{"type": "http", "url": "http://192.168.1.5:8080/mcp"}'),
    right: fileWith('{"type": "http", "url": "http://localhost:8080/mcp"}'),
  },
  check(text, _entry, report) {
    const host = unencryptedHost(text);
    if (host === undefined || !privateAddress.test(host)) return;
    report(
      text.node,
      l10n.t("This URL isn't encrypted. Make sure that you trust the network between you and the server."),
    );
  },
};

const userInfo = /([a-z][a-z0-9+.-]{0,20}:\/\/)([^\s/?#@:]{0,200}):([^\s/?#@]{1,200})@([^\s/?#:@]+)/i;

export const credentialsInUrl: TextRule = {
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
    // Local databases and default passwords aren't reported: such a password protects nothing.
    if (field !== 'url' && (loopback.test(host) || /^(?:password|pass|pwd|secret)$/i.test(password))) return;
    const variable = `\${${variableName(field === 'env' && name !== undefined ? name : entry.name, 'password')}}`;
    const remedy =
      field === 'url'
        ? l10n.t('Send it in a header, or use {0} and set that variable', variable)
        : l10n.t('Use {0} and set that variable', variable);
    const better = node.value.replace(userInfo, () => `${scheme}${user}:${variable}@${host}`);
    report(node, l10n.t('This URL contains a password. {0}.', remedy), () => [
      removal(l10n.t('Remove the password and use {0}', variable), replaceString(node, better)),
    ]);
  },
};
