/** What the user's editor has to read, held to budgets. */
import { statSync } from 'node:fs';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import { root } from './lib/run.ts';

export interface Size {
  readonly name: string;
  /** KiB. */
  readonly size: number;
  /** KiB. */
  readonly budget: number;
}

/** Bytes of an entry with all that it imports at once; what is behind an `import()` does not count. */
function atOnce(metafile: Metafile, entry: string): number {
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
  const of = (bundle: string, entry: string) => {
    const metafile = metafiles[bundle];
    if (!metafile) throw new Error(`no bundle ${bundle}`);
    return atOnce(metafile, entry) / 1024;
  };
  return [
    { name: 'extension, at activation', size: of('extension', 'dist/extension.js'), budget: 80 },
    { name: 'language server', size: of('server', 'dist/server.js'), budget: 260 },
    { name: 'chat panel, at first paint', size: of('chat', 'dist/webview/chat.js'), budget: 120 },
    { name: 'VSIX', size: statSync(path.join(root, vsix)).size / 1024, budget: 1536 },
  ];
}

export function printSizes(sizes: readonly Size[]): void {
  for (const { name, size, budget } of sizes) {
    console.log(`${size <= budget ? '✓' : '✗'} ${name}: ${size.toFixed(1)} KiB (budget ${budget})`);
  }
}
