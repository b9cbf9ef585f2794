export const help = `mcp-config: checks and mends the tool-server config of a coding agent (mcp.json, .mcp.json)

  mcp-config check [paths]      says what is wrong
  mcp-config fix [paths]        makes the fixes that cannot change what a file says, then checks
  mcp-config effective          every server the agent finds, which are in effect, and why not the others
  mcp-config convert [file]     servers of another tool's file, or of a command line, in the agent's format, or the other way
  mcp-config schema             prints the JSON Schema of the format

Paths are files, folders and glob patterns; - is standard input. Without any, every config file of the project is
checked: those of the agent's folders, and mcp.json and .mcp.json anywhere below.

  -f, --format text|json|sarif|github   how to answer (effective: text or json)
  -s, --severity error|warning|information|hint
                                what weighs less is left out; warning, when not said
  -r, --rule code=severity      another severity for a rule, or off; may be repeated
  -p, --project folder          where the agent is started; the current folder, when not said
      --machine                 look for programs, folders and scripts on this machine too (nothing is run)
      --stdin-path name         what the text on standard input would be called
      --also code               fix: make the preferred fix of this rule too; may be repeated
      --dry-run                 fix: say what would change, and write nothing
      --from format             convert: the format of the source, where it cannot be told
      --to format               convert: agent (when not said), vscode, cursor, claude-code, command
      --into file               convert: put the servers into this file, by small changes; made where it is not there
      --taken rename|skip|replace  convert: what to do with a name that the file has already; rename, when not said
  -h, --help   -v, --version

Ends with 0 when nothing was found, 1 when something was, 2 when it could not be done.
Nothing that a config file names is run, and nothing is fetched.
`;
