/** Commands of code lenses and fixes, for clients that support them (`commands: true`). */
export const clientCommands = {
  /** Arguments: URI of the document, optional name of a server (absent: all). */
  copyFor: 'switchyard.servers.copyAs',
  /** Argument: URI of the document. */
  convertTo: 'switchyard.config.convertTo',
  /** Arguments: URI of the document, name of a server. */
  test: 'switchyard.servers.test',
  /** Arguments: URI of the document, name of a server. */
  diagnose: 'switchyard.servers.diagnose',
  /** Argument: URI of the document. */
  convert: 'switchyard.config.convert',
} as const;
