/** Scripts with which shells complete the commands and options of `mcp-config`. */
import { commandInfo, commandNames } from './commands.ts';
import { type Option, shortOf, takesValue } from './options.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type CompletionShell = (typeof shells)[number];

const optionsOf = (command: (typeof commandNames)[number]): readonly Option[] =>
  Object.keys(commandInfo(command).options) as Option[];

export function completionScript(shell: CompletionShell): string {
  return { bash, zsh, fish }[shell]();
}

const words = (command: (typeof commandNames)[number]): string =>
  [...optionsOf(command).map((option) => `--${option}`), '--help'].join(' ');

/** Values of options and operands are completed as files. */
const bash = (): string => `_mcp_config() {
  local cur=\${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commandNames.join(' ')} --help --version" -- "$cur"))
    return
  fi
  [[ $cur == -* ]] || return
  case \${COMP_WORDS[1]} in
${commandNames.map((name) => `    ${name}) COMPREPLY=($(compgen -W "${words(name)}" -- "$cur")) ;;`).join('\n')}
  esac
}
complete -o default -F _mcp_config mcp-config
`;

const zsh = (): string => `#compdef mcp-config
_mcp_config() {
  if (( CURRENT == 2 )); then
    local -a commands=(
${commandNames.map((name) => `      ${quoted(`${name}:${commandInfo(name).summary}`)}`).join('\n')}
    )
    _describe command commands
    return
  fi
  case $words[2] in
${commandNames
  .map((name) => {
    const specs = optionsOf(name).map((option) => {
      const text = (commandInfo(name).options[option] ?? '').replace(/[[\]]/g, '').replaceAll(':', ' -');
      return quoted(`*--${option}[${text}]${takesValue(option) ? `:${option}:_files` : ''}`);
    });
    return `    ${name}) _arguments ${[...specs, quoted('*:file:_files')].join(' ')} ;;`;
  })
  .join('\n')}
  esac
}
compdef _mcp_config mcp-config
`;

const fish = (): string =>
  [
    ...commandNames.map(
      (name) => `complete -c mcp-config -n __fish_use_subcommand -a ${name} -d ${quoted(commandInfo(name).summary)}`,
    ),
    ...commandNames.flatMap((name) =>
      optionsOf(name).map((option) => {
        const short = shortOf(option);
        const forms = [
          `-l ${option}`,
          ...(short === undefined ? [] : [`-s ${short}`]),
          ...(takesValue(option) ? ['-r'] : []),
        ];
        return `complete -c mcp-config -n '__fish_seen_subcommand_from ${name}' ${forms.join(' ')} -d ${quoted(commandInfo(name).options[option] ?? '')}`;
      }),
    ),
    '',
  ].join('\n');

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
