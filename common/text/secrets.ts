/** Distinguishes secrets, placeholders, and harmless values. No values are stored or passed on. */
import { inSnakeCase, withoutVariables } from '../variables.ts';

/** Tokens that are recognizable by their shape alone. */
const shapes: readonly RegExp[] = [
  // With its lines, which may be separated by escaped line breaks. Shorter words could be commands.
  /-----BEGIN [A-Z ]*PRIVATE KEY-----(?:(?:\s|\\[nr])*(?:(?:Proc-Type|DEK-Info): [\w,-]+|[A-Za-z\d+/=]{20,}))*/g,
  /\bsk-(?:ant-|proj-|or-|svcacct-)?[A-Za-z0-9_-]{20,}/g,
  /\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}/g,
  /\b(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{30,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{30,}/g,
  /\bgl(?:pat|ptt|dt|rt|cbt|agent|soat|imt)-[A-Za-z0-9_-]{16,}/g,
  /\b(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{16,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[A-Za-z0-9_-]{35}/g,
  /\bya29\.[A-Za-z0-9_-]{20,}/g,
  /\bnpm_[A-Za-z0-9]{30,}/g,
  /\bhf_[A-Za-z0-9]{20,}/g,
  /\bpypi-[A-Za-z0-9_-]{30,}/g,
  /\b(?:dop|doo|dor)_v1_[a-f0-9]{40,}/g,
  /\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g,
  /\b(?:sbp|lin_api|ntn|tvly|fc|pplx|gsk|figd|ctx7sk|apify_api|nvapi|xai)[-_][A-Za-z0-9_-]{20,}/g,
  /\bsecret_[A-Za-z0-9]{40,}/g,
  /\bATATT[A-Za-z0-9_=-]{20,}/g,
  /\b(?:sntry[su]|phx|dckr_pat|pscale_(?:tkn|pw|oauth))_[A-Za-z0-9._=+/-]{27,}/g,
  /\bglsa_[A-Za-z0-9]{32}_[a-f0-9]{8}\b/gi,
  /\bdp\.(?:pt|st|ct|sa)\.[A-Za-z0-9._-]{30,}/g,
  /\b(?:hvs|hvb)\.[A-Za-z0-9_-]{24,}/g,
  /\bshp(?:at|ca|pa|ss)_[a-f0-9]{32}\b/gi,
  /\bdapi[a-f0-9]{32}\b/g,
  /\bPMAK-[a-f0-9]{24}-[a-f0-9]{34}\b/g,
  /\bNRAK-[A-Z0-9]{27}\b/g,
  /\bpat[A-Za-z0-9]{14}\.[a-f0-9]{64}\b/g,
  /\bpat-(?:na|eu|ap)\d-[a-f0-9]{8}-[a-f0-9-]{27}\b/g,
  /\b(?:r8_[A-Za-z0-9]{37}|re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24})\b/g,
  /\b[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{60,}/g,
  /\btskey-[a-z]{3,6}-[A-Za-z0-9]{10,20}-[A-Za-z0-9]{20,}/g,
  // Who knows these addresses needs no other key.
  /(?<=\bhooks\.slack\.com\/(?:services|workflows|triggers)\/)[A-Z][A-Za-z0-9/]{30,}/g,
  /(?<=\bdiscord(?:app)?\.com\/api\/webhooks\/)\d{15,22}\/[\w-]{50,}/g,
  /(?<=\bmcp\.zapier\.com\/api\/mcp\/[as]\/)[A-Za-z0-9_=-]{20,}/g,
  /\b\d{8,10}:AA[A-Za-z0-9_-]{33}\b/g,
  /(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]*/g,
];

/** Starts of the shapes, which rule out most texts quickly. */
const begins =
  /sk-|[sr]k_|gh[pousr]_|github_pat_|gl[a-z]{2,5}-|xox|xapp|AKIA|ASIA|AIza|ya29|npm_|hf_|pypi-|_v1_|SG\.|(?:sbp|lin_api|ntn|tvly|fc|pplx|gsk|figd|ctx7sk|apify_api|nvapi|xai)[-_]|secret_|ATATT|sntry|phx_|dckr_pat|pscale_|glsa_|dp\.|hv[sb]\.|shp|dapi|PMAK|NRAK|pat\w{14}\.|pat-[aen]|r8_|\bre_|atlasv1|tskey-|hooks\.slack|webhooks|zapier|:AA|eyJ|-----BEGIN/;

/** Returns the range of a token that is recognizable by its shape, if any. */
export function tokenIn(text: string): { readonly start: number; readonly end: number } | undefined {
  // Every shape has at least this length.
  if (text.length < 20 || !begins.test(text)) return undefined;
  for (const shape of shapes)
    for (const { 0: token, index } of text.matchAll(shape))
      if (isRealToken(token)) return { start: index, end: index + token.length };
  return undefined;
}

/** Replaces all tokens that are recognizable by their shape. */
export function replaceTokens(text: string, replacement: string): string {
  if (!begins.test(text)) return text;
  const replaced = (token: string): string => (isRealToken(token) ? replacement : token);
  return shapes.reduce((rest, shape) => rest.replace(shape, replaced), text);
}

// The lines of a private key can contain any word, and runs of a letter.
const isRealToken = (token: string): boolean =>
  token.startsWith('-----BEGIN') || (!isPlaceholder(token) && !isMaskedSecret(token) && !isName(token));

/** True for words such as `xai-search-mcp-server`, the name of a package. */
const isName = (token: string): boolean => /[-_].*[-_]/.test(token) && /^(?:[a-z]{1,12}[-_])*[a-z]{1,12}$/.test(token);

const secretName =
  /(?:^|_)(?:api_?key|access_?key|secret_?key|private_?key|key|token|secret|password|passwd|pwd|passphrase|pat|credentials?|authorization|cookie|bearer|auth)$/;
const harmlessName = /(?:^|_)(?:public_?key|pub_?key|max_?tokens?|sort_?key|primary_?key|cache_?key|key_?id|tokens)$/;

/** True for a name that indicates a secret: `API_KEY`, `--token`, `X-Auth-Token`, `clientSecret`. */
export function namesSecret(name: string): boolean {
  const words = inSnakeCase(name).toLowerCase();
  return secretName.test(words) && !harmlessName.test(words);
}

const placeholders: readonly RegExp[] = [
  /^<{1,3}[^<>]+>{1,3}$/,
  /^\{\{[^{}]+\}\}$/,
  // A part of an address or a path.
  /[/=]\{[A-Za-z][\w-]*\}/,
  /[A-Za-z][-_]\*{3}/,
  /(?:^|[\s=:/?&])<[A-Za-z][\w .-]*>/,
  /(?:^|[^a-z])(?:your|my)[-_ ]?(?:own[-_ ])?(?:[a-z0-9]{1,20}[-_ ]){0,6}(?:api|key|token|secret|password|pat|account|id|here|url|domain|host|name|username|workspace|project|org|site|instance|integration)/i,
  /(?:^|[^a-z])your[-_]\w/i,
  /(?:^|[^a-zß-ÿ])(?:votre|deine?n?|ihre?n?|tu|su|seu|sua)[-_ ](?:[a-zß-ÿ]{1,20}[-_ ]){0,3}(?:api|cl[eé]|key|token|secret|jeton|schl(?:ue|ü)ssel|clave|llave|chave|passwor[dt]|mot)/i,
  /填写|填入|你的|您的|请输入|替换/,
  /(?:^|[^a-z])(?:replace|change|insert|fill|put|paste|enter|add)[-_ ]?(?:me|this|with|your|in|here|it)(?![a-z])/i,
  /placeholder/i,
  // Also after other folders, such as /absolute/path/to, but not in a URL.
  /(?:^|[\s=:])(?!\/\/)[\w.~/\\-]*?(?<![\w.-])path[\\/]to(?:[\\/]|$)/i,
  /[\\/](?:chemin[\\/](?:vers|absolu|complet)|ruta[\\/](?:al?|absoluta|completa)|pfad[\\/]zu[mr]?|caminho[\\/](?:para|absoluto|completo))(?:[\\/]|$)/i,
  /\[(?:the |full |absolute |local )?path (?:to|of)\b/i,
  /[A-Za-z][-_]here(?:$|[\s"'/&,])/i,
  /(?:^|[^a-z])redacted(?![a-z])/i,
  /^(?:todo|tbd|dummy|fixme)$/i,
];

/** A folder such as `my-project` in a longer path, which people really have. */
const realFolder =
  /([\\/])my[-_](?:new[-_])?(?:project|workspace|site|org|instance|integration|host|domain|name|api|repo|app)s?(?=$|[\\/])/gi;

/** Every placeholder contains at least one of these, which rules out most texts quickly. */
const atLeast =
  /<|[/{=]\{|\*{3}|votre|dein|ihre?|tu[-_ ]|su[-_ ]|seu|sua|填|你的|您的|请输入|替换|chemin|ruta|pfad|caminho|your|my|me|this|with|here|_it|-it|[-_ ]in|placeholder|path|redacted|todo|tbd|dummy|fixme/i;

/** Returns false only if the text certainly isn't a placeholder. */
export function mayBePlaceholder(text: string): boolean {
  return text.length > 2 && atLeast.test(text);
}

/** True for text that is meant to be replaced: `<token>`, `YOUR_API_KEY`, `/path/to/file`. */
export function isPlaceholder(text: string): boolean {
  if (!mayBePlaceholder(text)) return false;
  const meant = text.includes('://') ? text : text.replace(realFolder, '$1folder');
  return placeholders.some((pattern) => pattern.test(meant));
}

/** True for a masked secret: `xxxxxxxx`, `sk-...`, `****`. */
export function isMaskedSecret(text: string): boolean {
  return /x{4,}|\*{3,}|\u2026|\.{3}$|(.)\1{7,}/i.test(text);
}

/** True for a masked identifier or IP address in a URL: `?project=xxxxxxxx`, `xxx.xx.xxx.xx`. */
export function isMaskedIdentifier(text: string): boolean {
  return /(?:^|[^a-z])x{8,}(?![a-z])|(?<![\w.])x{1,3}(?:\.x{1,3}){3}(?![\w.])/i.test(text);
}

/** True for a masked argument: `xxxxx.xxxx@xxxxxx.xx`. `XXXXX` only if it's the whole argument: mktemp also uses it. */
export function isMaskedArgument(text: string): boolean {
  return /(?:^|[^A-Za-z\d])x{5,}(?![A-Za-z\d])|^X{5,}$/.test(text);
}

const wellKnown =
  /^(?:postgres|password|root|admin|test|example|guest|minio|minioadmin|secret|token|none|null|true|false|default|local|dev|development|anonymous|public|mysql|mongo|redis|neo4j|changeit|user|demo|disabled|enabled|required|optional|basic|bearer|oauth2?)$/i;

/** Returns the Shannon entropy in bits per character. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** True for a value that is most likely a secret if its name indicates one. */
export function looksSecret(value: string): boolean {
  const plain = withoutVariables(value.replace(/^(?:bearer|basic|token)\s+/i, '')).trim();
  if (plain.length < 8 || /\s/.test(plain) || isPlaceholder(plain) || isMaskedSecret(plain) || wellKnown.test(plain))
    return false;
  // Text around a variable isn't the secret.
  if (value.includes('${') || /^(?:\$(?:env:)?\w+|%\w+%)$/i.test(plain)) return false;
  // OpenCode's variables. Text around them may be a secret.
  if (/^(?:\{(?:env|file):[^{}]*\})+$/.test(plain)) return false;
  if (/^(?:[a-z][a-z0-9+.-]*:\/\/|[.~/]|[A-Za-z]:[\\/])/i.test(plain)) return false;
  // Names of variables, files, and settings consist of words; a secret doesn't.
  if (/^[A-Z]+(?:_[A-Z0-9]+)+$/.test(plain) || /\.(?:json|pem|key|txt|env|ya?ml)$/i.test(plain)) return false;
  const mixed = /\d/.test(plain) && /[A-Za-z]/.test(plain);
  return entropy(plain) >= (mixed ? 2.5 : plain.length >= 20 ? 3.3 : 3);
}
