#!/usr/bin/env node
/** The entry point of the language server in Node. The compile cache counts only for modules loaded after it is on. */
import module from 'node:module';

module.enableCompileCache?.();
await import('./node.ts');
