/** How a server of another tool is reached: as it would be after a conversion, so that its variables are `${NAME}`. */
import type { ServerDefinition } from '../../../common/messages/server-definition.ts';
import { isList, isMap, textOf, type Value } from '../../convert/value.ts';
import type { EditedFiles, LocatedDefinition } from '../edited-files.ts';
import { portable } from './portable.ts';

/** @throws Refusal if it can't be converted */
export function portableDefinition(edited: EditedFiles, found: LocatedDefinition): ServerDefinition {
  const { transport, fields } = portable(edited, found).server;
  const text = (field: string): string => textOf(fields.get(field)) ?? '';
  const { name } = found;
  if (transport !== 'stdio') {
    const signsIn = fields.has('auth') || fields.has('oauth');
    return { name, transport, url: text('url'), headers: textsIn(fields.get('headers')), signsIn };
  }
  const args = fields.get('args');
  return {
    ...{ name, transport, command: text('command'), env: textsIn(fields.get('env')) },
    args: isList(args) ? args.flatMap((item) => textOf(item) ?? []) : [],
    ...(fields.has('cwd') && { cwd: text('cwd') }),
  };
}

const textsIn = (value: Value | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(isMap(value) ? [...value].flatMap(([key, item]) => [[key, textOf(item) ?? ''] as const]) : []);
