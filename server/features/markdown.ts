/** Text for hovers and completion items. Text from files is untrusted and never interpreted as markup. */
import * as l10n from '@vscode/l10n';
import type { FieldInfo } from '../config/format/field.ts';
import { transportsWith } from '../config/format/format.ts';

/** Formats untrusted text as inline code without markup. Replaces line breaks and control characters, and truncates. */
export function code(text: string): string {
  const oneLine = text.replace(/[\p{Control}\u2028\u2029]+/gu, ' ').slice(0, 200);
  const longest = Math.max(0, ...Array.from(oneLine.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = /^[` ]|[` ]$/.test(oneLine) || oneLine === '' ? ' ' : '';
  return `${fence}${space}${oneLine}${space}${fence}`;
}

/** Escapes untrusted text in a sentence, so that it is shown literally. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\p{Control}\u2028\u2029]+/gu, ' ').replace(/[\\`*_{}[\]()#+\-!<>|~&$]/g, '\\$&');
}

/** Describes a field according to the schema: description, type, default, allowed values, transports, an example. */
export function fieldMarkdown(info: FieldInfo, place: 'top' | 'server' | 'auth' | 'oauth'): string {
  const facts = [l10n.t('Type: {0}', typeOf(info))];
  if (info.required === true) facts.push(l10n.t('Required'));
  if (info.default !== undefined) facts.push(l10n.t('Default: {0}', code(JSON.stringify(info.default))));
  if (info.minimum !== undefined)
    facts.push(
      info.maximum === undefined
        ? l10n.t('Minimum: {0}', info.minimum)
        : l10n.t('Range: {0} to {1}', info.minimum, info.maximum),
    );
  if (place === 'server' && info.name !== 'type') {
    const having = transportsWith(info.name);
    facts.push(having.length === 3 ? l10n.t('All transports') : l10n.t('Transports: {0}', having.join(', ')));
  }
  const values = (info.values ?? []).map(
    ({ value, description }) => `- ${code(JSON.stringify(value))}: ${l10n.t(description)}`,
  );
  const example =
    info.examples[0] === undefined
      ? ''
      : l10n.t('Example: {0}', code(`"${info.name}": ${JSON.stringify(info.examples[0])}`));
  return [l10n.t(info.description), facts.join(' · '), values.join('\n'), example]
    .filter((part) => part !== '')
    .join('\n\n');
}

function typeOf(info: FieldInfo): string {
  if (info.holds !== 'strings') return info.type;
  return info.type === 'array' ? l10n.t('array of strings') : l10n.t('object of strings');
}
