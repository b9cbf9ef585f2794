#!/usr/bin/env node
/**
 * Entry point of the language server in Node.js. The compile cache applies only to modules that are loaded after it's
 * enabled, so nothing is imported here.
 */
process.getBuiltinModule('node:module').enableCompileCache?.();
const { startProcess } = await import('./node.ts');
// The package root is the parent of this file's folder, in the bundle as in the source. The imported module may be in
// any folder.
startProcess(new URL('..', import.meta.url));
