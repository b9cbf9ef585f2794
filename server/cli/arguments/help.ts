/** The help of `mcp-config` and of each command, made from the table of commands. */
import { type Command, commandInfo, commandNames } from './commands.ts';
import { type Option, optionForms } from './options.ts';

const width = 110;

/** Returns the help of a command, or the list of commands. */
export function helpOf(command: Command | undefined): string {
  return command === undefined ? general() : helpOfCommand(command);
}

const general =
  (): string => `Check, fix, and convert the tool-server config of coding agents (mcp.json, .mcp.json, and others).

Usage: mcp-config <command> [options]

Commands:
${rows(commandNames.map((name) => [[name, commandInfo(name).operands].filter(Boolean).join(' '), commandInfo(name).summary]))}

Options:
${rows([
  ['-h, --help', 'Show this help, or that of a command: mcp-config check --help'],
  ['-v, --version', 'Show the version.'],
])}

Output on a terminal is colored unless NO_COLOR is set; FORCE_COLOR=1 colors it anywhere.
Exit codes: 0 if no problems were found, 1 if problems were found, 2 if the command failed, 130 if it was interrupted.
Only lock, doctor --run, and agents --verify start programs and make network requests, after showing them. No other command does,
except that diff runs git, which reads only the checkout and its objects.
`;

function helpOfCommand(command: Command): string {
  const { summary, operands, about, options } = commandInfo(command);
  const listed = [
    ...Object.entries(options).map(([name, text]) => [optionForms(name as Option), text] as const),
    ['-h, --help', 'Show this help.'] as const,
  ];
  const usage = ['mcp-config', command, operands, Object.keys(options).length > 0 ? '[options]' : undefined];
  return `${[
    summary,
    `Usage: ${usage.filter(Boolean).join(' ')}`,
    ...(about === undefined ? [] : [wrapped(about, '').join('\n')]),
    `Options:\n${rows(listed)}`,
  ].join('\n\n')}\n`;
}

/** Returns two columns; a long entry of the first has its own line. */
function rows(entries: readonly (readonly [left: string, text: string])[]): string {
  const column = Math.min(28, Math.max(...entries.map(([left]) => left.length)) + 2);
  const indent = ' '.repeat(column + 2);
  return entries
    .flatMap(([left, text]) => {
      const [first = '', ...more] = wrapped(text, indent);
      const start = `  ${left}`;
      return left.length + 2 > column
        ? [start, first, ...more]
        : [start.padEnd(column + 2) + first.trimStart(), ...more];
    })
    .join('\n');
}

function wrapped(text: string, indent: string): readonly string[] {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(' ')) {
    if (line.length + word.length > width && line.trim() !== '') {
      lines.push(line.trimEnd());
      line = indent;
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()];
}
