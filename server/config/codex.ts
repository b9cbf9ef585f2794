/**
 * The servers of a Codex `config.toml`, as far as precedence needs them: names with their places, and the plain values of
 * `command`, `url` and `enabled`. Whole TOML is not read; an entry's connection is therefore equal to no other.
 */
import type { Span } from './json.ts';

export interface CodexServer {
  readonly name: string;
  readonly key: Span;
  readonly command: boolean;
  readonly url: boolean;
  readonly enabled: boolean | undefined;
}

const header = /^[ \t]*\[[ \t]*mcp_servers[ \t]*\.[ \t]*("(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[\w-]+)[ \t]*\]/;

/** Each `[mcp_servers.name]` of the text, in its order. */
export function codexServers(text: string): readonly CodexServer[] {
  const found: { name: string; key: Span; command: boolean; url: boolean; enabled: boolean | undefined }[] = [];
  let current: (typeof found)[number] | undefined;
  let offset = 0;
  for (const line of text.split('\n')) {
    const name = header.exec(line)?.[1];
    if (name !== undefined) {
      const at = line.indexOf(name, line.indexOf('.') + 1);
      current = {
        name: plain(name),
        key: { offset: offset + at, length: name.length },
        command: false,
        url: false,
        enabled: undefined,
      };
      found.push(current);
    } else if (/^[ \t]*\[/.test(line)) current = undefined;
    else if (current !== undefined) {
      const [, key, value] = /^[ \t]*(command|url|enabled)[ \t]*=[ \t]*(\S*)/.exec(line) ?? [];
      if (key === 'command' || key === 'url') current[key] = true;
      else if (key === 'enabled') current.enabled = value === 'false' ? false : value === 'true' ? true : undefined;
    }
    offset += line.length + 1;
  }
  return found;
}

function plain(name: string): string {
  if (!/^["']/.test(name)) return name;
  if (name.startsWith("'")) return name.slice(1, -1);
  try {
    return String(JSON.parse(name));
  } catch {
    return name.slice(1, -1);
  }
}
