/** Values by which a server trusts any certificate, listens for the whole network, or reads credentials of the cloud. */
import * as l10n from '@vscode/l10n';
import type { ExpandableString } from '../config/format/expandable-strings.ts';
import type { ServerEntry } from '../config/servers/server-entry.ts';
import { itemsOf, stringValue } from '../config/text/json.ts';
import { Mark } from '../config/text/marks.ts';
import { fileWith, quote, quoteValue } from './message-text.ts';
import type { TextRule } from './rule.ts';

const withEnv = (env: object): string => fileWith(JSON.stringify({ command: 'docs-server', env }));
const withArgs = (...args: string[]): string => fileWith(JSON.stringify({ command: 'docs-server', args }));

/** A variable that a string sets: in `env`, or as `NAME=value` for a container. */
function setVariable({ field, name, node }: ExpandableString): readonly [name: string, value: string] | undefined {
  if (field === 'env') return name === undefined ? undefined : [name, node.value];
  const [, written, value = ''] = (field === 'args' && /^(?:--env=|-e)?([A-Za-z_]\w*)=(.*)$/s.exec(node.value)) || [];
  return written === undefined ? undefined : [written, value];
}

/** Values with which Node.js, Git, npm, pip, and uv accept any certificate. */
const disabling: Readonly<Record<string, RegExp>> = {
  NODE_TLS_REJECT_UNAUTHORIZED: /^0$/,
  GIT_SSL_NO_VERIFY: /./s,
  NPM_CONFIG_STRICT_SSL: /^false$/,
  npm_config_strict_ssl: /^false$/,
  PIP_TRUSTED_HOST: /./s,
  UV_INSECURE_HOST: /./s,
};

const withoutCertificates = /^--(?:unsafely-ignore-certificate-errors|allow-insecure-host|trusted-host)(?:=|$)/;

export const certificatesIgnored: TextRule = {
  code: 'certificates-ignored',
  severity: 'warning',
  on: { fields: ['env', 'args'] },
  docs: {
    title: 'Certificates that are not checked',
    why: 'Without this check, anyone on the network path can answer instead of the service, and read and change everything, including tokens.',
    wrong: withEnv({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }),
    right: withEnv({ NODE_EXTRA_CA_CERTS: './certificates/company.pem' }),
  },
  check(text, { launch }, report) {
    const [name = '', value = ''] = setVariable(text) ?? [];
    const pattern = Object.hasOwn(disabling, name) ? disabling[name] : undefined;
    const isOption = text.field === 'args' && certificateOptions(launch?.program).test(text.node.value);
    if (pattern?.test(value) !== true && !isOption) return;
    const what = isOption ? text.node.value.replace(/=.*/s, '') : name;
    report(
      text.node,
      l10n.t('{0} turns off the check of certificates. Add the certificate of your network instead.', quote(what)),
    );
  },
};

const none = /(?!)/;

/** Other programs may give an option of this name another meaning. */
const certificateOptions = (program = ''): RegExp =>
  /^(?:deno|uvx|uv|pip)$/.test(program) ? withoutCertificates : none;

const everyAddress = /^(?:https?:\/\/)?(?:0\.0\.0\.0|\[::\]|::|\*)(?::\d{1,5})?\/?$/;
const listens =
  /^--?(?:host|hostname|bind|bind-address|bind-host|listen|listen-address|address|addr|server-host|http-host)$/i;

/** Returns the value of an option, in the same argument or the next one. */
function valueOfOption({ node, index }: ExpandableString, entry: ServerEntry): string | undefined {
  const [, option = '', value] = /^(--?[\w-]+)=(.*)$/s.exec(node.value) ?? [];
  if (value !== undefined) return listens.test(option) ? value : undefined;
  const before = itemsOf(entry.parsed?.group.fields.get('args')?.value)[(index ?? 0) - 1];
  return listens.test(stringValue(before) ?? '') ? node.value : undefined;
}

export const everyNetwork: TextRule = {
  code: 'listens-everywhere',
  severity: 'information',
  on: { fields: ['args', 'env'] },
  docs: {
    title: 'Server that other computers can reach',
    why: 'With 0.0.0.0, a server accepts connections from all networks, and most tool servers ask for no password. An agent on this computer needs only 127.0.0.1.',
    wrong: withArgs('--host', '0.0.0.0'),
    right: withArgs('--host', '127.0.0.1'),
  },
  check(text, entry, report) {
    // In a container, it's the only address that the computer reaches.
    if (entry.package?.registry === 'image') return;
    const isVariable =
      text.field === 'env' && /(?:^|_)(?:HOST|HOSTNAME|BIND|BIND_ADDRESS|LISTEN|LISTEN_ADDRESS)$/.test(text.name ?? '');
    const value = isVariable ? text.node.value : text.field === 'args' ? valueOfOption(text, entry) : undefined;
    if (value === undefined || !everyAddress.test(value)) return;
    report(
      text.node,
      l10n.t('{0} makes the server reachable for other computers. Use {1}.', quoteValue(value), quote('127.0.0.1')),
    );
  },
};

/** Addresses at which the machines of clouds get their credentials. */
const metadata =
  /(?<![\w.-])(?:169\.254\.169\.254|169\.254\.170\.2|100\.100\.100\.200|metadata\.google\.internal|\[fd00:ec2::254\])(?![\w-]|\.\w)/i;

/** True for a URL of a cloud's credentials. */
export const isMetadata = (url: string): boolean => url.includes('://') && metadata.test(url);

export const metadataAddress: TextRule = {
  code: 'metadata-address',
  severity: 'warning',
  on: { fields: ['url', 'args'], marks: Mark.slash },
  docs: {
    title: 'Address of cloud credentials',
    why: 'At this address, a machine in a cloud gets the credentials of its account. A tool server there gives them to the model.',
    wrong: fileWith('{"type": "http", "url": "http://169.254.169.254/latest/meta-data"}'),
    right: fileWith('{"type": "http", "url": "https://example.com/mcp"}'),
  },
  check({ node }, _entry, report) {
    if (!isMetadata(node.value)) return;
    report(node, l10n.t("This is the address of the cloud's credentials. Use the address of a tool server."));
  },
};
