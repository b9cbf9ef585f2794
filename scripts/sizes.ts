/** Size budgets of the files that the editor loads. */
import { statSync } from 'node:fs';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import { root } from './lib/repository.ts';

export interface Size {
  readonly name: string;
  /** KiB. */
  readonly size: number;
  /** KiB. */
  readonly budget: number;
}

/** Returns the bytes of a module's output with all static imports. Modules behind `import()` don't count. */
function atOnce(metafile: Metafile, source: string): number {
  // A module that is loaded later has the namespace of the plugin that adds the code of the start.
  const names: readonly (string | undefined)[] = [source, `lazy:${path.join(root, source)}`];
  const entry = Object.keys(metafile.outputs).find((file) => names.includes(metafile.outputs[file]?.entryPoint));
  if (entry === undefined) throw new Error(`no output of ${source}`);
  const seen = new Set<string>();
  const visit = (file: string): number => {
    const output = metafile.outputs[file];
    if (!output || seen.has(file)) return 0;
    seen.add(file);
    const inner = output.imports.filter((imported) => imported.kind === 'import-statement' && !imported.external);
    return output.bytes + inner.reduce((sum, imported) => sum + visit(imported.path), 0);
  };
  return visit(entry);
}

/** @param metafiles what `build` returned @param vsix path of the packed extension */
export function measureSizes(metafiles: Record<string, Metafile>, vsix: string): Size[] {
  const of = (bundle: string, source: string) => {
    const metafile = metafiles[bundle];
    if (!metafile) throw new Error(`no bundle ${bundle}`);
    return atOnce(metafile, source) / 1024;
  };
  return [
    { name: 'extension, at activation', size: of('extension', 'src/extension.ts'), budget: 152 },
    // The entry point only turns on the compile cache.
    { name: 'language server, at start', size: of('server', 'server/node.ts'), budget: 512 },
    { name: 'browser extension, at activation', size: of('extension', 'src/web/extension.ts'), budget: 160 },
    { name: 'browser language server, at start', size: of('webServer', 'server/web.ts'), budget: 496 },
    { name: 'chat panel, at first paint', size: of('chat', 'src/service/chat/webview/main.ts'), budget: 120 },
    {
      name: 'run and workflow panels, at first paint',
      size: of('panels', 'src/service/panels/webview/main.ts'),
      budget: 85,
    },
    { name: 'agents panel, at first paint', size: of('agents', 'src/config/servers/webview/main.ts'), budget: 50 },
    { name: 'VSIX', size: statSync(path.join(root, vsix)).size / 1024, budget: 1920 },
  ];
}

export function printSizes(sizes: readonly Size[]): void {
  for (const { name, size, budget } of sizes) {
    console.log(`${size <= budget ? '✓' : '✗'} ${name}: ${size.toFixed(1)} KiB (budget ${budget})`);
  }
}
