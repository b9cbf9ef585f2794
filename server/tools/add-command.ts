/** The command of a tool that adds a server: `claude mcp add`. */
import type { ToolId } from '../../common/generated/tools.ts';

export interface AddCommand {
  readonly program: string;
  /** The format of the servers, if it isn't that of the tool. */
  readonly format?: ToolId;
  /** Options with a value, mapped to one name for all spellings. `transport`, `env`, `header`, and `url` are the same in all tools. */
  readonly valued: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
  /** True if the command of a server is one word, which contains its arguments. */
  readonly isOneWord?: true;
  /** The keys that a server gets from other options. */
  readonly keys?: readonly OptionKey[];
  /** True if `mcp add-json` accepts a name and a server. */
  readonly acceptsJson?: true;
}

/** The key that a server gets from an option. */
export interface OptionKey {
  /** Name of the option, or the flag. */
  readonly from: string;
  /** Default: the name of the option. */
  readonly key?: string;
  /** The object that has the key. */
  readonly in?: 'oauth';
  /** Default: the text as it is. */
  readonly as?: 'list' | 'number';
  /** The value for a flag. */
  readonly value?: boolean | string;
}

/** Options of most tools. */
export const usualOptions = {
  '--transport': 'transport',
  '-t': 'transport',
  '--scope': 'scope',
  '-s': 'scope',
  '--env': 'env',
  '-e': 'env',
  '--header': 'header',
  '-H': 'header',
} as const;

/** Claude Code prompts for the client secret, or reads it from this variable. Qwen Code has the same flag. */
export const secretFlag = '--client-secret';
// biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of a value that is prompted for
export const clientSecret = '${input:MCP_CLIENT_SECRET}';
