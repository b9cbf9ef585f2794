/** The command line in a temporary folder, which is deleted after the tests of a file. */
import { afterAll } from 'vitest';
import { writeAtomically } from '../../../server/cli/files/write-file.ts';
import { TemporaryFolder } from '../../temporary-folder.ts';
import { type Ran, runCli } from './run-cli.ts';

export const wrong =
  '{\n  "mcpServers": {\n    "docs": { "comand": "x" },\n    "web": { "url": "https://a.example/mcp" }\n  }\n}\n';
export const right = '{ "mcpServers": { "docs": { "command": "docs-server" } } }\n';

export let folder: TemporaryFolder;

/** Makes a folder for the tests of a file. */
export function useFolder(): void {
  folder = new TemporaryFolder('cli');
  afterAll(() => folder.remove());
}

interface Setup {
  readonly input?: string;
  readonly cwd?: string;
  readonly colors?: boolean;
  readonly outIsTerminal?: boolean;
  readonly isWorkflowLog?: boolean;
}

export const cli = (
  words: string,
  { input = '', cwd = '', colors = false, outIsTerminal = false, isWorkflowLog = false }: Setup = {},
): Promise<Ran> =>
  runCli(
    words.split(' ').filter((word) => word !== ''),
    {
      cwd: folder.at(cwd),
      home: folder.at('home'),
      colors,
      outIsTerminal,
      outIsWorkflowLog: isWorkflowLog,
      errorIsWorkflowLog: isWorkflowLog,
      stdin: async () => new TextEncoder().encode(input),
      write: writeAtomically,
    },
  );
