/** Entry point of the worker threads of the command line. As in `cli.ts`, nothing is imported here. */
process.getBuiltinModule('node:module').enableCompileCache?.();
(await import('./cli/check/thread-pool.ts')).serve();

export {};
