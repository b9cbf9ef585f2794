/** The CommonJS door of mocha: its ESM door reaches the extension host of older VS Code versions as a namespace without a default. */
declare module 'mocha/lib/mocha.cjs' {
  import type Mocha from 'mocha';

  const door: typeof Mocha;
  export = door;
}
