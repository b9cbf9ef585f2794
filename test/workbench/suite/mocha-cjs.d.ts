/**
 * CommonJS entry point of mocha. In the extension host of older VS Code versions, the ESM one is a namespace without a
 * default.
 */
declare module 'mocha/lib/mocha.cjs' {
  import type Mocha from 'mocha';

  const door: typeof Mocha;
  export = door;
}
