/** What completion inserts, in the snippet syntax of LSP (`$1` is where the cursor goes first, `$0` where it ends). */
import type { FieldInfo } from '../config/field.ts';
import { fieldSet, transports } from '../config/format.ts';

/** Text that is to be inserted as it is. */
export function plain(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}

/** The same snippet for an editor without snippets: no places to jump to, their suggestions stay. */
export function withoutPlaces(snippet: string): string {
  return snippet
    .replace(/\$\{\d+\|([^,|]*)[^|]*\|\}/g, '$1')
    .replace(/(?<!\\)\$\{\d+:((?:\\.|[^}\\])*)\}/g, '$1')
    .replace(/(?<!\\)\$\d+/g, '')
    .replace(/\\([\\$}])/g, '$1');
}

/** The value of a field in its right shape, ready to be filled in. */
export function valueSnippet(info: FieldInfo): string {
  if (info.values !== undefined) return `"\${1|${info.values.map(({ value }) => value).join(',')}|}"`;
  switch (info.type) {
    case 'boolean':
      return `\${1|${info.examples[0] === false ? 'false,true' : 'true,false'}|}`;
    case 'number':
    case 'integer':
      return `\${1:${info.examples[0]}}`;
    case 'array':
      return '["$1"]';
    case 'object':
      return info.holds === 'strings' ? '{ "$1": "$2" }' : '{ $1 }';
    default:
      return '"$1"';
  }
}

/** `"key": value` */
export function keySnippet(info: FieldInfo): string {
  return `${plain(JSON.stringify(info.name))}: ${valueSnippet(info)}`;
}

/** A whole entry of `mcpServers` for each transport, made from the schema's example of it. */
export const newServers = transports.map((transport) => {
  const { title, description, examples } = fieldSet(transport);
  const body = plain(JSON.stringify(examples[0], null, '\t'));
  return { label: title, markdown: description, snippet: `"\${1:name}": ${body}$0` };
});

export const emptyFile = '{\n\t"mcpServers": {\n\t\t$0\n\t\\}\n\\}';
