// The layers of docs/architecture.md, as a check: a layer imports only the layers below it, a feature imports another
// one only through its public API, and there are no cycles.
const FEATURE =
  '((?:service|config)/(?:account|workflows|runs|panels|links|requests|model-tools|models|chat|editor-chat|media|client|servers))';

/** Each imports only those before it. */
const serverLayers = [
  ...['files', 'config', 'policy', 'tools', 'agents', 'fixes', 'rules', 'doctor', 'convert', 'editing'],
  ...['workspace', 'features', 'views', 'protocol', 'cli'],
];

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'types too',
      severity: 'error',
      from: { path: '^(src|server|common)/' },
      to: { circular: true },
    },
    ...serverLayers.slice(0, -1).map((layer, index) => ({
      name: `server-${layer}-is-below`,
      comment: 'types too',
      severity: 'error',
      from: { path: `^server/${layer}/` },
      to: { path: `^server/(?:${serverLayers.slice(index + 1).join('|')})/|^server/[^/]+$` },
    })),
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
      from: { path: '^src/service/api/' },
      to: { path: '^vscode$|^src/(?!service/api/|shared/(text/(failure-text|format)|list/unreadable)\\.ts$)' },
    },
    {
      name: 'api-without-node',
      comment: 'a browser build must stay possible',
      severity: 'error',
      from: { path: '^src/service/api/' },
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
      name: 'platforms-know-no-feature',
      severity: 'error',
      comment: 'What a platform provides is used by features, never the other way around.',
      from: { path: '^src/(node|web)/' },
      to: { path: '^src/(service|config)/' },
    },
    {
      name: 'server-without-node',
      comment: 'only the entry points give access to files, environment, and processes',
      severity: 'error',
      from: { path: '^server/(config|tools|policy|convert|editing|fixes|rules|doctor|features)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'conversion-knows-the-format-only',
      comment: 'the command line uses it without an editor and without rules',
      severity: 'error',
      from: { path: '^server/convert/' },
      to: { path: '^server/(?!(config|tools|convert|fixes)/)' },
    },
    {
      name: 'the-format-knows-no-tools',
      comment: 'the first diagnostics load it; common/generated/tools.ts has what they need of the facts',
      severity: 'error',
      from: { path: '^server/config/' },
      to: { path: '^server/tools/' },
    },
    {
      name: 'facts-know-no-code',
      comment: 'the generator of common/generated/tools.ts loads them alone',
      severity: 'error',
      from: { path: '^server/tools/' },
      to: { path: '^server/(?!(config|tools)/)' },
    },
    {
      name: 'the-format-knows-no-conversion',
      severity: 'error',
      from: { path: '^server/(config|policy|fixes|rules)/' },
      to: { path: '^server/convert/' },
    },
    {
      name: 'config-knows-no-service',
      comment: 'the extension has two wings; what both use is in src/shared',
      severity: 'error',
      from: { path: '^src/config/' },
      to: { path: '^src/(service|node|web|extension|activate)' },
    },
    {
      name: 'service-knows-no-config',
      severity: 'error',
      from: { path: '^src/service/' },
      to: { path: '^src/(config|node|web|extension|activate)' },
    },
    {
      name: 'shared-is-below-both-wings',
      comment: 'not even types',
      severity: 'error',
      from: { path: '^src/shared/' },
      to: { path: '^src/(service|config|node|web|extension|activate)' },
    },
    {
      name: 'the-session-is-below-the-features',
      severity: 'error',
      from: { path: '^src/service/session/' },
      to: { path: `^src/${FEATURE}/` },
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
      comment: 'a webview knows only the messages it shares with its host, and texts that both write',
      severity: 'error',
      from: { path: '/webview/' },
      to: {
        path: '^vscode$|^src/',
        pathNot: ['/webview/', '[/-]messages\\.ts$', '^src/shared/text/format\\.ts$', '/(run-text|format-cost)\\.ts$'],
      },
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
