// The layers of docs/architecture.md, as a check: a layer imports only the layers below it, a feature imports another
// one only through its public API, and there are no cycles.
const FEATURE =
  '(account|workflows|runs|panels|links|requests|agents|models|chat|editor-chat|media|config-client|servers)';

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'except for types, which are gone when the code runs: a part may name the class of its whole',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'server-stands-alone',
      comment: 'the language server runs in any editor',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^src/|^vscode$' },
    },
    {
      name: 'src-does-not-reach-into-the-server',
      comment: 'they talk over LSP',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^server/' },
    },
    {
      name: 'common-is-pure',
      comment: 'both programs share it',
      severity: 'error',
      from: { path: '^common/' },
      to: { path: '^src/|^server/|^vscode$' },
    },
    {
      name: 'api-is-pure',
      comment: 'the HTTP client runs without an editor',
      severity: 'error',
      from: { path: '^src/api/' },
      to: { path: '^vscode$|^src/(?!api/)' },
    },
    {
      name: 'api-without-node',
      comment: 'a browser build must stay possible',
      severity: 'error',
      from: { path: '^src/api/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'node-at-the-entry-point',
      comment: 'the same code runs in browsers, where the entry point brings another platform',
      severity: 'error',
      from: { path: '^(src/(?!node/|extension\\.ts$)|common/(?!node/))' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'processes-at-the-entry-points',
      comment: 'only the platform of a computer and the command line start programs',
      severity: 'error',
      from: { path: '^(src|server|common)/', pathNot: '^(src/node|server/cli|common/node)/' },
      to: { path: '^common/node/' },
    },
    {
      name: 'the-language-server-starts-nothing',
      comment: 'it makes no connections either',
      severity: 'error',
      from: { path: '^server/(?!cli/|(?:cli|check-thread)\\.ts$)' },
      to: { path: '^common/(node|connection-test)/' },
    },
    {
      name: 'platforms-at-the-entry-points',
      comment: 'features know the interface in src/shared/platform.ts',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(node/|web/|extension\\.ts$)' },
      to: { path: '^src/(node|web)/' },
    },
    {
      name: 'server-without-node',
      comment: 'only the entry points give access to files, environment, and processes',
      severity: 'error',
      from: { path: '^server/(config|policy|convert|editing|fixes|rules|features)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'conversion-knows-the-format-only',
      comment: 'the command line uses it without an editor and without rules',
      severity: 'error',
      from: { path: '^server/convert/' },
      to: { path: '^server/(?!(config|convert|fixes)/)' },
    },
    {
      name: 'the-format-knows-no-conversion',
      severity: 'error',
      from: { path: '^server/(config|policy|fixes|rules)/' },
      to: { path: '^server/convert/' },
    },
    {
      name: 'shared-is-below-the-features',
      severity: 'error',
      from: { path: '^src/shared/' },
      to: { path: `^src/(${FEATURE}/|service/|extension|activate)` },
    },
    {
      name: 'service-is-below-the-features',
      severity: 'error',
      from: { path: '^src/service/' },
      to: { path: `^src/(${FEATURE}/|extension|activate)` },
    },
    {
      name: 'features-only-by-their-public-api',
      severity: 'error',
      from: { path: `^src/${FEATURE}/` },
      to: { path: `^src/${FEATURE}/`, pathNot: ['^src/$1/', `^src/${FEATURE}/index\\.ts$`] },
    },
    {
      name: 'composition-uses-public-apis',
      severity: 'error',
      from: { path: '^src/(extension|activate)\\.ts$' },
      to: { path: `^src/${FEATURE}/`, pathNot: `^src/${FEATURE}/index\\.ts$` },
    },
    {
      name: 'webview-stands-alone',
      comment: 'a webview knows only the messages it shares with its host, and how durations are written',
      severity: 'error',
      from: { path: '/webview/' },
      to: { path: '^vscode$|^src/', pathNot: ['/webview/', '/messages\\.ts$', '^src/shared/format\\.ts$'] },
    },
    { name: 'nobody-imports-tests', severity: 'error', from: { path: '^(src|server)/' }, to: { path: '^test/' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|out|\\.cache)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
