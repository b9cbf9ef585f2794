#!/usr/bin/env node
/** The entry point of the language server in Node. The compile cache counts only for modules loaded after it is on. */

// Not imported, here and in the modules below: an import asks Node's modules for each of their properties, and those of
// `process` and `fs` build streams that nothing needs. That would be a tenth of the time until the first diagnostics.
process.getBuiltinModule('node:module').enableCompileCache?.();
const { run } = await import('./node.ts');
// The package is the folder above this file, in the bundle as in the source; the module above may be anywhere.
run(new URL('..', import.meta.url));
