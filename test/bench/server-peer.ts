/** Entry point of the peer: turns on the compile cache, as ours does. */
import module from 'node:module';

module.enableCompileCache?.();
await import('./server-peer-node.ts');
