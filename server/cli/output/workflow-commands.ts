/** Output in a step of GitHub Actions, whose runner carries out commands that it finds in the lines of a log. */
import type { Terminal } from './terminal.ts';

/** At the start of a line, after any white space: `::set-output name=…`. The runner also accepts U+0085 there. */
const atStart = /^((?:[^\S\r\n\u2028\u2029]|\u0085)*):(?=:)/gm;
/** Anywhere in a line: `##[error]`. */
const anywhere = /##\[/g;

/**
 * Escapes a character of each workflow command. The escape is visible in text and doesn't change the value of JSON, in
 * which only strings can contain these characters, and none of them at the start of a line.
 */
function withoutCommands(text: string): string {
  return text.replace(atStart, '$1\\u003a').replace(anywhere, '##\\u005b');
}

/** Returns a terminal on which only the commands of the `github` format take effect. Redirected output isn't changed. */
export function withoutWorkflowCommands(terminal: Terminal): Terminal {
  const escaped =
    (write: Terminal['out'], isLog = false): Terminal['out'] =>
    (text, hasCommands = false) =>
      write(hasCommands || !isLog ? text : withoutCommands(text));
  return {
    ...terminal,
    out: escaped((text) => terminal.out(text), terminal.outIsWorkflowLog),
    error: escaped((text) => terminal.error(text), terminal.errorIsWorkflowLog),
  };
}
