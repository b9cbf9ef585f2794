#!/usr/bin/env node
/**
 * Entry point of the language server in Node.js. The compile cache applies only to modules that are loaded after it's
 * enabled.
 */

// Not imported, here and in the modules below: an import reads all properties of a Node.js module, and those of
// `process` and `fs` create streams that aren't needed. That would take a tenth of the time to the first diagnostics.
process.getBuiltinModule('node:module').enableCompileCache?.();
const { run } = await import('./node.ts');
// The package root is the parent of this file's folder, in the bundle as in the source. The imported module may be in
// any folder.
run(new URL('..', import.meta.url));
