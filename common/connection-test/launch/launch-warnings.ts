/** Warnings about servers that are dangerous to start. Pure. */

import type { ServerDefinition } from '../../messages/server-definition.ts';
import { programName } from '../../program-name.ts';
import { hasUnclearCharacters } from '../../text/escape.ts';

export type LaunchWarning =
  /** The variable makes the program run other code, or determines which program a name refers to. */
  | { readonly kind: 'loader'; readonly variable: string }
  /** The program runs code from an argument. */
  | { readonly kind: 'inlineCode'; readonly program: string; readonly option: string }
  /** Output or downloaded content is run immediately. */
  | { readonly kind: 'pipeToShell' }
  | { readonly kind: 'elevated'; readonly program: string }
  /** On Windows, a batch file is run by cmd, which interprets characters of an argument. */
  | { readonly kind: 'batchArgument'; readonly program: string; readonly character: string }
  /** Characters that are invisible or change the reading order of the text. */
  | { readonly kind: 'unclearCharacters' }
  /** Spaces that push the rest of a text out of view. */
  | { readonly kind: 'padding' };

/** Variables that change which code a program loads or runs, or where it gets it from. */
const loaders =
  /^(?:LD_|DYLD_|_?JAVA_(?:TOOL_)?OPTIONS$|JDK_JAVA_OPTIONS$|NODE_(?:OPTIONS|PATH|REPL_EXTERNAL_MODULE)$|PYTHON(?:STARTUP|PATH|HOME|USERBASE|INSPECT|BREAKPOINT)$|PERL5(?:OPT|LIB|DB)$|RUBY(?:OPT|LIB)$|BASH_ENV$|BASH_FUNC_|ENV$|ZDOTDIR$|PROMPT_COMMAND$|IFS$|PATH$|PATHEXT$|COMSPEC$|SHELL$|EDITOR$|PAGER$|BROWSER$|LESSOPEN$|GIT_(?:SSH|SSH_COMMAND|EXTERNAL_DIFF|PAGER|EDITOR|CONFIG.*|EXEC_PATH|PROXY_COMMAND|ASKPASS)$|SSH_ASKPASS$|DOTNET_STARTUP_HOOKS$|COR(?:ECLR)?_|NPM_CONFIG_|UV_(?:INDEX|DEFAULT_INDEX|EXTRA_INDEX).*|PIP_(?:INDEX|EXTRA_INDEX).*|(?:HTTPS?|ALL)_PROXY$|NODE_TLS_REJECT_UNAUTHORIZED$|NODE_EXTRA_CA_CERTS$|SSL_CERT_)/i;

/** Options that make a program run the code in its next argument. */
const codeOptions: readonly (readonly [program: RegExp, option: RegExp])[] = [
  [/^(?:ba|z|da|k|mk|fi|c|tc|a)?sh$|^busybox$|^nu$|^elvish$/, /^-[a-z]*c$|^--command(?:=|$)/i],
  [/^cmd$/, /^\/[a-z]*[ck]/i],
  [/^(?:powershell|pwsh)$/, /^[-/](?:c|command|e|ec|en.*|commandwithargs|file)$/i],
  [
    /^(?:node|nodejs|bun|deno|tsx|ts-node)$/,
    /^-(?:e|p|pe|r)$|^--(?:eval|print|require|import|loader|experimental-loader)(?:=|$)|^eval$/,
  ],
  [/^(?:python|python\d[\d.]*|pypy\d*|py)$/, /^-[a-zA-Z]*c$/],
  [/^(?:perl|ruby|lua|luajit|rscript|osascript|elixir|julia)$/, /^-[a-zA-Z]*[eE]$/],
  [/^php$/, /^-r$/],
  [/^(?:npx|npm|pnpm|yarn|bunx)$/, /^-c$|^--call(?:=|$)/],
];

const elevating = /^(?:sudo|doas|su|runas|pkexec|gsudo)$/;
/** Options without a value: the word after them is the script or the package. */
const flags = /^(?:-[yqusilEBIS]|--(?:yes|quiet|inspect\S*|login|norc|noprofile))$/;
const pipe =
  /\|\s{0,9}(?:sudo\s{1,9})?(?:[^\s|]{0,200}[\\/])?(?:(?:ba|z|da|k|fi)?sh|python\d?|node|perl|ruby|powershell|pwsh|iex)\b|\b(?:iex|invoke-expression)\b|(?:[<$]\(|`)\s{0,9}(?:curl|wget)\b/i;

/** True for a variable that changes the code that a program loads or runs. */
export function isLoader(variable: string): boolean {
  return loaders.test(variable);
}

/** Programs for Windows that aren't batch files, although their names have no extension. */
const executables =
  /^(?:bun|bunx|cmd|cscript|deno|docker|dotnet|go|java|node|podman|powershell|pwsh|py|python|python\d[\d.]*|ruby|uv|uvx|wscript|wsl)$/;

/** Characters with which an argument of a batch file can start another program. */
const interpreted = /["%&\r\n]/;

/**
 * @param definition with expanded variables
 * @param isWindows true if it's started there
 */
export function launchWarnings(definition: ServerDefinition, isWindows = false): readonly LaunchWarning[] {
  const texts = textsOf(definition);
  const warnings: LaunchWarning[] = definition.transport === 'stdio' ? stdioWarnings(definition) : [];
  if (definition.transport === 'stdio' && isWindows) warnings.push(...batchWarnings(definition));
  if (texts.some(hasUnclearCharacters)) warnings.push({ kind: 'unclearCharacters' });
  if (texts.some((text) => / {20}/.test(text))) warnings.push({ kind: 'padding' });
  return warnings;
}

function stdioWarnings({ command, args, env }: Extract<ServerDefinition, { transport: 'stdio' }>): LaunchWarning[] {
  const warnings: LaunchWarning[] = Object.keys(env)
    .filter(isLoader)
    .map((variable) => ({ kind: 'loader', variable }));
  // Launchers such as env, timeout, or nohup have the real program as an argument, so every word is checked.
  const commandLine = [command, ...args];
  let options: RegExp | undefined;
  let program = '';
  let mayBeValue = false;
  for (const word of commandLine) {
    if (options?.test(word)) {
      warnings.push({ kind: 'inlineCode', program, option: word });
      options = undefined;
      continue;
    }
    const isOption = /^[-/]/.test(word);
    // Arguments after a script, package, or module are for it, not for the interpreter.
    if ((!isOption && !mayBeValue) || word === '-m' || word === '--') options = undefined;
    mayBeValue = isOption && !word.includes('=') && !flags.test(word);
    const name = programName(word);
    if (elevating.test(name)) warnings.push({ kind: 'elevated', program: name });
    const found = codeOptions.find(([pattern]) => pattern.test(name));
    if (found === undefined) continue;
    options = found[1];
    program = name;
    mayBeValue = false;
  }
  // A command line in one word is split by some shells and by Windows, and scripts run the values of variables.
  const scripts = [...commandLine, commandLine.join(' '), ...Object.values(env)];
  if (scripts.some((text) => pipe.test(text))) warnings.push({ kind: 'pipeToShell' });
  return warnings;
}

/** A name without an extension can be that of a batch file, such as `npx`. */
function batchWarnings({ command, args }: Extract<ServerDefinition, { transport: 'stdio' }>): LaunchWarning[] {
  const extension = /\.[^.\\/]*$/.exec(command)?.[0].toLowerCase() ?? '';
  const program = programName(command);
  const mayBeBatch =
    /^\.(?:bat|cmd)$/.test(extension) || (!/^\.(?:com|exe)$/.test(extension) && !executables.test(program));
  const characters = new Set(args.flatMap((argument) => interpreted.exec(argument)?.[0] ?? []));
  return mayBeBatch ? [...characters].map((character) => ({ kind: 'batchArgument', program, character })) : [];
}

function textsOf(definition: ServerDefinition): readonly string[] {
  if (definition.transport !== 'stdio') return [definition.url, ...Object.entries(definition.headers).flat()];
  const { command, args, env, cwd = '' } = definition;
  return [command, ...args, cwd, ...Object.entries(env).flat()];
}
