#!/usr/bin/env node
/**
 * Entry point of the command line and of its worker threads. The compile cache applies only to modules that are loaded
 * after it's enabled, so nothing is imported here.
 */
process.getBuiltinModule('node:module').enableCompileCache?.();
if (process.getBuiltinModule('node:worker_threads').isMainThread)
  await (await import('./cli/process.ts')).main(new URL(import.meta.url));
else (await import('./cli/check-files.ts')).serve();
