/** Building blocks for the conversion of keys. */
import * as l10n from '@vscode/l10n';
import { lookUp } from '../../../common/guards.ts';
import { isMap, type Value } from '../value.ts';
import type { ServerBuilder } from './server-builder.ts';

/** Converts the value of a key and adds it to the builder. */
export type KeyConverter = (builder: ServerBuilder, value: Value, key: string) => void;

export type Keys = Readonly<Record<string, KeyConverter>>;

/** Why a key isn't converted. */
export const reasons = {
  unknown: () => l10n.t('The target format has no such setting.'),
  approval: () => l10n.t("Tool approval isn't converted. Configure it in the target tool."),
  tools: () => l10n.t("The target format can't select individual tools of a server."),
  envFile: () => l10n.t('Environment files aren\'t converted. List the variables in "env".'),
  helper: () => l10n.t('Header helpers aren\'t converted. List the headers in "headers".'),
  notes: () => l10n.t("Notes aren't supported in the target format."),
  host: () => l10n.t('The setting applies only to the source tool.'),
} as const;

/** For keys that aren't known. */
export const unknown: KeyConverter = (builder, _value, key) => builder.lose(key, reasons.unknown());

/** Converts several keys in the same way. */
export const each = (convert: KeyConverter, ...keys: readonly string[]): Keys =>
  Object.fromEntries(keys.map((key) => [key, convert]));

/** Converts the members of an object with `inner`, and any other value with `convert`. */
export const objectOr =
  (convert: KeyConverter, inner: Keys): KeyConverter =>
  (builder, value, key) => {
    if (!isMap(value)) return convert(builder, value, key);
    for (const [name, item] of value) (lookUp(inner, name) ?? unknown)(builder, item, `${key}.${name}`);
  };

export const renameTo =
  (field: string): KeyConverter =>
  (builder, value, key) =>
    builder.put(field, value, key);
