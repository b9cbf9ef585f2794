/** CommonJS entry point of mocha: the ESM one has no default export in the extension host of older VS Code versions. */
declare module 'mocha/lib/mocha.cjs' {
  import type Mocha from 'mocha';

  const door: typeof Mocha;
  export = door;
}
