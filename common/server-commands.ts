/** Commands that the server puts behind lenses and fixes, for an editor that announced them (`commands: true`). */
export const serverCommands = {
  /** Arguments: URI of the document, name of a server or nothing for all. */
  copyFor: 'switchyard.config.copyFor',
  /** Argument: URI of the document. */
  convertTo: 'switchyard.config.convertTo',
  /** Arguments: URI of the document, name of a server. */
  test: 'switchyard.servers.test',
  /** Argument: URI of the document. */
  convert: 'switchyard.config.convert',
} as const;
