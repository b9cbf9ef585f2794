/** Runs inside an extension host of either kind: opens the first config file and waits for its problems. */
import { extensions, languages, window, workspace } from 'vscode';
import { writeReport } from '../workbench/suite/report.ts';
import { inWorkspace } from '../workbench/suite/workspace-files.ts';

export async function run(): Promise<void> {
  const file = inWorkspace('first-diagnostics/.mcp.json');
  const text = JSON.stringify({ mcpServers: { files: { comand: 'npx', args: ['-y', 'files'] } } });
  await workspace.fs.writeFile(file, new TextEncoder().encode(text));
  // Users open the first file after the window has started.
  await extensions.getExtension('switchyard.switchyard')?.activate();
  const start = Date.now();
  const found = new Promise<void>((resolve) => {
    const listener = languages.onDidChangeDiagnostics(({ uris }) => {
      if (!uris.some((uri) => uri.path === file.path && languages.getDiagnostics(uri).length > 0)) return;
      listener.dispose();
      resolve();
    });
  });
  await window.showTextDocument(await workspace.openTextDocument(file));
  const shown = Date.now();
  await found;
  await writeReport({ shown: shown - start, firstDiagnostics: Date.now() - start });
}
