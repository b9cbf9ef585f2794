/** URLs that Oh My Pi can't call, that indicate another transport, or that expose traffic or credentials. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how Oh My Pi's variables look
import * as l10n from '@vscode/l10n';
import { agentTypes } from '../../common/generated/readers.ts';
import { isThisMachine } from '../../common/hosts.ts';
import { isMaskedIdentifier, isPlaceholder } from '../../common/text/secrets.ts';
import type { ExpandableString } from '../config/format/expandable-strings.ts';
import { transportOfAddress } from '../config/servers/choose-transport.ts';
import { Mark } from '../config/text/marks.ts';
import { nestedVariable, variableAround, variableOfServer } from '../config/variables/variable-syntax.ts';
import { spelledVariable } from '../config/variables/written-variables.ts';
import { choice, type Fix, preferred, removal, replaceString } from '../fixes/fix.ts';
import type { RuleContext } from './context.ts';
import { isMetadata } from './exposure.ts';
import { fileWith, quote, quoteValue } from './message-text.ts';
import { notSupported } from './readers-meant.ts';
import type { ServerRule, TextRule } from './rule.ts';

const http = fileWith('{"type": "http", "url": "https://example.com/mcp"}');

/** A problem of a URL, with the corrected URL if it's known. */
interface Flaw {
  readonly message: string;
  readonly better?: string;
}

export const invalidUrl: TextRule = {
  code: 'invalid-url',
  severity: 'warning',
  on: { fields: ['url'] },
  docs: {
    title: 'Invalid URL',
    why: 'Oh My Pi sends HTTP requests to this URL. It must be an absolute URL with http or https, without blanks around it.',
    wrong: fileWith('{"type": "http", "url": "example.com/mcp"}'),
    right: http,
  },
  check({ node }, _entry, report, context) {
    const flaw = flawOf(node.value, context);
    if (flaw === undefined) return;
    const { message, better } = flaw;
    report(node, message, (): readonly Fix[] =>
      better === undefined ? [] : [preferred(l10n.t('Change to {0}', quoteValue(better)), replaceString(node, better))],
    );
  },
};

/** The start of a text without a scheme, which `URL` can't read. */
const onThisMachine = /^(?:localhost|127\.|0\.0\.0\.0|\[::1\])/i;

/** @param problem a sentence; undefined if there's none */
const unsupported = (problem: string | undefined, remedy: string): Flaw | undefined =>
  problem === undefined ? undefined : { message: `${problem} ${remedy}` };

function flawOf(url: string, context: RuleContext): Flaw | undefined {
  const plain = url.trim();
  // A bare word may be replaced later, and the value of a variable isn't known.
  if (!/[.:/\s]/.test(plain) || /^[^/]*[${}%]|[<>]|\$\(|\$\{\{/.test(plain)) return undefined;
  if (isPlaceholder(plain)) return undefined;
  const scheme = /^([a-z][a-z\d+.-]*):\/\//i.exec(plain)?.[1]?.toLowerCase();
  if (scheme === 'ws' || scheme === 'wss')
    return unsupported(
      notSupported(context, 'WebSocket', agentTypes.ws),
      l10n.t('Use the http or https URL of the server.'),
    );
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https')
    return unsupported(notSupported(context, quote(`${scheme}:`)), l10n.t('Use an http or https URL.'));
  if (
    scheme === undefined &&
    /^(?:[\w-]+\.)*[\w-]+(?::\d+)?(?:[/?#]\S*)?$|^\[[\da-f:]+\](?::\d+)?(?:[/?#]\S*)?$/i.test(plain)
  ) {
    const better = /^https?\/\//i.test(plain)
      ? plain.replace('//', '://')
      : `${onThisMachine.test(plain) ? 'http' : 'https'}://${plain}`;
    return { message: l10n.t('Missing scheme in the URL. Use {0}.', quoteValue(better)), better };
  }
  if (/\s/.test(plain) || scheme === undefined || (!/[${}]/.test(plain) && !URL.canParse(plain)))
    return { message: l10n.t('Invalid URL. Use a URL such as "https://example.com/mcp".') };
  return plain === url ? undefined : { message: l10n.t('Blank before or after the URL. Remove it.'), better: plain };
}

export const sseUrl: ServerRule = {
  code: 'sse-url',
  severity: 'information',
  on: { isProcess: false, has: 'url' },
  docs: {
    title: 'URL of the sse transport with type http',
    why: 'By convention, a path that ends in /sse is the endpoint of the older sse transport, which does not answer streamable HTTP requests.',
    wrong: fileWith('{"type": "http", "url": "https://example.com/sse"}'),
    right: http,
  },
  check({ choice: chosen, transport, group }, _entry, report) {
    const type = group.fields.get('type')?.value;
    const url = group.fields.get('url')?.value;
    if (chosen !== 'stated' || transport !== 'http' || type?.type !== 'string' || url?.type !== 'string') return;
    if (transportOfAddress(url.value) !== 'sse' || !/^https?:/i.test(url.value)) return;
    report(
      url,
      l10n.t('A URL that ends in "/sse" is usually for "type": "sse". Use that type, or the http URL of the server.'),
      () => [choice(l10n.t('Change the type to "sse"'), replaceString(type, 'sse'))],
    );
  },
};

/** True for this machine, also from inside a container. */
const isOnThisMachine = (host: string) => isThisMachine(host) || /^host\.docker\.internal$/i.test(host);

/** Hosts that aren't reachable from the internet: private networks, and names that only a local network resolves. */
const privateAddress =
  /^(?:10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2}|169\.254(?:\.\d{1,3}){2}|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])(?:\.\d{1,3}){2}|\[f[cd][\da-f:]*\]|\[fe80:[^\]]*\]|[^.:[\]]+|.+\.(?:local|lan|internal|intranet|corp|home|home\.arpa|localdomain|test|ts\.net))\.?$/i;

/** Its groups: what precedes the port, the host, and the colon of a port other than 80, the default of http. */
const unencrypted = /^\s*http:(\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*))(?::80(?=[/?#]|$))?(:?)/i;

/** The host of an unencrypted URL on another machine. */
function unencryptedHost({ node }: ExpandableString): string | undefined {
  const host = unencrypted.exec(node.value)?.[2] ?? '';
  if (host === '' || host.includes('$') || isOnThisMachine(host)) return undefined;
  return isPlaceholder(host) || isMaskedIdentifier(host) ? undefined : host;
}

export const plainHttp: TextRule = {
  code: 'plain-http',
  severity: 'warning',
  on: { fields: ['url'] },
  docs: {
    title: 'Unencrypted URL',
    why: 'With http, anyone on the network path can read and change the traffic, including headers and tokens. Addresses of this machine and of private networks are exempt.',
    wrong: fileWith('{"type": "http", "url": "http://example.com/mcp"}'),
    right: http,
  },
  check(text, _entry, report) {
    const host = unencryptedHost(text);
    if (host === undefined || privateAddress.test(host) || isMetadata(text.node.value)) return;
    const { node } = text;
    report(node, l10n.t("This URL isn't encrypted and points to another machine. Use https."), () => {
      // Another port may not support https.
      const make = unencrypted.exec(node.value)?.[3] === ':' ? choice : preferred;
      return [make(l10n.t('Change to https'), replaceString(node, node.value.replace(unencrypted, 'https:$1$3')))];
    });
  },
};

export const plainHttpPrivate: TextRule = {
  code: 'plain-http-private',
  severity: 'hint',
  on: { fields: ['url'] },
  docs: {
    title: 'Unencrypted URL in a private network',
    why: 'With http, everyone in the same network can read and change the traffic, including headers and tokens. Many internal servers have no certificate, so https may not be possible.',
    wrong: fileWith('{"type": "http", "url": "http://192.168.1.5:8080/mcp"}'),
    right: fileWith('{"type": "http", "url": "http://localhost:8080/mcp"}'),
  },
  check(text, _entry, report) {
    const host = unencryptedHost(text);
    if (host === undefined || !privateAddress.test(host) || isMetadata(text.node.value)) return;
    report(
      text.node,
      l10n.t("This URL isn't encrypted. Make sure that you trust the network between you and the server."),
    );
  },
};

const userInfo = /(?<![a-z\d+])([a-z\d]+(?:\+[a-z\d]+)*:\/\/)([^\s/?#@:]*):([^\s/?#@]+)@([^\s/?#:@]+)/i;

export const credentialsInUrl: TextRule = {
  code: 'credentials-in-url',
  severity: 'warning',
  on: { marks: Mark.colon },
  docs: {
    title: 'Password in a URL',
    why: 'URLs end up in logs, error messages, and process lists, along with the password.',
    wrong: fileWith('{"type": "http", "url": "https://me:k3Jq9vT2@example.com/mcp"}'),
    right: fileWith(
      '{"type": "http", "url": "https://example.com/mcp", "headers": {"Authorization": "${DOCS_LOGIN}"}}',
    ),
  },
  check({ field, node, name }, entry, report, { tool }) {
    const found = node.value.includes('://') ? userInfo.exec(node.value) : null;
    const [, scheme = '', user = '', password = '', host = ''] = found ?? [];
    if (found === null || /[${}]/.test(password) || isPlaceholder(password) || isPlaceholder(user)) return;
    // Local databases and default passwords aren't reported: such a password protects nothing.
    if (field !== 'url' && (isOnThisMachine(host) || /^(?:password|pass|pwd|secret)$/i.test(password))) return;
    // A variable can't be in a default, so it replaces the one that contains the URL.
    const around = variableAround(node.value, found.index);
    const derived = variableOfServer(field === 'env' && name !== undefined ? name : entry.name, 'password');
    const variable = spelledVariable(around?.fallback === undefined ? derived : around.name, tool);
    if (variable === undefined) {
      report(node, l10n.t('This URL contains a password.'));
      return;
    }
    const remedy =
      field === 'url'
        ? l10n.t('Send it in a header, or use {0} and set that variable', variable)
        : l10n.t('Use {0} and set that variable', variable);
    const better =
      around === undefined
        ? node.value.replace(userInfo, () => `${scheme}${user}:${variable}@${host}`)
        : node.value.slice(0, around.start) + variable + node.value.slice(around.end);
    report(node, l10n.t('This URL contains a password. {0}.', remedy), () =>
      nestedVariable(better) === undefined
        ? [removal(l10n.t('Remove the password and use {0}', variable), replaceString(node, better))]
        : [],
    );
  },
};
