/** The peer's entry point: with the compile cache, as ours has it. */
import module from 'node:module';

module.enableCompileCache?.();
await import('./server-peer-node.ts');
