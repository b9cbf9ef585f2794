import { targetNames } from '../../../common/generated/targets.ts';

const targets = Object.keys(targetNames).join(', ');

export const help = `Check and fix the tool-server config of Oh My Pi (mcp.json, .mcp.json).

Usage:
  mcp-config check [paths]      Report problems.
  mcp-config fix [paths]        Apply the fixes that can't change the meaning of a file, then check.
  mcp-config effective          List all servers that Oh My Pi finds, whether each is in effect, and why.
  mcp-config agents [folders]   Compare what each agent makes of the servers: in effect, off, overridden, skipped, and why.
  mcp-config doctor [server]    Tell why servers don't reach the agents that are used here, and what to do.
  mcp-config inventory [folders]
                                List all servers of many checkouts: packages, hosts, files, and verdicts of a policy.
  mcp-config diff [commit]      Tell what the changes since a commit (default: HEAD) mean for servers, agents, and pinned tools.
  mcp-config convert [file]     Convert servers from the config file of another tool or from a command line, or back.
  mcp-config lock [servers]     Connect to the servers in effect, and write what they tell a model to mcp-lock.json.
  mcp-config schema             Print the JSON Schema of the format.

Paths are files, folders, and glob patterns; - is standard input. Without paths, all config files of the project are
checked: the ones in Oh My Pi's folders, and every mcp.json and .mcp.json in the project, except in other folders that
begin with a dot.

Options:
  -f, --format text|json|sarif|github|gitlab
                                Output format (effective, agents, doctor: text or json; inventory: text, json, csv, or cyclonedx;
                                diff: text, json, or markdown).
                                Default: text.
  -s, --severity error|warning|information|hint
                                Minimum severity to report. Default: warning.
  -r, --rule code=severity      Change the severity of a rule, or turn it off. Repeatable.
  -p, --project folder          Project folder, in which Oh My Pi is started. Default: the current folder.
  -c, --config file             Config of the repository: rules, paths to check, and version of Oh My Pi.
                                Default: .mcp-config.json in the project folder, if it exists. Options override it.
      --agent-version version   Version of Oh My Pi to assume. Default: the installed one, or the newest known.
      --policy file             Also compare servers with the allowlist and denylist of this managed settings file (of
                                Claude Code or GitHub Copilot). Nothing is enforced. Repeatable: all files apply.
      --machine                 Also check that programs, folders, and scripts exist on this machine. Nothing is run.
  -o, --output file             check: Write the report to this file once it is complete.
      --baseline file           check: Leave out the findings of this earlier report (sarif or json). Repeatable.
      --shard i/n               check: Check only this part of all files, such as 2/4, to use several machines.
      --against file            inventory: Show what was added, removed, and changed since this inventory (JSON).
      --user                    inventory: Also list the servers in your user-level files. agents: Also use these files.
      --agent ids               check: Also report servers that aren't in effect for one of these agents, such as
                                claude-code,vscode. agents: Show only these. doctor: Default: the agents found
                                in the project or on this machine, and the readers in .mcp-config.json.
      --in-sync                 agents: Compare the files that only one agent reads with .mcp.json.
      --verify                  agents: Also run the installed agents' own lists of servers, after showing the commands and
                                asking, and mark what differs. Exit code 1 if a cell differs, 2 if an agent gives no list.
      --stdin-path name         File name to assume for standard input.
      --also code               fix: Also apply the preferred fix of this rule. Repeatable.
      --dry-run                 fix, convert --sync, convert --portable: Show the changes as a diff, without writing them.
      --from format             convert: Source format, if it can't be detected.
      --to format               convert: ${targets}.
                                Default: oh-my-pi.
      --into file               convert: Add the servers to this file with minimal changes. Created if missing.
      --on-conflict rename|skip|replace
                                convert: What to do with names that already exist. Default: rename.
      --sync                    convert: Write the servers of the file (default: .mcp.json) to the project files of other
                                agents: those in --to, such as cursor,codex, or all that exist.
      --portable                convert: Spell the file (default: .mcp.json) so that all readers in --to accept it, such as
                                claude-code,vscode,visual-studio. Default: the readers in .mcp-config.json. What can't be
                                had is listed by reader, with exit code 1.
      --check                   lock: Compare with mcp-lock.json, without writing it.
      --run                     doctor: Also connect to the servers that reach an agent, after showing each and asking.
  -y, --yes                     lock, doctor --run: Start and contact servers without asking. agents --verify: Run the lists of agents
                                without asking.
  -h, --help                    Show this help.
  -v, --version                 Show the version.

Output on a terminal is colored unless NO_COLOR is set; FORCE_COLOR=1 colors it anywhere.
Exit codes: 0 if no problems were found, 1 if problems were found, 2 if the command failed, 130 if it was interrupted.
Only lock, doctor --run, and agents --verify start programs and make network requests, after showing them. No other command does,
except that diff runs git, which reads only the checkout and its objects.
`;
