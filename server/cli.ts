#!/usr/bin/env node
/**
 * Entry point of the command line. The compile cache applies only to modules that are loaded after it's enabled, so
 * nothing is imported here.
 */
process.getBuiltinModule('node:module').enableCompileCache?.();
await (await import('./cli/process.ts')).main(new URL(import.meta.url));
